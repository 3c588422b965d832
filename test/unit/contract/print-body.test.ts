/** The compiled printer writes what the schema's own encoding would, to the letter. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseExactJson, printExactJson } from "../../../contract/exact-json.ts";
import { OPERATIONS } from "../../../contract/operations.ts";
import { bodyPrinter } from "../../../contract/service/print-body.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../../contract/service/requests.ts";
import { asDecimal, currencyCode, isoDate, timestamp } from "../../../contract/values.ts";

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.nat({ max: 999_999 }))
  .map(([whole, part]) => asDecimal(`${whole}.${String(part).padStart(6, "0")}`));
const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n }).map((value) => String(value)),
);
const words = fc.string({ unit: "grapheme", maxLength: 40 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const serial = fc.uuid();
const currencyId = fc.constantFrom("YER", "USD", "ر.ي").map((code) => currencyCode.parse(code));
const date = fc.constantFrom("2025-02-01", "2027-12-31").map((text) => isoDate.parse(text));
const at = fc.constant(timestamp.parse("2026-11-20T16:00:00.000Z"));
const reference = fc.record({
  type: whole,
  otherType: maybe(words),
  reference: words,
  url: maybe(words),
  description: maybe(words),
});
const line = fc.record({
  productId: whole,
  measureUnitId: whole,
  productionAt: maybe(date),
  expiryAt: maybe(date),
  price: decimal,
  quantity: decimal,
  freeQuantity: decimal,
  receivedQuantity: decimal,
  description: maybe(words),
});
const aReturn = fc.record({
  tenantId: whole,
  serialNo: serial,
  currencyId,
  storeId: whole,
  supplierAccountId: whole,
  cashOrBankAccountId: whole,
  note: words,
  tenantTransactionProductInputs: fc.array(line, { maxLength: 4 }),
  transfers: fc.constant<never[]>([]),
  status: maybe(whole),
  createdAt: maybe(at),
  creatorUserId: whole,
  creatorDeviceId: serial,
  documentReferences: fc.array(reference, { maxLength: 3 }),
});
const aVoucher = fc.record({
  tenantId: whole,
  serialNo: serial,
  currencyId,
  amount: decimal,
  note: words,
  status: whole,
  updatedAt: at,
  creatorUserId: whole,
  creatorDeviceId: serial,
  deviceId: serial,
  documentReferences: fc.array(
    fc.tuple(reference, serial).map(([named, deviceId]) => ({ ...named, deviceId })),
    { maxLength: 3 },
  ),
});

describe("a printed body", () => {
  it("is the encoded purchase return, and is read back as it was", () => {
    const print = bodyPrinter(purchaseReturnBody);
    fc.assert(
      fc.property(aReturn, (body) => {
        const text = print(body);
        expect(text).toBe(printExactJson(z.encode(purchaseReturnBody, body)));
        expect(purchaseReturnBody.parse(parseExactJson(text))).toEqual(body);
      }),
    );
  });

  it("is the encoded voucher update", () => {
    const print = bodyPrinter(taxVoucherBody);
    fc.assert(
      fc.property(aVoucher, (body) => {
        expect(print(body)).toBe(printExactJson(z.encode(taxVoucherBody, body)));
      }),
    );
  });

  it("holds nothing that the schema doesn't name", () => {
    const wider = { accountId: 5, deviceId: "aaaaaaaa-0000-4000-8000-000000000001", token: "secret" };
    expect(bodyPrinter(OPERATIONS.restoreAccount.request)(wider)).toBe(
      '{"accountId":5,"deviceId":"aaaaaaaa-0000-4000-8000-000000000001"}',
    );
  });

  it("is refused for a schema with a field that no body has", () => {
    expect(() => bodyPrinter(z.strictObject({ when: z.date() }))).toThrow(TypeError);
  });
});
