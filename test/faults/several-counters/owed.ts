/**
 * What one counter owes: each entry that it acknowledged is in its file, or a report of a recovery names it as lost. A
 * report excuses what it names, or the end of the file that it says it can't know, and only what was entered before
 * that recovery and was not seen since.
 */
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";

/** An entry as `outbox.list` tells it. */
export interface Listed {
  entryId: string;
  sequence: number;
}

interface Acknowledged {
  entryId: string;
  serialNo: string | null;
  /** Null until it was seen in one of the files. */
  service: number | null;
  isBackedUp: boolean;
}

interface Entry extends Acknowledged {
  /** Its number in its file; null until it was seen there. */
  sequence: number | null;
  /** How many were acknowledged before it. */
  order: number;
  /** The look that found it in its file last; 0 for none. */
  seenAt: number;
  isReported: boolean;
}

interface Reported {
  service: number;
  details: Pick<RecoveryReport["details"], "lost" | "mayLackMore">;
  /** The look that found it first. */
  reportedAt: number;
  /** How many entries had been acknowledged when a file was last recovered before that. */
  upTo: number;
  /** The numbers without a name that have excused an entry. */
  spent: Set<number>;
  /** The last entry that it left or named: only what came after that can be lost without a number. */
  end: Pick<Entry, "sequence" | "order">;
}

/** Backups may be shared, and numbers given anew: a report is the same one where all of it is. */
const nameOf = (service: number, { recoveryId, at, kind, reason, details }: RecoveryReport): string =>
  JSON.stringify([service, recoveryId, at, kind, reason, details]);

export class Owed {
  readonly #entries = new Map<string, Entry>();
  readonly #reported = new Map<string, Reported>();
  /** Entries that a backup brought in which a person loaded. */
  readonly #loaded = new Set<string>();
  #looks = 0;
  #recoveredUpTo = 0;

  acknowledged(entry: Acknowledged): void {
    const order = this.#entries.size + 1;
    this.#entries.set(entry.entryId, { ...entry, sequence: null, order, seenAt: 0, isReported: false });
  }

  /** What was acknowledged until now may be lost by it. */
  recovered(): void {
    this.#recoveredUpTo = this.#entries.size;
  }

  loaded(entryIds: Iterable<string>): void {
    for (const entryId of entryIds) this.#loaded.add(entryId);
  }

  backedUp(entryIds: Iterable<string>): void {
    for (const entryId of entryIds) {
      const entry = this.#entries.get(entryId);
      if (entry !== undefined) entry.isBackedUp = true;
    }
  }

  /** Of this file, those that were not reported as lost. */
  of(service: number): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.service === service && !entry.isReported);
  }

  strangers(listed: readonly Listed[]): string[] {
    const isKnown = (id: string): boolean => this.#entries.has(id) || this.#loaded.has(id);
    return listed.map(({ entryId }) => entryId).filter((entryId) => !isKnown(entryId));
  }

  /** What is wrong with what one file holds, given all that was ever reported of it, at one instant. */
  look(service: number, listed: readonly Listed[], reports: readonly RecoveryReport[]): string[] {
    this.#looks += 1;
    const here = new Map(listed.map((each) => [each.entryId, each]));
    for (const entry of this.#entries.values()) {
      const found = here.get(entry.entryId);
      if (found === undefined) continue;
      entry.service ??= service;
      entry.sequence = found.sequence;
      entry.isReported = false;
    }
    for (const report of reports) this.#take(service, report, here);
    const problems = this.of(service)
      .filter(({ entryId }) => !here.has(entryId))
      .flatMap((entry) => this.#missing(entry, "gone"));
    for (const { entryId } of listed) {
      const entry = this.#entries.get(entryId);
      if (entry !== undefined) entry.seenAt = this.#looks;
    }
    return problems;
  }

  /** Once both files were looked through: what was in neither must have been lost by one of them. */
  unplaced(): string[] {
    return [...this.#entries.values()]
      .filter(({ service, isReported }) => service === null && !isReported)
      .flatMap((entry) => this.#missing(entry, "in neither file"));
  }

  #take(service: number, report: RecoveryReport, here: ReadonlyMap<string, Listed>): void {
    const name = nameOf(service, report);
    if (this.#reported.has(name)) return;
    const upTo = this.#recoveredUpTo;
    const left = [...this.#entries.values()].filter(
      ({ entryId, order }) => here.has(entryId) && order <= upTo,
    );
    const { lost, mayLackMore } = report.details;
    const end = {
      sequence: Math.max(
        0,
        ...left.map(({ sequence }) => sequence ?? 0),
        ...lost.map(({ sequence }) => sequence ?? 0),
      ),
      order: Math.max(0, ...left.map(({ order }) => order)),
    };
    const details = { lost, mayLackMore };
    this.#reported.set(name, { service, details, reportedAt: this.#looks, upTo, spent: new Set(), end });
  }

  #missing(entry: Entry, where: string): string[] {
    if (entry.isBackedUp) return [`nothingLost: ${entry.serialNo} is ${where}, and a backup held it`];
    const isExcused = [...this.#reported.values()].some((reported) => this.#excuses(reported, entry));
    if (!isExcused) return [`nothingLost: ${entry.serialNo} is ${where}, and was not reported`];
    entry.isReported = true;
    return [];
  }

  #excuses(reported: Reported, entry: Entry): boolean {
    const { service, reportedAt, upTo, details, spent, end } = reported;
    if (entry.service !== null && entry.service !== service) return false;
    if (entry.seenAt >= reportedAt || entry.order > upTo) return false;
    const isNamed = details.lost.some(
      ({ entryId, serialNo }) =>
        entryId === entry.entryId || (serialNo !== null && serialNo === entry.serialNo),
    );
    if (isNamed) return true;
    const number = this.#numberFor(reported, entry);
    if (number !== undefined) {
      spent.add(number);
      return true;
    }
    const isBehindEnd =
      entry.sequence === null ? entry.order > end.order : entry.sequence > (end.sequence ?? 0);
    return details.mayLackMore && isBehindEnd;
  }

  /** A number without a name that this entry had, or may have had: then no other entry of the file had it. */
  #numberFor({ service, details, spent, upTo }: Reported, entry: Entry): number | undefined {
    const isAnothers = (number: number): boolean =>
      [...this.#entries.values()].some(
        (each) =>
          each.service === service && each.sequence === number && each.order <= upTo && !each.isReported,
      );
    return details.lost
      .filter(({ entryId, serialNo }) => entryId === null && serialNo === null)
      .flatMap(({ sequence }) => (sequence === null ? [] : [sequence]))
      .filter((number) => !spent.has(number))
      .find((number) => (entry.sequence === null ? !isAnothers(number) : entry.sequence === number));
  }
}
