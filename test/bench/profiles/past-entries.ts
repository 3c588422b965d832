/**
 * A past of confirmed purchase returns, written in bulk through the stores that the program itself writes with: schema,
 * triggers, audit chain and mirror rows are the real ones. The service's answer is the practice service's to the first
 * return; the others get the same words with their own serial number and products.
 */

import { fetch } from "undici";
import { NOBODY, THE_PROGRAM } from "../../../contract/call.ts";
import { purchaseReturnInput } from "../../../contract/channels/posting.ts";
import { OPERATIONS } from "../../../contract/operations.ts";
import { deviceId, tenantId, userId } from "../../../contract/values.ts";
import { createAuditStore } from "../../../main/engine/core/audit.ts";
import { createAnswerStore } from "../../../main/engine/core/outbox/answers.ts";
import { createDocumentStore } from "../../../main/engine/core/outbox/documents.ts";
import { createEntryStore } from "../../../main/engine/core/outbox/entries.ts";
import type { EntryRow } from "../../../main/engine/core/outbox/entry-rows.ts";
import { createPostingStore } from "../../../main/engine/core/outbox/posting.ts";
import { createSettle, judge } from "../../../main/engine/core/sync/settle.ts";
import { openDatabase } from "../../../main/engine/file/database/open-database.ts";
import { createDocumentTrigrams } from "../../../main/engine/mirror/document-trigrams.ts";
import { createNameStore } from "../../../main/engine/mirror/lists/names.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { postPurchaseReturn } from "../../../main/engine/subjects/purchase-return.ts";
import { startPracticeService } from "../../../main/practice/service.ts";
import { typicalReturn } from "../post.ts";
import { productNamed } from "./product-names.ts";

/** The first was posted then, and another every five minutes. */
export const PAST_BEGINS = Date.UTC(2025, 0, 1, 6);
const EVERY_MS = 5 * 60_000;
const FIRST_PRODUCT = productNamed(0).id;
const IN_ONE_TRANSACTION = 1_000;
/** The practice shop's own products, which `typicalReturn` names. */
const SAMPLE_PRODUCT = /"productId":(1001|1002|1003)\b/g;

/** Words of many notes; the first two are hardly ever in one. */
const REASONS = [
  "torn",
  "damaged",
  "expired",
  "wrong price",
  "late",
  "leaking",
  "تالف",
  "منتهي",
  "short",
  "سعر خاطئ",
];
const GOODS = ["ghee", "tea", "sugar", "rice", "milk", "كرتون حليب", "سكر", "oil", "flour"];
export const HARDLY_TOGETHER = "torn ghee";

function pastNote(n: number): string {
  const [reason, goods] = [n % REASONS.length, (n * 7) % GOODS.length];
  const meets = reason > 0 || goods > 0 || n % 1_000 === 0;
  return `${REASONS[reason]} on arrival, ${GOODS[meets ? goods : 1]}, delivery ${n}`;
}

export interface Past {
  /** The connection's file. */
  path: string;
  identity: { tenantId: number; userId: number; deviceId: string };
  entries: number;
  /** How many products the lines are spread over; 0: the practice shop's three. */
  products: number;
}

/** What the practice service answers to a request's body. Throws where it doesn't accept it. */
async function answerTo(body: string): Promise<string> {
  const service = await startPracticeService({ folder: ":memory:", port: 0 });
  try {
    const { method, path } = OPERATIONS.purchaseReturn;
    const answer = await fetch(`${service.url}${path}`, {
      method,
      body,
      headers: { "content-type": "application/json", authorization: `Bearer ${service.token}` },
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
    return text;
  } finally {
    await service.close();
  }
}

/** Writes the past into a connection's file that no engine has open. */
export async function writePast(past: Past, progress: (words: string) => void): Promise<void> {
  if (past.entries === 0) return;
  const db = openDatabase(past.path, null);
  try {
    const entries = createEntryStore(db);
    const documents = createDocumentStore(db);
    const settle = createSettle(entries, createAnswerStore(db));
    let now = PAST_BEGINS;
    const actor = {
      ...NOBODY,
      userId: userId.parse(past.identity.userId),
      deviceId: deviceId.parse(past.identity.deviceId),
    };
    const shop = {
      tenantId: tenantId.parse(past.identity.tenantId),
      post: createPostingStore(db, entries, documents, createAuditStore(db), () => undefined),
      names: createNameStore(db),
      randomness: systemRandomness,
      posted: () => undefined,
    };
    const productOf = (n: number, line: number): number =>
      past.products === 0 ? 1_001 + line : FIRST_PRODUCT + (((n * 3 + line) * 7_919) % past.products);
    const post = (n: number, productsOf: (line: number) => number): EntryRow => {
      const input = purchaseReturnInput.parse(typicalReturn(n));
      const lines = input.lines.map((line, index) => ({ ...line, productId: productsOf(index) }));
      const made = postPurchaseReturn(
        shop,
        { id: "", channel: "purchaseReturn.post", from: THE_PROGRAM, at: now, actor },
        purchaseReturnInput.parse({ ...input, lines, note: pastNote(n) }),
      );
      const entry = entries.byId(made.entryId);
      if (entry === undefined) throw new Error("the entry just made is not there");
      return entry;
    };
    const confirm = (entry: EntryRow, body: string): void => {
      const attemptId = entries.begin(entry.sequence, now + 40);
      const result = { kind: "answer", status: 201, body, retryAfter: null, date: null } as const;
      const due = () => ({ at: 0, askedMs: 0 });
      const { verdict } = settle(
        { entry, attemptId, at: now + 40 },
        result,
        judge(entry, result, () => false),
        false,
        now + 90,
        due,
      );
      if (verdict.state !== "confirmed") throw new Error(`the answer was not taken: ${verdict.state}`);
    };
    const first = post(0, (line) => 1_001 + line);
    const answer = await answerTo(first.request_body);
    confirm(first, answer);
    const answerOf = (n: number, serialNo: string): string =>
      answer
        .replaceAll(first.serial_no ?? "", serialNo)
        .replace(SAMPLE_PRODUCT, (_, id: string) => `"productId":${productOf(n, Number(id) - 1_001)}`);
    const writeSome = db.transaction((from: number, to: number): void => {
      for (let n = from; n < to; n += 1) {
        now = PAST_BEGINS + n * EVERY_MS;
        const entry = post(n, (line) => productOf(n, line));
        confirm(entry, answerOf(n, entry.serial_no ?? ""));
      }
    }).immediate;
    for (let from = 1; from < past.entries; from += IN_ONE_TRANSACTION) {
      writeSome(from, Math.min(past.entries, from + IN_ONE_TRANSACTION));
      if ((from - 1) % 20_000 === 0) progress(`  ${from - 1} of ${past.entries} past entries made`);
    }
    // As the program has filled it by then.
    const { fill } = createDocumentTrigrams(db);
    while (fill());
  } finally {
    db.close();
  }
}
