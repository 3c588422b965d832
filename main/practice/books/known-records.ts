/** Whether the records that a request names are in the books and not deleted, and how a request is refused. */
import { inSql, type List, type NamedList, tableOf } from "../../../contract/lists.ts";
import { type CurrencyCode, currencyCode, type ExactInteger } from "../../../contract/values.ts";
import { type PracticeDb, readMeta } from "./books.ts";

/** Refuses (403) a tenant that the token doesn't belong to. */
export function requireTenant(db: PracticeDb, tenantId: ExactInteger): void {
  if (String(tenantId) === readMeta(db, "tenantId")) return;
  throw new ServiceRefusal(403, "wrong_tenant", `This token does not belong to tenant ${tenantId}.`, [
    { field: "tenantId", reason: "is not the tenant of this token" },
  ]);
}

/** The currency that `toAmount` is given in. */
export function mainCurrencyOf(db: PracticeDb): CurrencyCode {
  return currencyCode.parse(readMeta(db, "mainCurrencyId"));
}

/** A record of that list in English: "measure unit". */
export const inWords = (list: List): string => inSql(list).replaceAll("_", " ");

/** Gathers what is wrong with the named records, then refuses (422) all of it at once. */
export class RecordCheck {
  readonly #db: PracticeDb;
  readonly #fields: RefusedField[] = [];

  constructor(db: PracticeDb) {
    this.#db = db;
  }

  refuse(field: string, reason: string): void {
    this.#fields.push({ field, reason });
  }

  account(field: string, id: ExactInteger, types: readonly string[]): void {
    if (!this.record(field, "account", id)) return;
    const row = this.#db
      .prepare<[string], { type: string }>("SELECT type FROM account WHERE id = ?")
      .get(String(id));
    if (row !== undefined && !types.includes(row.type)) {
      this.refuse(field, `account ${id} is a ${row.type} account, not ${types.join(" or ")}`);
    }
  }

  /** Whether the record is there and not deleted. */
  record(field: string, list: NamedList, id: ExactInteger | string): boolean {
    const row = this.#db
      .prepare<[string], { deleted: number }>(`SELECT deleted FROM ${tableOf(list)} WHERE id = ?`)
      .get(String(id));
    if (row === undefined) this.refuse(field, `${inWords(list)} ${id} is not known`);
    else if (row.deleted !== 0) this.refuse(field, `${inWords(list)} ${id} was deleted`);
    return row?.deleted === 0;
  }

  done(): void {
    if (this.#fields.length === 0) return;
    const words = this.#fields.map(({ field, reason }) => `${field}: ${reason}`).join("; ");
    throw new ServiceRefusal(422, "not_accepted", `The request was not accepted. ${words}.`, this.#fields);
  }
}

/** What the stand-in says when it doesn't do what was asked. The interface shows no error shape; this is ours. */
export interface RefusedField {
  field: string;
  reason: string;
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422;

/** Thrown inside a transaction, so that nothing of a refused request stays. */
export class ServiceRefusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly fields: RefusedField[];

  constructor(status: RefusalStatus, code: string, message: string, fields: RefusedField[] = []) {
    super(message);
    this.name = "ServiceRefusal";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}
