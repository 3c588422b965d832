/** Money, logs and requests of one transaction: what both transaction operations write alike. */
import Big from "big.js";
import { z } from "zod";
import type { balance, log, request, transfer } from "../../../contract/service/results.ts";
import {
  type CurrencyCode,
  canonicalDecimal,
  canonicalDecimalText,
  currencyCode,
  type Decimal,
  decimal,
  type ExactInteger,
  exactInteger,
  type Timestamp,
  timestamp,
  type uuid,
} from "../../../contract/values.ts";
import type { PracticeDb } from "./books.ts";
import { ServiceRefusal } from "./known-records.ts";

/** The stand-in answers under one service number: "not shown" in the interface, so any will do. */
export const SERVICE_ID = 1;
/** The other side of the inter-tenant requests that a transaction raises. */
const RESPONSE_TENANT_ID = 9001;

/** Who writes, and into what. */
export interface BooksPosting {
  tenantId: ExactInteger;
  transactionId: number;
  serialNo: z.infer<typeof uuid>;
  userId: ExactInteger;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  status: ExactInteger;
}

const stamps = (posting: BooksPosting) => ({
  status: posting.status,
  creatorUserId: posting.userId,
  createdAt: posting.createdAt,
  updatorUserId: posting.userId,
  updatedAt: posting.updatedAt,
});

export interface Movement {
  accountId: ExactInteger;
  currencyId: CurrencyCode;
  /** Signed; in the movement's currency. */
  amount: Decimal;
}

/** Adds the amount to the account's balance in that currency; a first movement opens the balance. */
export function moveBalance(db: PracticeDb, movement: Movement, posting: BooksPosting): void {
  const key = [String(movement.accountId), movement.currencyId] as const;
  const held = db
    .prepare<[string, string], { amount: string }>(
      "SELECT amount FROM balance WHERE account_id = ? AND currency_id = ?",
    )
    .get(...key);
  const user = String(posting.userId);
  db.prepare(
    `INSERT INTO balance VALUES (?, ?, ?, '0', ?, ?, ?, ?)
     ON CONFLICT (account_id, currency_id) DO UPDATE SET
       amount = excluded.amount, updator_user_id = excluded.updator_user_id, updated_at = excluded.updated_at`,
  ).run(...key, add(held?.amount ?? "0", movement.amount), user, posting.updatedAt, user, posting.updatedAt);
}

/** Writes the transfers of a transaction and moves the balances they name. */
export function writeTransfers(
  db: PracticeDb,
  movements: readonly Movement[],
  posting: BooksPosting,
  description: string,
): z.output<typeof transfer>[] {
  const insert = db.prepare(
    "INSERT INTO transfer (transaction_id, account_id, currency_id, amount) VALUES (?, ?, ?, ?)",
  );
  return movements.map((movement, index) => {
    const { lastInsertRowid } = insert.run(
      posting.transactionId,
      String(movement.accountId),
      movement.currencyId,
      movement.amount,
    );
    moveBalance(db, movement, posting);
    return {
      rowNo: index + 1,
      tenantId: posting.tenantId,
      serviceId: SERVICE_ID,
      transactionId: posting.transactionId,
      id: Number(lastInsertRowid),
      ...movement,
      description,
      ...stamps(posting),
    };
  });
}

const balanceRow = z.object({
  account_id: exactInteger,
  currency_id: currencyCode,
  amount: decimal,
  ceil_amount: decimal,
  creator_user_id: exactInteger,
  created_at: timestamp,
  updator_user_id: exactInteger,
  updated_at: timestamp,
});

const GROUP_OF_TYPE: Record<string, number> = { supplier: 1, cash: 2, bank: 3, other: 4 };

