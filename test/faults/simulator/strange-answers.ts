/** Answers with a status of success that are odd, or not about what was sent: what lies between may say anything. */
import { parseExactJson, printExactJson } from "../../../contract/exact-json.ts";
import type { ServiceAnswer } from "../../../main/practice/operations.ts";

export const STRANGE = [
  "nothing",
  "page",
  "other_shape",
  "empty_list",
  "not_successful",
  "other_serial",
  "other_tenant",
  "foreign_rows",
  "odd_field",
  "too_large",
] as const;
export type StrangeKind = (typeof STRANGE)[number];

/** In every row of another tenant, and nowhere else. */
export const FOREIGN_AMOUNT = "-55555";
const OTHER_TENANT = 7002;
const OTHER_SERIAL = "99999999-9999-4999-8999-999999999999";
/** Newer than anything of our own. */
const FAR = "2099-01-01T00:00:00.000Z";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rows that look like ours in all but the tenant, which comes first: a planted reader finds it there. */
const foreignRow = (fields: Fields): Fields => ({
  tenantId: OTHER_TENANT,
  rowNo: 1,
  currencyId: "YER",
  status: 1,
  creatorUserId: 1,
  createdAt: FAR,
  updatorUserId: 1,
  updatedAt: FAR,
  description: null,
  ...fields,
});
const FOREIGN_PARTS = {
  TenantBalances: [foreignRow({ accountId: 1101, amount: Number(FOREIGN_AMOUNT), ceilAmount: 0 })],
  TenantProductStorages: [
    foreignRow({
      productId: 1001,
      measureUnitId: 1,
      storeId: 1,
      quantity: Number(FOREIGN_AMOUNT),
      costPrice: 1,
    }),
  ],
};

function withForeignRows(transaction: Fields): Fields {
  const added = Object.entries(FOREIGN_PARTS).map(([name, rows]) => {
    const own = transaction[name];
    return [name, [...(Array.isArray(own) ? own : []), ...rows]] as const;
  });
  return { ...transaction, ...Object.fromEntries(added) };
}

/** Changes each transaction, or the restore's result, of the service's own answer. */
function changed(
  answer: ServiceAnswer,
  transaction: (own: Fields) => Fields,
  restore: (own: Fields) => Fields,
): string {
  const own = parseExactJson(answer.body);
  if (Array.isArray(own)) return printExactJson(own.filter(isFields).map(transaction));
  return printExactJson(isFields(own) ? restore(own) : own);
}

/** More rows than an answer may have, and more bytes than are read without a note of it. */
const MANY_ROWS = `[${"{},".repeat(30_000)}{}]`;
/** So much of it is sent before it pauses. */
export const GROWN_BYTES = 70_000;

export interface Strange {
  status: number;
  body: string;
  /** Whether it is an answer about what was sent after all. */
  isEvidence: boolean;
}

const without = (status: number, body: string): Strange => ({ status, body, isEvidence: false });
const asItIs = (own: Fields): Fields => own;

/** What comes in place of the service's own answer; `own` is null where it never got the request, or refused it. */
export function strangeAnswer(kind: StrangeKind, own: ServiceAnswer | null): Strange {
  switch (kind) {
    case "nothing":
      return without(204, "");
    case "page":
      return without(200, "<html>Sign in</html>");
    case "other_shape":
      return without(200, "[1,2]");
    case "empty_list":
      return without(200, "[]");
    case "not_successful":
      return without(200, '{"success":false}');
    case "other_serial":
    case "other_tenant":
      if (own === null) return without(200, "[{}]");
      return without(
        own.status,
        changed(
          own,
          (fields) =>
            kind === "other_serial"
              ? { ...withForeignRows(fields), serialNo: OTHER_SERIAL }
              : { ...withForeignRows(fields), tenantId: OTHER_TENANT },
          ({ id: _id, ...rest }) => rest,
        ),
      );
    case "foreign_rows":
      if (own === null) return without(201, "null");
      return { status: own.status, body: changed(own, withForeignRows, asItIs), isEvidence: true };
    case "odd_field": {
      if (own === null) return without(200, '"done"');
      const odd = (fields: Fields): Fields => ({ ...fields, updatedAt: "just now" });
      return { status: own.status, body: `\uFEFF${changed(own, odd, odd)}`, isEvidence: true };
    }
    case "too_large":
      return without(own?.status ?? 200, `[{"tenantId":7001,"TenantBalances":${MANY_ROWS}}]`);
  }
}
