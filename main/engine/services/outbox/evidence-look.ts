/**
 * The one look at entries that an earlier version confirmed by any 2xx: whose kept answer is no evidence is marked, so
 * that a person looks at it. In the background and in pieces, each with how far it came, so that a long outbox delays
 * nothing and a restart goes on where it was. States of final entries are not changed.
 */
import { evidenceIn } from "../../../../contract/service/evidence.ts";
import type { Clock, Log } from "../../ports.ts";
import type { MetaStore } from "../../store/file/meta.ts";
import type { Db } from "../../store/file/open-database.ts";
import type { EntryStore } from "../../store/outbox/entries.ts";
import { askedOf, type EntryRow } from "../../store/outbox/entry-rows.ts";

/** Not while everything else opens. */
const FIRST_AFTER_MS = 3_000;
const NEXT_AFTER_MS = 50;
/** Attempts looked at in one go: some milliseconds. */
const PIECE = 100;
const DONE = "done";

export interface EvidenceLookDeps {
  db: Db;
  entries: EntryStore;
  meta: MetaStore;
  clock: Clock;
  log: Log;
  /** Called for each entry that was marked, once that is on disk. */
  marked: (entry: EntryRow) => void;
}

/** Starts the look where one is to be made; returns what stops it. */
export function lookAtEvidence({ db, entries, meta, clock, log, marked }: EvidenceLookDeps): () => void {
  let cancel: () => void = () => undefined;

  /** Looks at the next piece; false where nothing is left. */
  const piece = db.transaction((): { found: EntryRow[]; more: boolean } => {
    const [, at, last] = /^(\d+)\/(\d+)$/.exec(meta.get("evidenceLook") ?? "") ?? [];
    if (at === undefined || last === undefined) return { found: [], more: false };
    const to = Math.min(Number(at) + PIECE, Number(last));
    const found = entries.believed(Number(at), to).flatMap((row) => {
      const evidence = evidenceIn(askedOf(row), row.response_body ?? "");
      if (evidence.kind !== "none") return [];
      entries.markEvidenceGap(row, evidence.reason);
      return [row];
    });
    const more = to < Number(last);
    meta.hold({ evidenceLook: more ? `${to}/${last}` : DONE });
    return { found, more };
  });

  const next = (): void => {
    try {
      const { found, more } = piece.immediate();
      for (const entry of found) marked(entry);
      if (more) cancel = clock.schedule(NEXT_AFTER_MS, next);
    } catch (error) {
      // It goes on after the next start: nothing else waits for it.
      log.warn("the look at earlier answers stopped", { error });
    }
  };
  const isDone = [null, DONE].includes(meta.get("evidenceLook"));
  if (!isDone) cancel = clock.schedule(FIRST_AFTER_MS, next);
  return () => cancel();
}