/** The balances that the movements touched, as they stand now; each once. */
export function touchedBalances(
  db: PracticeDb,
  movements: readonly Movement[],
  posting: BooksPosting,
): z.output<typeof balance>[] {
  const keys = new Map(
    movements.map((movement) => [`${movement.accountId} ${movement.currencyId}`, movement] as const),
  );
  return [...keys.values()].map((movement, index) => {
    const key = [String(movement.accountId), movement.currencyId];
    const row = balanceRow.parse(
      db.prepare("SELECT * FROM balance WHERE account_id = ? AND currency_id = ?").get(...key),
    );
    const account = db
      .prepare<[string], { name: string; type: string }>("SELECT name, type FROM account WHERE id = ?")
      .get(String(movement.accountId));
    const group = GROUP_OF_TYPE[account?.type ?? "other"] ?? 4;
    return {
      rowNo: index + 1,
      tenantId: posting.tenantId,
      accountId: row.account_id,
      currencyId: row.currency_id,
      amount: row.amount,
      ceilAmount: row.ceil_amount,
      upId: group * 100,
      typeId: group,
      groupId: group,
      isMain: false,
      isAutomatic: false,
      relatedUserId: posting.userId,
      description: account?.name ?? null,
      status: 1,
      creatorUserId: row.creator_user_id,
      createdAt: row.created_at,
      updatorUserId: row.updator_user_id,
      updatedAt: row.updated_at,
    };
  });
}

/** Writes the request that a transaction raises; a later update of it keeps the request's id. */
export function writeRequest(
  db: PracticeDb,
  posting: BooksPosting,
  description: string,
): z.output<typeof request> {
  const row = db
    .prepare<[number, string], { id: number }>(
      `INSERT INTO tenant_request (transaction_id, description) VALUES (?, ?)
       ON CONFLICT (transaction_id) DO UPDATE SET description = excluded.description RETURNING id`,
    )
    .get(posting.transactionId, description);
  if (row === undefined) throw new Error("RETURNING answers the row that was written");
  return {
    rowNo: 1,
    askTenantId: posting.tenantId,
    responseTenantId: RESPONSE_TENANT_ID,
    serviceId: SERVICE_ID,
    id: row.id,
    serialNo: posting.serialNo,
    description,
    ...stamps(posting),
  };
}

/** Appends log entries; they are never changed afterwards. */
export function writeLogs(
  db: PracticeDb,
  descriptions: readonly string[],
  posting: BooksPosting,
): z.output<typeof log>[] {
  const insert = db.prepare(
    "INSERT INTO log (transaction_id, description, creator_user_id, created_at) VALUES (?, ?, ?, ?)",
  );
  return descriptions.map((description, index) => ({
    rowNo: index + 1,
    tenantId: posting.tenantId,
    id: Number(
      insert.run(posting.transactionId, description, String(posting.userId), posting.updatedAt)
        .lastInsertRowid,
    ),
    description,
    status: 1,
    creatorUserId: posting.userId,
    createdAt: posting.updatedAt,
  }));
}

/**
 * The amount in the shop's main currency, exact and unrounded; in its own currency where there is no rate.
 */
export function inMainCurrency(
  db: PracticeDb,
  amount: Decimal,
  from: CurrencyCode,
  main: CurrencyCode,
): { toCurrencyId: CurrencyCode; toAmount: Decimal } {
  const rate = db
    .prepare<[string, string], { rate: string }>(
      "SELECT rate FROM exchange_rate WHERE from_currency_id = ? AND to_currency_id = ? AND deleted = 0",
    )
    .get(from, main);
  if (from === main || rate === undefined) return { toCurrencyId: from, toAmount: amount };
  return { toCurrencyId: main, toAmount: multiply(amount, rate.rate) };
}

/** The canonical spelling of a result; refuses (422) what has more digits than any border takes. */
function exact(value: Big): Decimal {
  // A plain spelling of a hostile exponent would be endless, so the size is asked first.
  const canonical = Math.abs(value.e) > 120 ? null : canonicalDecimal(value.toFixed());
  if (canonical === null)
    throw new ServiceRefusal(422, "too_many_digits", "An amount of this request has too many digits.");
  return canonicalDecimalText.parse(canonical);
}

export const add = (left: string, right: string): Decimal => exact(new Big(left).plus(right));
export const subtract = (left: string, right: string): Decimal => exact(new Big(left).minus(right));
export const multiply = (left: string, right: string): Decimal => exact(new Big(left).times(right));
export const negate = (value: string): Decimal => exact(new Big(0).minus(value));
export const isNegative = (value: string): boolean => value.startsWith("-");
