/** An odd answer loses nothing but the odd field, and says so. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { wireDecimal, wireInteger } from "../../../contract/service/primitives.ts";
import { MOST_ROWS, readRestore, readTransactions } from "../../../contract/service/read-answer.ts";
import { TRANSACTION_PARTS, transactionResults } from "../../../contract/service/results.ts";
import { ExactNumber } from "../../../contract/values.ts";

const at = "2026-03-01T08:00:00.000Z";
const uuid = "11111111-1111-4111-8111-111111111111";
const made = { status: 1, creatorUserId: 501, createdAt: at };
const changed = { updatorUserId: 502, updatedAt: at };
const dates = { productionAt: "2025-01-01", expiryAt: "2027-01-01" };

const PARTS = {
  TenantTransactionTransfers: {
    rowNo: 1,
    tenantId: 7001,
    serviceId: 1,
    transactionId: 42,
    id: 9,
    accountId: 1101,
    currencyId: "YER",
    amount: 1234567,
    description: null,
    ...made,
    ...changed,
  },
  TenantBalances: {
    rowNo: 1,
    tenantId: 7001,
    accountId: 1101,
    currencyId: "YER",
    amount: 5,
    ceilAmount: 6,
    upId: 1,
    typeId: 2,
    groupId: 3,
    isMain: true,
    isAutomatic: false,
    relatedUserId: 4,
    description: "b",
    ...made,
    ...changed,
  },
  TenantTransactionProducts: {
    rowNo: 1,
    tenantId: 7001,
    serviceId: 1,
    transactionId: 42,
    productId: 1001,
    measureUnitId: 1,
    currencyId: "YER",
    storeId: 1,
    ...dates,
    price: 5900,
    costPrice: 5,
    quantity: 2,
    description: null,
    isFree: false,
    ...made,
    ...changed,
  },
  TenantRequest: {
    rowNo: 1,
    askTenantId: 7001,
    responseTenantId: 7002,
    serviceId: 1,
    id: 3,
    serialNo: uuid,
    description: null,
    ...made,
    ...changed,
  },
  TenantLogs: { rowNo: 1, tenantId: 7001, id: 8, description: "posted", ...made },
  TenantProductStorages: {
    rowNo: 1,
    tenantId: 7001,
    productId: 1001,
    measureUnitId: 1,
    barcode: "628",
    currencyId: "YER",
    storeId: 1,
    ...dates,
    costPrice: 5,
    quantity: 2,
    ...made,
    ...changed,
    description: null,
  },
} as const;
const ALL_PARTS = [
  ...(["TenantTransactionTransfers", "TenantBalances", "TenantTransactionProducts"] as const),
  ...(["TenantRequest", "TenantLogs", "TenantProductStorages"] as const),
] as const;

const transaction = (): Record<string, unknown> => ({
  tenantId: 7001,
  serviceId: 1,
  id: 42,
  serialNo: uuid,
  currencyId: "YER",
  amount: 11800,
  toCurrencyId: "YER",
  toAmount: 11800,
  description: null,
  ...made,
  ...changed,
  deviceId: uuid,
  ...Object.fromEntries(ALL_PARTS.map((name) => [name, [{ ...PARTS[name] }]])),
});
const HEADER = Object.keys(transaction()).filter((name) => !(name in PARTS));

/** Values that are wrong for every field of the interface. */
const wrong = fc.constantFrom<unknown>({}, [], Number.NaN, [[[]]], { __proto__: null });
/** Of these a text is read as the number that it is. */
const NUMBERS: readonly z.ZodType[] = [wireInteger, wireDecimal];
const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });

