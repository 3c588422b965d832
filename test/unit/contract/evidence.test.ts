/** Only a body about the entry that was sent is evidence. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATION_KINDS } from "../../../contract/operations.ts";
import { type Asked, type Evidence, evidenceIn, oddIn } from "../../../contract/service/evidence.ts";

const SERIAL = "6c1f0f6e-0000-4000-8000-00000000abcd";
const AT = "2026-03-01T08:00:00.000Z";
const RETURN: Asked = { kind: "purchaseReturn", tenantId: 7001, serialNo: SERIAL };
const RESTORE: Asked = { kind: "restoreAccount", tenantId: 7001, serialNo: null };

const own = (fields = `"tenantId":7001,"serialNo":"${SERIAL}"`): string => `{${fields},"amount":5}`;
const restored = (fields = `"id":5,"status":1,"description":null`): string =>
  `{${fields},"createdAt":"${AT}","updatedAt":"${AT}"}`;
const reasonOf = (evidence: Evidence): string => (evidence.kind === "none" ? evidence.reason : evidence.kind);

const TRANSACTIONS: readonly [string, string, string][] = [
  ["our transaction", `[${own()}]`, "transactions"],
  [
    "our serial number in capitals",
    `[${own(`"tenantId":7001,"serialNo":"${SERIAL.toUpperCase()}"`)}]`,
    "transactions",
  ],
  ["our tenant with an exponent", `[${own(`"tenantId":7.001e3,"serialNo":"${SERIAL}"`)}]`, "transactions"],
  ["others beside it", `[5,{},${own('"tenantId":1,"serialNo":"x"')},${own()}]`, "transactions"],
  [
    "another tenant's with our serial number beside it",
    `[${own(`"tenantId":7002,"serialNo":"${SERIAL}"`)},${own()}]`,
    "transactions",
  ],
  ["a byte order mark", `\uFEFF[${own()}]`, "transactions"],
  [
    "one field twice with one value",
    `[${own(`"tenantId":7001,"tenantId":7001,"serialNo":"${SERIAL}"`)}]`,
    "transactions",
  ],
  ["nothing", "", "empty"],
  ["blanks", " \n", "empty"],
  ["a page", "<!doctype html>", "not_json"],
  ["two marks", `\uFEFF\uFEFF[${own()}]`, "not_json"],
  ["what is nested without end", "[".repeat(100_000), "not_json"],
  ["what breaks off", `[${own()}`, "not_json"],
  ["something after it", `[${own()}]x`, "not_json"],
  ["our transaction outside of a list", own(), "not_transactions"],
  ["success: false", '{"success":false}', "not_transactions"],
  ["a scalar", "7001", "not_transactions"],
  ["null", "null", "not_transactions"],
  ["an empty list", "[]", "no_transaction"],
  ["a list of no objects", "[1,null,[]]", "no_transaction"],
  ["a list of lists", `[[${own()}]]`, "no_transaction"],
  ["an empty object", "[{}]", "other_serial"],
  [
    "another serial number",
    `[${own(`"tenantId":7001,"serialNo":"${SERIAL.replace("6", "7")}"`)}]`,
    "other_serial",
  ],
  ["our serial number somewhere inside", `[{"tenantId":7001,"note":"${SERIAL}"}]`, "other_serial"],
  [
    "two serial numbers, ours last",
    `[${own(`"tenantId":7001,"serialNo":"x","serialNo":"${SERIAL}"`)}]`,
    "other_serial",
  ],
  [
    "two serial numbers, ours first",
    `[${own(`"tenantId":7001,"serialNo":"${SERIAL}","serialNo":"x"`)}]`,
    "other_serial",
  ],
  ["another tenant", `[${own(`"tenantId":7002,"serialNo":"${SERIAL}"`)}]`, "other_tenant"],
  ["no tenant", `[${own(`"serialNo":"${SERIAL}"`)}]`, "other_tenant"],
  ["our tenant as text", `[${own(`"tenantId":"7001","serialNo":"${SERIAL}"`)}]`, "transactions"],
  [
    "our tenant as number and as text",
    `[${own(`"tenantId":7001,"tenantId":"7001","serialNo":"${SERIAL}"`)}]`,
    "other_tenant",
  ],
  ["two tenants", `[${own(`"tenantId":7002,"tenantId":7001,"serialNo":"${SERIAL}"`)}]`, "other_tenant"],
  [
    "three tenants, ours first and last",
    `[${own(`"tenantId":7001,"tenantId":1,"tenantId":7001,"serialNo":"${SERIAL}"`)}]`,
    "other_tenant",
  ],
  ["an inherited tenant", `[${own(`"__proto__":{"tenantId":7001},"serialNo":"${SERIAL}"`)}]`, "other_tenant"],
];

const RESTORES: readonly [string, string, string][] = [
  ["the five fields", restored(), "restore"],
  ["odd other values", restored('"id":5,"status":1,"description":7'), "restore"],
  ["more fields", restored('"id":5,"status":1,"description":null,"more":1'), "restore"],
  ["an empty object", "{}", "not_restore"],
  ["success: false", '{"success":false}', "not_restore"],
  ["a list", `[${restored()}]`, "not_restore"],
  ["no id", restored('"status":1,"description":null'), "not_restore"],
  ["an id as text", restored('"id":"5","status":1,"description":null'), "restore"],
  ["an id as text that is no number", restored('"id":"five","status":1,"description":null'), "not_restore"],
  ["a status that is no whole number", restored('"id":5,"status":1.5,"description":null'), "not_restore"],
  ["two ids", restored('"id":5,"id":6,"status":1,"description":null'), "not_restore"],
  ["a page", "<html>", "not_json"],
];

describe("the answer to a return or a voucher", () => {
  it.each(TRANSACTIONS)("with %s", (_what, body, expected) => {
    expect(reasonOf(evidenceIn(RETURN, body))).toBe(expected);
    expect(reasonOf(evidenceIn({ ...RETURN, kind: "taxVoucher" }, body))).toBe(expected);
  });

  it.each([
    ...[
      "7002",
      "70010",
      "7001a",
      " 7001",
      "+7001",
      "07001",
      "0x1b59",
      "",
      "7001.5",
      "-7001",
      "٧٠٠١",
      "1e400",
    ],
    ...[["7001"], { value: "7001" }, true, null],
  ])("of the tenant %j is of another one", (tenantId) => {
    const body = `[${own(`"tenantId":${JSON.stringify(tenantId)},"serialNo":"${SERIAL}"`)}]`;
    expect(reasonOf(evidenceIn(RETURN, body))).toBe("other_tenant");
  });

  it("of a tenant beyond every float is recognised by its digits", () => {
    const asked = { ...RETURN, tenantId: "9007199254740993" };
    const body = (tenant: string) => `[${own(`"tenantId":${tenant},"serialNo":"${SERIAL}"`)}]`;
    expect(reasonOf(evidenceIn(asked, body("9007199254740993")))).toBe("transactions");
    expect(reasonOf(evidenceIn(asked, body("9007199254740992")))).toBe("other_tenant");
  });

  it("gives only transactions of our tenant", () => {
    const evidence = evidenceIn(RETURN, `[${own(`"tenantId":7002,"serialNo":"${SERIAL}"`)},${own()}]`);
    if (evidence.kind !== "transactions") throw new Error(evidence.kind);
    expect(evidence.transactions).toEqual([evidence.own]);
    expect(evidence.own.tenantId).toBe(7001);
  });

  it("says what is odd or missing, and doesn't mind what the interface doesn't name", () => {
    const evidence = evidenceIn(RETURN, `[${own()}]`);
    if (evidence.kind === "none") throw new Error(evidence.reason);
    expect(oddIn(evidence.notes)).toMatchObject({ reason: "missing" });
    expect(oddIn([{ path: "0.more", problem: "unknown_field" }])).toBeNull();
  });
});

describe("the answer to a restore", () => {
  it.each(RESTORES)("with %s", (_what, body, expected) => {
    expect(reasonOf(evidenceIn(RESTORE, body))).toBe(expected);
  });
});

describe("any text", () => {
  it("is no evidence unless it names the entry, and never fails", () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => `[${json}]`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...OPERATION_KINDS), text, (kind, body) => {
        const serialNo = kind.startsWith("restore") ? null : SERIAL;
        expect(evidenceIn({ kind, tenantId: 7001, serialNo }, body).kind).toBe("none");
      }),
      { numRuns: 500 },
    );
  });
});
