/**
 * Computers that take each other's place behind fences in one shop folder, while it is away, slow or loses answers, the
 * service can't be reached by some, computers sleep, are killed, die and are started again. Its people are careful: what is
 * of unknown outcome they look for in the books, and send again only what is not there.
 */
import { join } from "node:path";
import { makeKey } from "../../../main/engine/subjects/counters/backups/key.ts";
import { type SeedReport, simulateSeed } from "../several-counters/seed-run.ts";
import { Books } from "../simulator/books.ts";
import { Chance } from "../simulator/chance.ts";
import { Timeline } from "../simulator/timeline.ts";
import { Computer } from "./computer.ts";
import { LINKS, SharedFolder } from "./shared-folder.ts";

const MINUTE = 60_000;
const MOST_COMPUTERS = 6;

const ACTS = [
  [16, "enter"],
  [14, "enter and back up"],
  [18, "pass"],
  [12, "back up"],
  [8, "link"],
  [8, "network"],
  [5, "sleep"],
  [6, "die"],
  [6, "start"],
  [6, "take over"],
  [12, "take over what is only away"],
  [3, "take over and die"],
  [3, "race to take over"],
  [8, "decide"],
  [4, "hand over"],
  [4, "receive"],
  [3, "kill"],
] as const;
type Act = (typeof ACTS)[number][1];

/** What can be done where every computer is off. */
const OF_THE_DEAD = ["start", "take over", "take over and die", "race to take over", "pass"] as const;

export const simulateChain = (seed: number, steps: number): Promise<SeedReport> =>
  simulateSeed(seed, steps, (root) => new Chain(seed, root));

interface Entered {
  serialNo: string;
  by: Computer;
}

class Chain {
  readonly #seed: number;
  readonly #root: string;
  readonly #timeline = new Timeline(Date.parse("2026-03-01T08:00:00.000Z"));
  readonly #chance: Chance;
  readonly #books: Books;
  readonly #folder: SharedFolder;
  readonly #computers: Computer[] = [];
  readonly journal: string[] = [];
  readonly problems: string[] = [];
  readonly #entered: Entered[] = [];
  /** Serial numbers of entries that a whole backup in the folder holds. */
  readonly #reached = new Set<string>();
  readonly #seenIndexes = new Set<string>();
  #key = { recipient: "", key: "" };

  constructor(seed: number, root: string) {
    this.#seed = seed;
    this.#root = root;
    this.#chance = new Chance(seed, "chain");
    this.#books = new Books(false, () => this.#timeline.now);
    this.#books.take("token", null);
    this.#folder = new SharedFolder(this.#timeline);
  }

  async begin(): Promise<void> {
    this.#key = await makeKey();
    const first = await this.#buy();
    await first.connect();
  }

