/** What people and programs enter wrongly is refused by its field and reason, and nothing is written. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { EngineChannel } from "../../../contract/channels.ts";
import {
  aReturn,
  aVoucher,
  connect,
  newFolder,
  openTestEngine,
  type TestEngine,
} from "../../helpers/engine.ts";

let engine: TestEngine;
beforeEach(async () => {
  engine = openTestEngine();
  await connect(engine, "http://127.0.0.1:9");
  await engine.call("sync.pause", {});
});

const line = (fields: object) => ({
  lines: [{ productId: 1, measureUnitId: 1, price: "1", quantity: "1", ...fields }],
});
const wrongReturn = (fields: object): unknown => ({ ...aReturn(), ...fields });
const wrongVoucher = (fields: object): unknown => ({ ...aVoucher(), ...fields });

/** channel, input, field, reason */
const CASES: [string, EngineChannel, unknown, string, string][] = [
  [
    "a negative quantity",
    "purchaseReturn.post",
    wrongReturn(line({ quantity: "-1" })),
    "lines.0.quantity",
    "negative",
  ],
  [
    "a negative price",
    "purchaseReturn.post",
    wrongReturn(line({ price: -0.5 })),
    "lines.0.price",
    "negative",
  ],
  [
    ...(["an expiry before the production", "purchaseReturn.post"] as const),
    wrongReturn(line({ productionAt: "2026-02-01", expiryAt: "2026-01-31" })),
    ...(["lines.0.expiryAt", "expiry_before_production"] as const),
  ],
  [
    "a day that isn't",
    "purchaseReturn.post",
    wrongReturn(line({ expiryAt: "2025-02-29" })),
    "lines.0.expiryAt",
    "not_a_date",
  ],
  [
    "a hostile exponent",
    "purchaseReturn.post",
    wrongReturn(line({ price: "1e999999999" })),
    "lines.0.price",
    "not_a_decimal",
  ],
  [
    "a price in words",
    "purchaseReturn.post",
    wrongReturn(line({ price: "ten" })),
    "lines.0.price",
    "not_a_decimal",
  ],
  [
    "half a character in a note",
    "purchaseReturn.post",
    wrongReturn({ note: "carton \ud83d" }),
    "note",
    "half_character",
  ],
  [
    "half a character in a line's words",
    "purchaseReturn.post",
    wrongReturn(line({ description: "\ude00" })),
    "lines.0.description",
    "half_character",
  ],
  [
    "half a character in a voucher's note",
    "taxVoucher.update",
    wrongVoucher({ note: "\ud83d fee" }),
    "note",
    "half_character",
  ],
  [
    "half an id",
    "purchaseReturn.post",
    wrongReturn(line({ productId: 1.5 })),
    "lines.0.productId",
    "not_an_integer",
  ],
  [
    "an id that lost digits",
    "purchaseReturn.post",
    wrongReturn({ storeId: 2 ** 53 }),
    "storeId",
    "not_an_integer",
  ],
  ["no line", "purchaseReturn.post", wrongReturn({ lines: [] }), "lines", "too_few"],
  [
    "a note of 40 MB",
    "purchaseReturn.post",
    wrongReturn({ note: "x".repeat(40 * 1024 * 1024) }),
    "note",
    "too_long",
  ],
  [
    "a control character",
    "purchaseReturn.post",
    wrongReturn({ note: "a\u0007b" }),
    "note",
    "control_character",
  ],
  ["no currency", "purchaseReturn.post", wrongReturn({ currencyId: "" }), "currencyId", "not_a_currency"],
  [
    "a missing account",
    "purchaseReturn.post",
    wrongReturn({ supplierAccountId: undefined }),
    "supplierAccountId",
    "required",
  ],
  ["a field too many", "purchaseReturn.post", wrongReturn({ serialNo: "x" }), "serialNo", "unknown_field"],
  [
    "a serial number that is none",
    "taxVoucher.update",
    wrongVoucher({ serialNo: "7" }),
    "serialNo",
    "not_a_uuid",
  ],
  ["an amount that is none", "taxVoucher.update", wrongVoucher({ amount: "1,5" }), "amount", "not_a_decimal"],
  ["a status in words", "taxVoucher.update", wrongVoucher({ status: "open" }), "status", "not_an_integer"],
  ["a restore of an unknown kind", "restore.request", { kind: "product", id: 1 }, "kind", "unknown_choice"],
  ["a restore without its record", "restore.request", { kind: "account" }, "accountId", "required"],
  ["a page too large", "outbox.list", { limit: 1_001 }, "limit", "too_big"],
  ["a state that isn't", "outbox.list", { states: ["lost"] }, "states.0", "unknown_choice"],
];

