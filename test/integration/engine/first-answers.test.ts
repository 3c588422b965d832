/** What an engine leaves to the next start, and that it holds for nothing but the books as they were closed. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { firstAnswers } from "../../../contract/channels/start.ts";
import { NEWEST, UNDECIDED } from "../../../contract/first-questions.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { keepBooksNote, readBooksNote } from "../../../main/lib/books-note.ts";
import { openLastAnswers } from "../../../main/shell/start/last-answers.ts";
import { connectionFile } from "../../helpers/damage.ts";
import {
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  TENANT,
  TOKEN,
} from "../../helpers/engine.ts";
import { SILENT } from "../../helpers/file-context.ts";

const VERSION = "0.0.0-test";
const held = async () => ({ [`${TENANT} ${NOWHERE}`]: TOKEN });
const lastOf = (profile: string, tokens: () => Promise<Record<string, string>> = held, version = VERSION) =>
  openLastAnswers(profile, version, tokens, SILENT);

/** The profile of a counter with entries and a draft, closed. */
async function closedShop(): Promise<string> {
  const engine = await openPaused({ leavesAnswers: true });
  await enter(engine, "purchaseReturn", 1);
  await enter(engine, "taxVoucher", 2);
  await engine.call("draft.save", { draftId: "purchase-return", kind: "purchaseReturn", content: "{}" });
  await engine.close();
  return engine.profile;
}

describe("the answers that an engine leaves", () => {
  it("are those that the next engine gives, without what was known of the link", async () => {
    const profile = await closedShop();
    const last = await lastOf(profile).read();
    const next = openTestEngine({ profile, tokens: await held() });
    const status = await next.call("sync.status", {});
    expect(last).toEqual({
      connection: await next.call("connection.get", {}),
      status: { ...status, state: "offline" },
      books: {
        summary: await next.call("outbox.summary", {}),
        undecided: await next.call("outbox.list", UNDECIDED),
        newest: await next.call("outbox.list", NEWEST),
        drafts: await next.call("draft.list", {}),
        counts: await next.call("mirror.counts", {}),
      },
    });
    expect(status.counts.pending).toBe(2);
  });

  it("are gone once another engine has entered something and left none", async () => {
    const profile = await closedShop();
    const other = openTestEngine({ profile, randomness: systemRandomness });
    await enter(other, "purchaseReturn", 3);
    await other.close();
    expect(await lastOf(profile).read()).toBeNull();
  });

  it("are gone while an engine that was killed has left a log beside the books", async () => {
    const profile = await closedShop();
    appendFileSync(`${connectionFile(profile)}-wal`, "x");
    expect(await lastOf(profile).read()).toBeNull();
  });

  it("are taken away where people sign in first", async () => {
    const profile = await closedShop();
    const engine = openTestEngine({ profile, leavesAnswers: true });
    await engine.call("people.save", { name: "Huda", userId: 501, role: "owner", pin: "4711" });
    await engine.close();
    expect(readdirSync(profile).filter((name) => name.includes("first-answers"))).toEqual([]);
  });

  it("say without a connection that there is none, until there is one", async () => {
    const engine = openTestEngine({ leavesAnswers: true });
    await engine.close();
    const last = await lastOf(engine.profile).read();
    const next = openTestEngine({ profile: engine.profile });
    expect(last).toEqual({
      connection: null,
      status: await next.call("sync.status", {}),
      books: null,
    });
    await connect(next, NOWHERE);
    await next.close();
    expect(await lastOf(engine.profile).read()).toBeNull();
  });

  it("are not shown by another version, without the token, or once this start's engine answers", async () => {
    const profile = await closedShop();
    expect(await lastOf(profile, held, "0.0.1").read()).toBeNull();
    expect(await lastOf(profile, async () => ({})).read()).toBeNull();
    const last = lastOf(profile);
    expect(await last.read()).not.toBeNull();
    last.forget();
    expect(await last.read()).toBeNull();
  });

  it("are not shown where their file holds something else", async () => {
    const profile = await closedShop();
    const path = join(profile, "first-answers.json");
    const kept = JSON.parse(readFileSync(path, "utf8"));
    expect(firstAnswers.safeParse(kept.note.answers).success).toBe(true);
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      '{"marks":1}',
      JSON.stringify({ ...kept, note: { version: VERSION, answers: {} } }),
    ]) {
      writeFileSync(path, text);
      expect(await lastOf(profile).read(), text).toBeNull();
    }
  });
});

describe("a note about the books", () => {
  it("holds until a file of theirs is written, replaced or only touched", async () => {
    const profile = await closedShop();
    const books = connectionFile(profile);
    const keep = () => keepBooksNote(profile, "note");
    const changes: (() => void)[] = [
      () => appendFileSync(books, "x"),
      () => {
        writeFileSync(`${books}.other`, readFileSync(books));
        renameSync(`${books}.other`, books);
      },
      () => utimesSync(books, new Date(0), new Date(0)),
      () => writeFileSync(join(profile, "connections", "0123456789abcdee.sqlite"), ""),
      () => {
        // Another file with the same content, size and time.
        const { atime, mtime } = statSync(books);
        writeFileSync(`${books}.other`, readFileSync(books));
        renameSync(`${books}.other`, books);
        utimesSync(books, atime, mtime);
      },
      () => vi.stubEnv("TZ", "Pacific/Kiritimati"),
    ];
    for (const change of changes) {
      keep();
      expect(readBooksNote(profile)).toBe("note");
      change();
      expect(readBooksNote(profile), String(change)).toBeNull();
    }
  });

  it("is for its owner alone, and is not kept where it would take long to read", async () => {
    const profile = await closedShop();
    appendFileSync(connectionFile(profile), "x");
    keepBooksNote(profile, "x".repeat(500_000));
    expect(readBooksNote(profile)).toBeNull();
    keepBooksNote(profile, "short");
    if (process.platform !== "win32")
      expect(statSync(join(profile, "first-answers.json")).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === "win32")(
    "is none where a pipe, a link or a folder has its name",
    async () => {
      const profile = await closedShop();
      const path = join(profile, "first-answers.json");
      const others: (() => void)[] = [
        () => execFileSync("mkfifo", [path]),
        () => symlinkSync("/dev/zero", path),
        () => mkdirSync(path),
      ];
      for (const other of others) {
        rmSync(path, { recursive: true });
        other();
        expect(readBooksNote(profile), String(other)).toBeNull();
      }
    },
  );

  it("is none where no books were closed", () => {
    expect(readBooksNote(newFolder())).toBeNull();
  });
});