  next(): { act: Act; run: () => Promise<void> } {
    const on = this.#computers.filter(({ isOn }) => isOn);
    const act = on.length === 0 ? this.#chance.pick(OF_THE_DEAD) : this.#chance.weighted<Act>(ACTS);
    const any = OF_THE_DEAD.some((each) => each === act) || on.length === 0;
    const computer = this.#chance.pick(any ? this.#computers : on);
    this.#note(`computer ${computer.n}: ${act}`);
    return { act, run: () => this.#do(act, computer) };
  }

  async #buy(): Promise<Computer> {
    const n = this.#computers.length + 1;
    const computer = new Computer({
      n,
      profile: join(this.#root, `computer-${n}`),
      timeline: this.#timeline,
      chance: new Chance(this.#seed, `computer ${n}`),
      books: this.#books,
      folder: this.#folder,
      problem: (words) => void this.problems.push(words),
      sends: (from, body) => {
        const note = /"note":"([^"]*)"/.exec(body)?.[1] ?? "";
        this.#note(`computer ${from.n} sends ${note}`);
        if (from.isFenced)
          this.problems.push(`fenced: computer ${from.n} knows the fence, and sends ${note}`);
      },
    });
    this.#computers.push(computer);
    computer.start();
    await computer.nameFolder(this.#key.recipient);
    return computer;
  }

  async #do(act: Act, computer: Computer): Promise<void> {
    switch (act) {
      case "enter":
        for (let n = this.#chance.between(1, 2); n > 0; n -= 1) await this.#enter(computer);
        return this.#pass(this.#chance.between(0, 2_000));
      case "enter and back up":
        // Nothing of it is sent before the folder has it.
        computer.network = "away";
        await this.#enter(computer);
        await computer.call("backup.create", {});
        await computer.call("shopFolder.refresh", {});
        computer.network = this.#chance.pick(["good", "away"] as const);
        return;
      case "pass":
        return this.#pass(this.#chance.between(1, 14) * MINUTE);
      case "back up":
        await computer.call("backup.create", {});
        return this.#chance.happens(0.2)
          ? computer.killedDuring("shopFolder.refresh", {})
          : void (await computer.call("shopFolder.refresh", {}));
      case "link":
        computer.link = this.#chance.pick(LINKS);
        return;
      case "network":
        computer.network = this.#chance.pick(["good", "good", "away", "loses answers"] as const);
        return;
      case "sleep":
        if (computer.isAsleep) computer.wake();
        else computer.sleep();
        return;
      case "die":
        computer.kill();
        // Some are repaired.
        if (this.#chance.happens(0.4)) computer.isGone = true;
        return;
      case "start":
        computer.wake();
        if (!computer.isOn && !computer.isGone) computer.start();
        return;
      case "kill":
        if (!computer.isOn) return;
        computer.kill();
        return computer.start();
      case "take over":
        return this.#takeOver(computer, false);
      case "take over what is only away":
        return this.#takeOverLiving(computer);
      case "take over and die":
        return this.#takeOver(computer, true);
      case "race to take over":
        return this.#race(computer);
      case "decide":
        return this.#decide(computer);
      case "hand over":
        return this.#handOver(computer);
      case "receive":
        return this.#receive(computer);
    }
  }

  async #enter(computer: Computer): Promise<void> {
    const note = `return ${this.#entered.length + 1} of computer ${computer.n}`;
    const reply = await computer.call("purchaseReturn.post", {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1101,
      cashOrBankAccountId: 2001,
      note,
      lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
    });
    if (reply?.ok === true) this.#entered.push({ serialNo: reply.value.serialNo, by: computer });
  }

  /** Who has this counter's place, as the folder says. */
  #claimedBy(device: string): string | undefined {
    const names = this.#folder.names(`fence/${device}/`).filter((name) => /\/\d{8}\.json$/.test(name));
    const fence = this.#folder.json(names.at(-1) ?? "");
    const by =
      typeof fence === "object" && fence !== null && "byDeviceId" in fence ? fence.byDeviceId : undefined;
    return typeof by === "string" ? by : undefined;
  }
  #claimantOf(device: string): Computer | undefined {
    const by = this.#claimedBy(device);
    return by === undefined ? undefined : this.#computers.find(({ device: id }) => id === by);
  }
  #claimOf(device: string) {
    return { deviceId: device, key: this.#key.key, oldIsGone: true, claimedBy: this.#claimedBy(device) };
  }
  #isClaimed(device: string): boolean {
    return this.#folder.names(`fence/${device}/`).some((name) => /\/\d{8}\.json$/.test(name));
  }
  /** A claimant that is gone and of which nothing is in the folder. */
  #isLost(device: string): boolean {
    const by = this.#claimantOf(device);
    if (by === undefined) return this.#isClaimed(device);
    return by.isGone && this.#folder.names(`backups/${by.device}/`).length === 0;
  }

  /** People say that the old computer is gone also where it isn't: it may only sleep, or be far away. */
  async #takeOver(old: Computer, andDie: boolean): Promise<void> {
    const device = old.device;
    if (device === null || this.#folder.names(`backups/${device}/`).length === 0) return;
    if (this.#isClaimed(device) && !this.#isLost(device)) return;
    if (this.#computers.length >= MOST_COMPUTERS) return;
    const by = await this.#buy();
    const input = this.#claimOf(device);
    if (andDie) await by.killedDuring("takeover.claim", input);
    const reply = await by.call("takeover.claim", input);
    if (reply?.ok === false)
      this.#note(`refused: ${reply.error.code} ${JSON.stringify(reply.error.details)}`);
    await by.connect();
  }

  /**
   * The worst: the old computer works, has unsent what the folder has, and doesn't reach the folder, or sleeps, while another
   * takes its place and its people send again; then it reaches the service.
   */
  async #takeOverLiving(old: Computer): Promise<void> {
    if (old.isAsleep || old.isFenced) return;
    old.network = "away";
    old.link = "good";
    await this.#enter(old);
    await old.call("backup.create", {});
    await old.call("shopFolder.refresh", {});
    await this.#enter(old);
    // A look that is under way for long, or none any more.
    old.link = this.#chance.pick(["away", "slow", "slow", "good"] as const);
    await this.#pass(this.#chance.pick([0, 3, 6, 8]) * MINUTE);
    if (this.#chance.happens(0.3)) old.sleep();
    await this.#takeOver(old, false);
    const by = this.#computers.at(-1);
    if (by === undefined || by === old) return;
    await this.#pass(this.#chance.pick([0, 1, 9, 10, 11]) * MINUTE);
    if (this.#chance.happens(0.4)) await this.#handOverAndReceive(old, by);
    await this.#decide(by);
    old.wake();
    if (this.#chance.happens(0.3)) {
      old.kill();
      old.start();
    }
    old.network = "good";
    await this.#pass(this.#chance.pick([1, 2, 6]) * MINUTE);
  }

  async #handOverAndReceive(old: Computer, by: Computer): Promise<void> {
    if (old.isAsleep) return;
    const { link } = old;
    old.link = "good";
    await old.call("shopFolder.refresh", {});
    await old.call("takeover.handOver", {});
    await by.call("takeover.receive", { key: this.#key.key });
    old.link = link;
  }

  /** Two computers want the same counter's place at the same moment. */
  async #race(old: Computer): Promise<void> {
    const device = old.device;
    if (device === null || this.#isClaimed(device)) return;
    if (this.#computers.length >= MOST_COMPUTERS - 1) return;
    if (this.#folder.names(`backups/${device}/`).length === 0) return;
    const [one, other] = [await this.#buy(), await this.#buy()];
    const input = this.#claimOf(device);
    const claims = Promise.all([one, other].map((each) => each.ask("takeover.claim", input)));
    const replies = await one.during(claims);
    for (const each of [one, other]) await each.connect();
    if (replies.filter((reply) => reply?.ok === true).length > 1)
      this.problems.push(`two: two computers have the place of ${device}`);
  }

  #inBooks(): Set<string> {
    return new Set(this.#books.appliedAfter(0).map(({ serialNo }) => (serialNo ?? "").toLowerCase()));
  }

  async #decide(computer: Computer): Promise<void> {
    if (!computer.isOn || computer.isAsleep || computer.isFenced) return;
    await computer.look();
    const open = computer.entries.filter(
      ({ state }) => state === "outcome_unknown" || state === "dead_letter",
    );
    // What is on its way comes into the books before anybody looks there.
    if (open.length > 0) await this.#pass(MINUTE);
    for (const { entryId, serialNo } of open) {
      const isThere = this.#inBooks().has((serialNo ?? "").toLowerCase());
      await (isThere
        ? computer.call("outbox.markRecorded", { entryId, evidence: "it is in the books" })
        : computer.call("outbox.resend", { entryId }));
    }
  }

  async #handOver(computer: Computer): Promise<void> {
    if (!computer.isFenced) return;
    if (this.#chance.happens(0.3)) await computer.killedDuring("takeover.handOver", {});
    await computer.call("takeover.handOver", {});
  }

  async #receive(computer: Computer): Promise<void> {
    const { key } = this.#key;
    if (computer.isFenced) return;
    if (this.#chance.happens(0.3)) await computer.killedDuring("takeover.receive", { key });
    await computer.call("takeover.receive", { key });
  }

  async #pass(ms: number): Promise<void> {
    const [any] = this.#computers;
    await any?.during(new Promise<void>((done) => void this.#timeline.after(ms, done)));
  }

  async check(): Promise<void> {
    const before = new Map(this.#computers.map((each) => [each, each.entries]));
    for (const computer of this.#computers) if (computer.isOn && !computer.isAsleep) await computer.look();
    for (const name of this.#folder.names("backups/").filter((each) => each.endsWith(".json"))) {
      if (this.#seenIndexes.has(name)) continue;
      this.#seenIndexes.add(name);
      const [, device, , upTo] = /^backups\/([^/]+)\/([^-]+)-(\d+)-/.exec(name) ?? [];
      const of = this.#computers.find((each) => each.device === device);
      for (const entry of [...(of?.entries ?? []), ...(of === undefined ? [] : (before.get(of) ?? []))])
        if (entry.sequence <= Number(upTo)) this.#reached.add(entry.serialNo ?? "");
    }
    const inBooks = this.#inBooks();
    for (const { n, entries } of this.#computers)
      for (const { serialNo, state } of entries)
        if (state === "confirmed" && !inBooks.has((serialNo ?? "").toLowerCase()))
          this.problems.push(`confirmed: ${serialNo} of computer ${n} is confirmed and not in the books`);
    const serials = this.#books.appliedAfter(0).map(({ serialNo }) => serialNo);
    const twice = serials.find((serial, at) => serials.indexOf(serial) !== at);
    if (twice !== undefined) this.problems.push(`twice: ${twice} is in the books twice`);
  }

  /** All is well again: what reached the folder, or lies on a computer that works, comes into the books. */
  async calm(): Promise<void> {
    for (const computer of this.#computers) {
      computer.link = "good";
      computer.network = "good";
      computer.wake();
      if (!computer.isOn && !computer.isGone) computer.start();
      await computer.look();
    }
    for (let round = 0; round < 6 && this.problems.length === 0; round += 1) {
      for (const computer of this.#computers) {
        await this.#pass(12 * MINUTE);
        await computer.call("shopFolder.refresh", {});
        await computer.look();
        if (computer.isFenced) await computer.call("takeover.handOver", {});
      }
      for (const computer of [...this.#computers]) {
        const { device } = computer;
        if (device === null || this.problems.length > 0) continue;
        const isHeld = !computer.isGone && !computer.isFenced;
        if (isHeld || (this.#isClaimed(device) && !this.#isLost(device))) continue;
        if (this.#folder.names(`backups/${device}/`).length === 0) continue;
        const by = await this.#buy();
        await by.call("takeover.claim", this.#claimOf(device));
        await by.connect();
      }
      for (const computer of this.#computers) {
        await computer.call("takeover.receive", { key: this.#key.key });
        await this.#pass(12 * MINUTE);
        await this.#decide(computer);
        await this.#pass(2 * MINUTE);
        await computer.call("backup.create", {});
        await computer.call("shopFolder.refresh", {});
      }
      await this.check();
    }
    const inBooks = this.#inBooks();
    for (const { serialNo, by } of this.#entered) {
      if (by.isGone && !this.#reached.has(serialNo)) continue;
      if (!inBooks.has(serialNo.toLowerCase()))
        this.problems.push(
          `lost: ${serialNo}, entered on computer ${by.n}${by.isGone ? ", which is gone, and in the folder" : ""}`,
        );
    }
  }

  #note(words: string): void {
    this.journal.push(`${new Date(this.#timeline.now).toISOString()} ${words}`);
  }

  async close(): Promise<void> {
    for (const computer of this.#computers) await computer.end();
    this.#books.close();
  }
}