describe("a wrong input", () => {
  it.each(CASES)("%s is refused by its field", async (_name, channel, input, field, reason) => {
    const error = await engine.refusal(channel, input);
    expect(error.code).toBe("invalid_input");
    expect(error.details.issues).toEqual([expect.objectContaining({ field, reason })]);
    expect(error.message).toContain(field);
    expect(error.message.length).toBeLessThan(1_000);
    const { counts } = await engine.call("sync.status", {});
    expect(Object.values(counts).every((n) => n === 0)).toBe(true);
  });

  it("of many faults names the first fifty and no more", async () => {
    const lines = Array.from({ length: 500 }, () => ({
      productId: "x",
      measureUnitId: 1,
      price: "1",
      quantity: "1",
    }));
    const error = await engine.refusal("purchaseReturn.post", { ...aReturn(), lines });
    expect(error.details.issues).toHaveLength(50);
  });
});

describe("what is not wrong", () => {
  it.each([
    ["expired goods", wrongReturn(line({ productionAt: "2019-01-01", expiryAt: "2020-01-01" }))],
    [
      "goods made and expired on one day",
      wrongReturn(line({ productionAt: "2026-01-01", expiryAt: "2026-01-01" })),
    ],
    ["an expiry without a production", wrongReturn(line({ expiryAt: "2020-01-01" }))],
    ["nothing but free goods", wrongReturn(line({ price: "0", quantity: "0", freeQuantity: "3" }))],
    ["a note of 20,000 letters", wrongReturn({ note: "ن".repeat(20_000) })],
    ["5,000 lines", wrongReturn({ lines: Array.from({ length: 5_000 }, () => line({}).lines[0]) })],
  ])("%s can be returned", async (_name, input) => {
    const before = engine.events.length;
    await engine.call("purchaseReturn.post", Object(input));
    expect(engine.events.slice(before)).toContainEqual(
      expect.objectContaining({
        event: "outbox.changed",
        payload: expect.objectContaining({ state: "pending" }),
      }),
    );
  });

  it("a voucher that nobody has seen is taken: only the service knows all of them", async () => {
    const unknown = "deadbeef-0000-4000-8000-000000000000";
    const { entryId, serialNo } = await engine.call("taxVoucher.update", aVoucher({ serialNo: unknown }));
    expect(serialNo).toBe(unknown);
    expect((await engine.entry(entryId)).state).toBe("pending");
  });
});

it("a serial number that nobody knows is not found, in words", async () => {
  const error = await engine.refusal("documents.get", { serialNo: "deadbeef-0000-4000-8000-000000000000" });
  expect(error.code).toBe("not_found");
  expect(error.message).not.toBe("");
});

it("a currency is unknown only once there is a list of currencies", async () => {
  await engine.call("purchaseReturn.post", aReturn({ currencyId: "XXX" }));
  const path = join(newFolder(), "currencies.csv");
  writeFileSync(path, "id,name,digits\nYER,Yemeni rial,2\n");
  expect(await engine.call("referenceData.import", { kind: "currency", path })).toMatchObject({ added: 1 });
  for (const [channel, input] of [
    ["purchaseReturn.post", aReturn({ currencyId: "XXX" })],
    ["taxVoucher.update", aVoucher({ currencyId: "XXX" })],
  ] as const)
    expect(await engine.refusal(channel, input)).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ field: "currencyId", reason: "unknown_currency" }] },
    });
  await engine.call("purchaseReturn.post", aReturn({ currencyId: "YER" }));
});
