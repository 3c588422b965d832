/** The practice service's own books and rules, without its port: requests go in as text, answers come out. */
import type { OperationKind } from "../../../contract/operations.ts";
import { openBooks, type PracticeDb } from "../../../main/practice/books/books.ts";
import { seedShop } from "../../../main/practice/books/seed-shop.ts";
import {
  answerOperation,
  type OperationContext,
  type ServiceAnswer,
} from "../../../main/practice/operations.ts";
import { SAMPLE_SHOP } from "../../../main/practice/shop/sample-shop.ts";

export interface AppliedRow {
  n: number;
  operation: OperationKind;
  recordKey: string;
  serialNo: string | null;
  body: string;
}

export class Books {
  readonly #db: PracticeDb;
  readonly #context: OperationContext;
  readonly #appliedAfter;

  constructor(merging: boolean, now: () => number) {
    this.#db = openBooks(":memory:");
    seedShop(this.#db, SAMPLE_SHOP, { now });
    this.#context = {
      db: this.#db,
      clock: { now },
      token: { token: "", expiresAt: 0 },
      mergeRepeats: merging,
    };
    this.#appliedAfter = this.#db.prepare<[number], AppliedRow>(
      `SELECT n, operation, record_key AS recordKey, serial_no AS serialNo, request_body AS body
       FROM applied WHERE n > ? ORDER BY n`,
    );
  }

  /** The one token that is taken from now on; `expiresAt` in true time. */
  take(token: string, expiresAt: number | null): void {
    this.#context.token = { token, expiresAt };
  }

  /** Carries it out and answers, as over the wire. */
  answer(operation: OperationKind, authorization: string, body: string): ServiceAnswer {
    const request = {
      authorization,
      contentType: "application/json",
      bytes: Buffer.from(body),
      text: body,
    };
    return answerOperation(operation, request, this.#context).answer;
  }

  /** Everything that changed the books after number `n`. */
  appliedAfter(n: number): AppliedRow[] {
    return this.#appliedAfter.all(n);
  }

  close(): void {
    this.#db.close();
  }
}