describe("the answer of a transaction", () => {
  it("is as in the interface to begin with", () => {
    expect(transactionResults.safeParse([transaction()]).success).toBe(true);
    expect(Object.keys(TRANSACTION_PARTS).sort()).toEqual([...ALL_PARTS].sort());
    expect(readTransactions([transaction()])).toMatchObject({ understood: true, notes: [] });
  });

  it("holds up to a thousand transactions, and of rows in all of them together up to its bound", () => {
    const of = (rows: number) => ({ TenantBalances: Array.from({ length: rows }, () => null) });
    expect(readTransactions(Array.from({ length: 1_000 }, () => ({})))).toMatchObject({ understood: true });
    expect(readTransactions(Array.from({ length: 1_001 }, () => ({})))).toMatchObject({ understood: false });
    expect(readTransactions([of(MOST_ROWS - 1), of(1)])).toMatchObject({ understood: true });
    expect(readTransactions([of(MOST_ROWS), of(1)])).toMatchObject({
      understood: false,
      reason: "too_large",
    });
  });

  it("that is a number in place of a record is an odd element, also where the number is a large one", () => {
    expect(readTransactions(parseExactJson("[12345678901234567890]"))).toMatchObject({
      understood: true,
      value: [],
      notes: [{ path: "0", problem: "odd" }],
    });
    expect(readRestore(parseExactJson("12345678901234567890"))).toMatchObject({ understood: false });
  });

  it("tells of each problem a bounded number of times, and of an odd field after very many unknown ones", () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, n]));
    const read = readTransactions([
      { ...transaction(), ...unknown },
      { ...transaction(), amount: "much" },
    ]);
    if (!read.understood) throw new Error("not understood");
    expect(read.notes).toHaveLength(1_001);
    expect(read.notes.at(-1)).toEqual({ path: "1.amount", problem: "odd" });
  });

  it.each(HEADER)("without %s keeps the rest", (name) => {
    const { [name]: _gone, ...rest } = transaction();
    const whole = readTransactions([transaction()]);
    const read = readTransactions([rest]);
    if (!read.understood || !whole.understood) throw new Error("not understood");
    expect(read.notes).toEqual([{ path: `0.${name}`, problem: "missing" }]);
    expect(read.value[0]).toEqual({ ...whole.value[0], [name]: null });
  });

  it("keeps the rest whatever one header field holds", () => {
    const whole = readTransactions([transaction()]);
    fc.assert(
      fc.property(fc.constantFrom(...HEADER), wrong, (name, value) => {
        const read = readTransactions([{ ...transaction(), [name]: value }]);
        if (!read.understood || !whole.understood) throw new Error("not understood");
        expect(read.notes).toEqual([{ path: `0.${name}`, problem: "odd" }]);
        expect(read.value[0]).toEqual({ ...whole.value[0], [name]: null });
      }),
    );
  });

  it("has each value of each row as its field's schema reads it, however often the value comes", () => {
    const value = fc.oneof(
      fc.constantFrom(
        null,
        true,
        at,
        "2027-01-01",
        "2027-02-30",
        uuid,
        "YER",
        "",
        "x".repeat(65),
        -0,
        2 ** 53,
      ),
      fc.integer(),
      fc.double(),
      fc.stringMatching(/^-?\d{1,20}(?:\.\d{1,3})?(?:e\d)?$/).map((digits) => new ExactNumber(digits)),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL_PARTS),
        fc.array(value, { minLength: 1, maxLength: 40 }),
        (part, values) => {
          const shape = Object.entries(TRANSACTION_PARTS[part].shape);
          const rows = Array.from({ length: 4 }, (_, row) =>
            Object.fromEntries(shape.map(([name], n) => [name, values[(row * 7 + n) % values.length]])),
          );
          const read = readTransactions([{ [part]: rows }]);
          if (!read.understood) throw new Error(read.reason);
          const wanted = rows.map((row) => ({
            ...Object.fromEntries(
              shape.map(([name, schema]) => {
                const value = row[name];
                const isText = typeof value === "string" && NUMBERS.includes(schema);
                return [name, schema.safeParse(isText ? new ExactNumber(value) : value).data ?? null];
              }),
            ),
            extra: {},
          }));
          expect(read.value[0]?.[part]).toStrictEqual(wanted);
        },
      ),
    );
  });

  it("keeps the rest whatever one field of one row holds, or where it is missing", () => {
    const oneField = fc
      .constantFrom(...ALL_PARTS)
      .chain((part) => fc.tuple(fc.constant(part), fc.constantFrom(...Object.keys(PARTS[part]))));
    fc.assert(
      fc.property(oneField, fc.option(wrong), ([part, name], value) => {
        const { [name]: _gone, ...row }: Record<string, unknown> = PARTS[part];
        if (value !== null) row[name] = value;
        const read = readTransactions([{ ...transaction(), [part]: [{ ...PARTS[part] }, row] }]);
        if (!read.understood) throw new Error(read.reason);
        expect(read.notes).toEqual([
          { path: `0.${part}.1.${name}`, problem: value === null ? "missing" : "odd" },
        ]);
        const [first, second] = read.value[0]?.[part] ?? [];
        expect(second).toEqual({ ...first, [name]: null });
      }),
    );
  });

  it("keeps the other rows where one is no row, and the other parts where one is no list", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL_PARTS), fc.constantFrom(null, 5, "x", []), (part, odd) => {
        const rows = readTransactions([{ ...transaction(), [part]: [odd, { ...PARTS[part] }] }]);
        if (!rows.understood) throw new Error(rows.reason);
        expect(rows.value[0]?.[part]).toHaveLength(1);
        expect(rows.notes).toEqual([{ path: `0.${part}.0`, problem: "odd" }]);
        const list = readTransactions([{ ...transaction(), [part]: { odd } }]);
        if (!list.understood) throw new Error(list.reason);
        expect(list.value[0]?.[part]).toEqual([]);
        expect(list.notes).toEqual([{ path: `0.${part}`, problem: "odd" }]);
        for (const other of ALL_PARTS) if (other !== part) expect(list.value[0]?.[other]).toHaveLength(1);
      }),
    );
  });

  it("keeps unknown fields as they came, even with names that every object inherits", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "newField"];
    for (const name of names) {
      const text = JSON.stringify([transaction()]).replace(/\}\]$/, `,${JSON.stringify(name)}:{"kept":1}}]`);
      const read = readTransactions(parseExactJson(text));
      if (!read.understood) throw new Error(read.reason);
      expect(read.notes).toEqual([{ path: `0.${name}`, problem: "unknown_field" }]);
      expect(Object.entries(read.value[0]?.extra ?? {})).toEqual([[name, { kept: 1 }]]);
      expect(read.value[0]?.amount).toBe("11800");
    }
  });

  it("never inherits a field from a __proto__ in the answer", () => {
    const read = readTransactions(parseExactJson('[{"__proto__":{"amount":999,"id":7}}]'));
    if (!read.understood) throw new Error(read.reason);
    expect([read.value[0]?.amount, read.value[0]?.id]).toEqual([null, null]);
  });

  it("never throws, whatever it is", () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...ALL_PARTS), (value, part) => {
        readTransactions(value);
        readTransactions([value]);
        readTransactions([{ ...transaction(), [part]: value }]);
        readTransactions([{ ...transaction(), [part]: [value] }]);
        readRestore(value);
      }),
      { numRuns: 500 },
    );
  });

  it.each([null, 5, "x", {}])("%j is not understood", (raw) => {
    const read = readTransactions(raw);
    if (read.understood) throw new Error("understood");
    expect(read.reason).toBe("not_transactions");
  });

  it.each([5, null, [], "x"])("leaves out %j, which is no transaction, with a note", (odd) => {
    const read = readTransactions([odd, transaction()]);
    if (!read.understood) throw new Error(read.reason);
    expect(read.value).toHaveLength(1);
    expect(read.notes).toEqual([{ path: "0", problem: "odd" }]);
  });

  it("keeps numbers beyond any float digit for digit", () => {
    const text = JSON.stringify([{ ...transaction(), id: 0, amount: 1 }])
      .replace('"id":0', '"id":9007199254740993')
      .replace('"amount":1,', '"amount":12345678901234567890.1234567890,');
    const read = readTransactions(parseExactJson(text));
    if (!read.understood) throw new Error(read.reason);
    expect(read.notes).toEqual([]);
    expect(read.value[0]).toMatchObject({ id: "9007199254740993", amount: "12345678901234567890.123456789" });
  });
});

describe("the answer of a restore", () => {
  const restored = { id: 5, status: 1, description: null, createdAt: at, updatedAt: at };

  it("loses only the field that is odd or missing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(restored)), fc.option(wrong), (name, value) => {
        const { [name]: _gone, ...raw }: Record<string, unknown> = restored;
        if (value !== null) raw[name] = value;
        const read = readRestore({ ...raw, more: "kept" });
        if (!read.understood) throw new Error(read.reason);
        expect(read.value).toEqual({ ...restored, [name]: null, extra: { more: "kept" } });
        expect(read.notes).toEqual([
          { path: name, problem: value === null ? "missing" : "odd" },
          { path: "more", problem: "unknown_field" },
        ]);
      }),
    );
  });

  it.each([null, 5, "x", [], [restored]])("%j is not understood", (raw) => {
    expect(readRestore(raw).understood).toBe(false);
  });
});
