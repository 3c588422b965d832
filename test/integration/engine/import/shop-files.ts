/** A connection's database and a folder of files to import, both thrown away after the test. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { CHANNELS, type ChannelOutput, type ParsedInput } from "../../../../contract/channels.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import type { List } from "../../../../contract/lists.ts";
import { createReferenceDataService } from "../../../../main/engine/import/run/reference-data.ts";
import { systemClock } from "../../../../main/engine/ports.ts";
import { CALL, SILENT } from "../../../helpers/file-context.ts";
import { openMigrated, ROOM } from "../../../helpers/migrated.ts";

/** The database lies in the folder's `books`; files to import lie in the folder itself. */
export function openShop() {
  const folder = mkdtempSync(join(ROOM, "counterside-shop-"));
  const books = join(folder, "books");
  const db = openMigrated(join(books, "shop.sqlite"));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let now = Date.UTC(2026, 0, 1);
  const clock = { ...systemClock, now: () => now };
  const events: CountersideEvent[] = [];
  const recorded: unknown[] = [];
  const service = createReferenceDataService({
    db,
    clock,
    emit: (event) => events.push(event),
    record: (_, ...act) => recorded.push(act),
    sqliteBinding: null,
    verifyThread: null,
    log: SILENT,
  });
  const take = (input: ParsedInput<"referenceData.import">) => service.import(CALL, input);
  const put = (content: string | Uint8Array, name = "file.csv"): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    db,
    clock,
    events,
    recorded,
    service: { ...service, import: take },
    put,
    folder,
    books,
    /** Moves this counter's clock. */
    pass: (ms: number): void => {
      now += ms;
    },
    /** Writes the content to a file and imports it; the answer is held against the contract. */
    async take(kind: List, content: string | Uint8Array): Promise<ChannelOutput<"referenceData.import">> {
      const answer = await take({ kind, path: put(content) });
      return CHANNELS["referenceData.import"].output.parse(answer);
    },
  };
}
