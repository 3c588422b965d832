/** What is typed is what is sent: every body is frozen by its strict schema and read back by it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type PurchaseReturnInput, purchaseReturnInput } from "../../../contract/channels/posting.ts";
import { CountersideError, parseInput } from "../../../contract/error.ts";
import { parseExactJson, printExactJson } from "../../../contract/exact-json.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../../contract/operations.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import { timestampOf, uuid } from "../../../contract/values.ts";
import { rightBody } from "../../helpers/practice/requests.ts";

const device = uuid.parse("11111111-1111-4111-8111-111111111111");

/** As the purchase return service makes its body, without the store around it. */
const bodyOf = (input: PurchaseReturnInput) => ({
  tenantId: 7001,
  serialNo: device,
  currencyId: input.currencyId,
  storeId: input.storeId,
  supplierAccountId: input.supplierAccountId,
  cashOrBankAccountId: input.cashOrBankAccountId,
  note: input.note,
  tenantTransactionProductInputs: input.lines,
  transfers: [],
  status: input.status,
  createdAt: timestampOf(0),
  creatorUserId: 501,
  creatorDeviceId: device,
  documentReferences: input.documentReferences,
});

const digits = fc.integer({ min: 0, max: 9 });
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.array(digits, { maxLength: 25 }))
  .map(([whole, fraction]) => {
    const right = fraction.join("").replace(/0+$/, "");
    return right === "" ? String(whole) : `${whole}.${right}`;
  });
const id = fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String);
const note = fc.string({ unit: "grapheme", maxLength: 200 }).filter((text) => !/\p{Cc}/u.test(text));

describe("a typed return", () => {
  it("arrives digit for digit and letter for letter", () => {
    const line = fc.record({
      productId: id,
      measureUnitId: id,
      price: amount,
      quantity: amount,
      description: note,
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), note, id, (lines, words, store) => {
        const input = parseInput(purchaseReturnInput, {
          currencyId: "YER",
          storeId: store,
          supplierAccountId: 1,
          cashOrBankAccountId: 2,
          note: words,
          lines,
        });
        const text = printExactJson(z.encode(purchaseReturnBody, bodyOf(input)));
        const received = purchaseReturnBody.parse(parseExactJson(text));
        expect(received).toEqual(bodyOf(input));
        expect(received.note).toBe(words);
        expect(String(received.storeId)).toBe(store);
        for (const [index, sent] of lines.entries()) {
          const got = received.tenantTransactionProductInputs[index];
          expect([String(got?.productId), got?.price, got?.quantity]).toEqual([
            sent.productId,
            sent.price,
            sent.quantity,
          ]);
          // As text on the wire, and never as a quoted string.
          expect(text).toContain(`"price":${sent.price},`);
        }
      }),
    );
  });

  it.each([
    ["a sum of tenths as its float", "0.30000000000000004"],
    ["thirteen digits and four", "1234567890123.4567"],
  ])("keeps %s", (_name, price) => {
    const line = { productId: 1, measureUnitId: 1, price, quantity: "1" };
    const input = parseInput(purchaseReturnInput, {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1,
      cashOrBankAccountId: 2,
      lines: [line],
    });
    expect(printExactJson(z.encode(purchaseReturnBody, bodyOf(input)))).toContain(`"price":${price},`);
  });
});

describe("a request schema", () => {
  it.each(OPERATION_KINDS)("of %s takes its body, and no field more or less", (kind) => {
    const raw: unknown = parseExactJson(rightBody(kind));
    const schema: z.ZodType = OPERATIONS[kind].request;
    expect(schema.safeParse(raw).success).toBe(true);
    for (const name of Object.keys(Object(raw))) {
      const { [name]: _gone, ...rest } = Object(raw);
      expect(schema.safeParse(rest).success, name).toBe(false);
    }
    for (const more of ["extra", "constructor", "toString"])
      expect(schema.safeParse({ ...Object(raw), [more]: 1 }).success, more).toBe(false);
    const withProto: unknown = parseExactJson(rightBody(kind).replace(/\}$/, ',"__proto__":{"a":1}}'));
    expect(schema.safeParse(withProto).success, "__proto__").toBe(false);
  });
});

describe("a refused input", () => {
  it("names every field and its reason", () => {
    const issues = (() => {
      try {
        parseInput(purchaseReturnInput, {
          currencyId: "no code",
          storeId: 1.5,
          supplierAccountId: 1,
          note: "\u0007",
          oops: 1,
          lines: [{ productId: 1, measureUnitId: 1, price: "x", quantity: "-1", productionAt: "2026-02-30" }],
        });
      } catch (error) {
        if (error instanceof CountersideError) return error.details.issues;
      }
      return [];
    })();
    const named = z.array(z.object({ field: z.string(), reason: z.string() })).parse(issues);
    expect(Object.fromEntries(named.map(({ field, reason }) => [field, reason]))).toEqual({
      currencyId: "not_a_currency",
      storeId: "not_an_integer",
      cashOrBankAccountId: "required",
      note: "control_character",
      "lines.0.price": "not_a_decimal",
      "lines.0.quantity": "negative",
      "lines.0.productionAt": "not_a_date",
      oops: "unknown_field",
    });
  });
});
