/**
 * Two whole counters over real files, with one folder of backups, one time and the practice service's books. Under a
 * seed connections are switched, files damaged, removed, replaced and swapped between the counters, folders swapped,
 * programs killed, also while postings are under way. What is done is drawn from the seed; how long the system takes
 * for its files is its own.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type BackupFile,
  type BackupReach,
  byReach,
  expendable,
  ownBackups,
} from "../../../main/engine/file/backups/backup-files.ts";
import { type Damage, damage } from "../../helpers/damage.ts";
import { Books } from "../simulator/books.ts";
import { Chance } from "../simulator/chance.ts";
import { Timeline } from "../simulator/timeline.ts";
import { Counter, SERVICES } from "./counter.ts";
import { Look } from "./look.ts";
import { type SeedReport, simulateSeed } from "./seed-run.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
/** The end of the program waits for requests and a last copy of the backup; in simulated milliseconds. */
const LONGEST_END_MS = 20_000;
/** Longer than the longest pause of a counter whose service was in trouble, and the sending after it. */
const CALM_MS = 30 * MINUTE;
const DAMAGES: readonly Damage[] = ["header", "header", "page", "many_pages", "wal_bytes"];

const ACTS = [
  [26, "post"],
  [12, "pass"],
  [8, "switch"],
  [5, "switch while posting"],
  [9, "back up"],
  [6, "damage"],
  [5, "damage while posting"],
  [5, "remove"],
  [4, "replace"],
  [5, "copy the folder"],
  [5, "older folder"],
  [6, "swap backups"],
  [6, "swap files"],
  [5, "clock"],
  [6, "kill"],
  [4, "load a backup"],
  [7, "quit"],
  [4, "disk"],
  [10, "network"],
] as const;
type Act = (typeof ACTS)[number][1];

export const simulateShop = (seed: number, steps: number): Promise<SeedReport> =>
  simulateSeed(seed, steps, (root) => new Shop(seed, root));

/** The backups of one connection of a counter in the shared folder, the furthest first. */
interface Kept {
  counter: Counter;
  service: number;
  files: BackupFile[];
}

class Shop {
  readonly #timeline = new Timeline(Date.parse("2026-03-01T08:00:00.000Z"));
  readonly #chance: Chance;
  readonly #books: Books[];
  readonly #counters: Counter[];
  readonly #looks: Map<Counter, Look>;
  readonly #folder: string;
  readonly journal: string[] = [];
  readonly problems: string[] = [];
  /** Each backup is read once. */
  readonly #read = new Map<string, BackupReach | null>();
  /** How far the furthest backup of each counter's files in the shared folder had come. */
  readonly #furthest = new Map<string, number>();

