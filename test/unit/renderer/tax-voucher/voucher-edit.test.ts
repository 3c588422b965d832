import { describe, expect, it } from "vitest";
import type { Voucher } from "../../../../contract/channels/mirror.ts";
import {
  beginEdit,
  changedFields,
  inPlaceOf,
  referencesChanged,
  saidVoucher,
  voucherInput,
  waitingVoucher,
} from "../../../../renderer/screens/tax-voucher/voucher-edit.ts";

const SERIAL = "7a0c4e50-0000-4000-8000-000000000002";
const BODY = `{"tenantId":7001,"serialNo":"${SERIAL}","currencyId":"YER","amount":81.2350,"note":"fee","status":1,
"updatedAt":"2026-01-01T00:00:00.000Z","creatorUserId":501,"creatorDeviceId":"5c0de000-0000-4000-8000-00000000c0de",
"documentReferences":[{"type":2,"otherType":null,"reference":"Receipt 14","url":null,"description":null,
"deviceId":"5c0de000-0000-4000-8000-00000000c0de"}],"deviceId":"5c0de000-0000-4000-8000-00000000c0de"}`;
let ids = 0;
const waiting = waitingVoucher("entry", BODY, [], () => String(++ids));
const mirrored: Voucher = {
  serialNo: SERIAL,
  currencyId: "YER",
  amount: "80",
  note: "fee",
  status: 1,
  creatorUserId: 501,
  creatorDeviceId: null,
  updatedAt: null,
  source: "file",
  mirroredAt: "2026-01-01T00:00:00.000Z",
};

describe("the three columns of a voucher", () => {
  it("begin with what waits, else what was said, else nothing", () => {
    const said = saidVoucher(undefined, mirrored);
    expect(beginEdit(said, waiting, null).amount).toBe("81.235");
    expect(beginEdit(said, null, null).amount).toBe("80");
    expect(beginEdit(null, null, null)).toMatchObject({ amount: "", currencyId: "", note: "", status: "" });
  });

  it("mark what differs, and not another spelling of the same amount", () => {
    const said = saidVoucher(undefined, mirrored);
    expect([...changedFields(said?.values ?? null, waiting.values)]).toEqual(["amount"]);
    const edit = { ...beginEdit(said, waiting, null), amount: "٨١٫٢٣٥٠", status: "٢" };
    expect([...changedFields(waiting.values, edit)]).toEqual(["status"]);
  });

  it("know other papers from the same ones", () => {
    const edit = beginEdit(null, waiting, null);
    expect(referencesChanged(waiting, edit)).toBe(false);
    expect(referencesChanged(waiting, { ...edit, references: [] })).toBe(true);
  });
});

describe("what is sent", () => {
  it("holds exact values and no entry where none is corrected", () => {
    const input = voucherInput(SERIAL, { ...beginEdit(null, waiting, null), amount: "1,234.50" });
    expect(input).toMatchObject({ amount: "1234.5", status: "1", note: "fee" });
    expect(input).not.toHaveProperty("corrects");
    expect(input).not.toHaveProperty("creatorUserId");
  });

  it("keeps the creator of the entry it replaces", () => {
    expect(voucherInput(SERIAL, beginEdit(null, waiting, "entry"))).toMatchObject({
      corrects: "entry",
      creatorUserId: "501",
    });
  });

  it("takes the place of a refused entry, and of no other once it replaces one", () => {
    const edit = beginEdit(null, waiting, null);
    expect(voucherInput(SERIAL, inPlaceOf(edit, waiting))).toMatchObject({ corrects: "entry" });
    expect(inPlaceOf(edit, null).corrects).toBeNull();
    expect(inPlaceOf({ ...edit, corrects: "older" }, waiting).corrects).toBe("older");
  });
});