  constructor(seed: number, root: string) {
    this.#chance = new Chance(seed, "shop");
    this.#folder = join(root, "shared");
    mkdirSync(this.#folder);
    this.#books = SERVICES.map(() => new Books(false, () => this.#timeline.now));
    for (const books of this.#books) books.take("token", null);
    this.#counters = [1, 2].map(
      (n) =>
        new Counter({
          n,
          profile: join(root, `counter-${n}`),
          timeline: this.#timeline,
          chance: new Chance(seed, `counter ${n}`),
          books: this.#books,
          note: (words) => this.#note(words),
          problem: (words) => this.problems.push(words),
        }),
    );
    this.#looks = new Map(this.#counters.map((counter) => [counter, new Look(counter, this.#books)]));
  }

  async begin(): Promise<void> {
    for (const counter of this.#counters) {
      counter.start();
      await counter.choose(0);
      await counter.call("backup.setSecondFolder", { path: this.#folder });
    }
  }

  next(): { act: Act; run: () => Promise<void> } {
    const counter = this.#chance.pick(this.#counters);
    const act = this.#chance.weighted<Act>(ACTS);
    this.#note(`counter ${counter.n}: ${act}`);
    const before = this.#allShared();
    const run = async (): Promise<void> => {
      await this.#do(act, counter);
      this.#lookAtRemoved(before);
    };
    return { act, run };
  }

  /** Whatever was damaged or taken away is recovered while all is well, and everything is asked for once more. */
  async calm(): Promise<void> {
    for (const [counter, look] of this.#looks) {
      counter.network = "good";
      counter.fillDisk(false);
      await counter.pass(CALM_MS);
      await look.look(true);
      for (const service of SERVICES.keys()) {
        if (this.problems.length > 0) return;
        await counter.choose(service);
        if (counter.service !== service)
          this.problems.push(`stuck: counter ${counter.n} can't be taken to its other connection`);
        await counter.pass(CALM_MS);
        await look.look(true);
      }
      for (const words of counter.owed.unplaced()) this.problems.push(`${words} (counter ${counter.n})`);
    }
  }

  async #do(act: Act, counter: Counter): Promise<void> {
    switch (act) {
      case "post":
        for (let n = this.#chance.between(1, 3); n > 0; n -= 1) await counter.post();
        return counter.pass(this.#chance.between(0, 2_000));
      case "pass":
        return counter.pass(this.#chance.between(1, 90) * MINUTE);
      case "switch":
        return counter.choose(1 - counter.service);
      case "switch while posting": {
        const switched = counter.choose(1 - counter.service);
        return void (await Promise.all([switched, counter.post(), counter.post(), counter.post()]));
      }
      case "back up":
        return counter.backUp();
      case "damage":
        this.#damage(counter);
        // Met by a call, or by the engine's own timers.
        return this.#chance.happens(0.5) ? counter.touch() : counter.letTimersLook();
      case "damage while posting":
        await counter.post();
        this.#damage(counter);
        return void (await Promise.all([counter.post(), counter.touch(), counter.post()]));
      case "remove":
        await counter.post();
        rmSync(counter.file, { force: true });
        return counter.touch();
      case "replace":
        if (!existsSync(counter.file)) return;
        cpSync(counter.file, `${counter.file}.copy`);
        renameSync(`${counter.file}.copy`, counter.file);
        return counter.touch();
      case "copy the folder":
        rmSync(counter.copy, { recursive: true, force: true });
        cpSync(dirname(counter.file), counter.copy, { recursive: true });
        return;
      case "older folder":
        return this.#putOlderFolder(counter);
      case "swap backups":
        return this.#swapBackups(counter);
      case "swap files":
        return this.#swapFiles(counter);
      case "clock":
        counter.skew = this.#chance.pick([0, 0, -3 * YEAR, 3 * YEAR, 60 * YEAR]);
        return counter.backUp();
      case "kill":
        return counter.kill();
      case "load a backup":
        return this.#load(counter);
      case "quit":
        return this.#quit(counter);
      case "disk":
        counter.fillDisk(this.#chance.pick([false, true]));
        return;
      case "network":
        counter.network = this.#chance.pick(["good", "good", "away", "hangs", "loses answers"] as const);
    }
  }

  #damage(counter: Counter): void {
    if (existsSync(counter.file)) damage(counter.file, this.#chance.pick(DAMAGES), this.#chance.fraction);
  }

  #shared(counter: Counter, service: number): BackupFile[] {
    const { owner, file } = counter.ownerOf(service);
    return ownBackups(this.#folder, file, owner, null, this.#read);
  }

  #backupsOfOthers(counter: Counter): string[] {
    return this.#counters
      .filter((other) => other !== counter)
      .flatMap((other) => SERVICES.flatMap((_, service) => this.#shared(other, service)))
      .map(({ path }) => path);
  }

  /** Every counter's backups of either connection in the shared folder. */
  #allShared(): Kept[] {
    return this.#counters.flatMap((counter) =>
      SERVICES.map((_, service) => ({ counter, service, files: this.#shared(counter, service) })),
    );
  }

  /** Each that is gone was one that its own counter need not keep beside those that are there, and beside those that were. */
  #lookAtRemoved(before: readonly Kept[]): void {
    for (const { counter, service, files } of before) {
      const gone = files.filter(({ path }) => !existsSync(path));
      if (gone.length === 0) continue;
      const mayGo = new Set(
        expendable(byReach([...gone, ...this.#shared(counter, service)])).map(({ path }) => path),
      );
      for (const { path } of gone)
        if (!mayGo.has(path)) this.problems.push(`backups: counter ${counter.n}'s ${basename(path)} is gone`);
    }
  }

  /** As a restore or a tool that keeps folders alike does it; what is entered in the same breath must not go with it. */
  async #putOlderFolder(counter: Counter): Promise<void> {
    const folder = dirname(counter.file);
    if (!existsSync(counter.copy)) return;
    rmSync(`${folder}-gone`, { recursive: true, force: true });
    renameSync(folder, `${folder}-gone`);
    renameSync(counter.copy, folder);
    // An older copy of a closed file with its high-water mark is not distinguished from the file: only the open one becomes older.
    for (const name of readdirSync(`${folder}-gone`))
      if (!name.startsWith(basename(counter.file))) cpSync(join(`${folder}-gone`, name), join(folder, name));
    await counter.post();
    await counter.touch();
  }

  /** Another counter's backup comes to lie under this one's name, newer than all by it. */
  #swapBackups(counter: Counter): void {
    const [from] = this.#backupsOfOthers(counter);
    if (from === undefined || !existsSync(counter.backups)) return;
    const name = basename(from).replace(/-\d{8}T[^-]*$/, "-20990101T000000.000Z.auto.sqlite");
    cpSync(from, join(counter.backups, name));
  }

  /** While the program is closed its file is gone, or the other counter's is in its place. */
  async #swapFiles(counter: Counter): Promise<void> {
    const other = this.#counters.find((each) => each !== counter);
    const from = join(other?.profile ?? "", "connections", basename(counter.file));
    if (!existsSync(from) || !existsSync(counter.file)) return;
    await counter.end();
    for (const rest of ["", "-wal", "-shm"]) rmSync(counter.file + rest, { force: true });
    if (this.#chance.happens(0.5)) {
      cpSync(from, counter.file);
      if (existsSync(`${from}-wal`)) cpSync(`${from}-wal`, `${counter.file}-wal`);
    }
    counter.start();
  }

  /** Into the connection that is open, while something is entered there. */
  async #load(counter: Counter): Promise<void> {
    const start = `${basename(counter.file, ".sqlite")}-`;
    const names = existsSync(counter.backups) ? readdirSync(counter.backups).sort() : [];
    const fitting = names.filter((name) => name.startsWith(start) && name.endsWith(".sqlite"));
    if (fitting.length === 0) return;
    const path = join(counter.backups, this.#chance.pick(fitting));
    await Promise.all([counter.load(path), counter.post(), counter.post()]);
  }

  async #quit(counter: Counter): Promise<void> {
    const began = this.#timeline.now;
    await counter.end();
    const took = this.#timeline.now - began;
    if (took > LONGEST_END_MS) this.problems.push(`stuck: the end of the program took ${took} ms`);
    counter.start();
  }

  async check(): Promise<void> {
    for (const [counter, look] of this.#looks) {
      await look.look(false);
      for (const service of SERVICES.keys()) {
        const reach = this.#shared(counter, service)[0]?.reach;
        const key = `${counter.n} ${service}`;
        const before = this.#furthest.get(key) ?? 0;
        const now = reach === undefined ? 0 : reach.recoveries * 1e6 + reach.entry;
        if (now < before) this.problems.push(`backups: the furthest of counter ${counter.n} is gone`);
        this.#furthest.set(key, Math.max(before, now));
      }
    }
    for (const books of this.#books) {
      const serials = books.appliedAfter(0).map(({ serialNo }) => serialNo);
      const twice = serials.find((serial, at) => serials.indexOf(serial) !== at);
      if (twice !== undefined) this.problems.push(`noneTwice: ${twice} is in the books twice`);
    }
  }

  #note(words: string): void {
    if (this.journal.at(-1)?.endsWith(words) === true) return;
    this.journal.push(`${new Date(this.#timeline.now).toISOString()} ${words}`);
  }

  async close(): Promise<void> {
    for (const counter of this.#counters) await counter.end();
    for (const books of this.#books) books.close();
  }
}
