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
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { firstAnswers } from "../../../contract/channels/start.ts";
import { DEFAULT_SETTINGS } from "../../../contract/default-settings.ts";
import { NEWEST, UNDECIDED } from "../../../contract/first-questions.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import type { Dispatch } from "../../../main/ipc/dispatch.ts";
import { answersNote, keepStartNote, readStartNote, settingsNote } from "../../../main/lib/start-notes.ts";
import { createFirstCalls, readKnownBefore } from "../../../main/shell/start/known-before.ts";
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
const TOKENS = { [`${TENANT} ${NOWHERE}`]: TOKEN };
const SETTINGS = { ...DEFAULT_SETTINGS, language: "ar" as const };

/** Where the owner's policy would be. */
const policyOf = (profile: string) => join(profile, "owner", "policy.json");
const settingsOf = (profile: string, version = VERSION, locale = "en-US") =>
  settingsNote(profile, version, locale, policyOf(profile));
const booksOf = (profile: string) => answersNote(profile, VERSION);
const knownOf = (profile: string) => readKnownBefore(settingsOf(profile), booksOf(profile), SILENT);
/** What the page shows at a start; null where the program has to answer. */
const lastOf = (profile: string): unknown => {
  const known = knownOf(profile)?.("start.answers", {});
  return known?.ok === true ? z.object({ answers: firstAnswers }).parse(known.value).answers : null;
};

/** The profile of a counter with entries and a draft, closed. */
async function closedShop(): Promise<string> {
  const engine = await openPaused({ leavesAnswers: true });
  await enter(engine, "purchaseReturn", 1);
  await enter(engine, "taxVoucher", 2);
  await engine.call("draft.save", { draftId: "purchase-return", kind: "purchaseReturn", content: "{}" });
  await engine.close();
  // As the program does when the engine has ended.
  keepStartNote(settingsOf(engine.profile), SETTINGS);
  return engine.profile;
}

describe("the answers that an engine leaves", () => {
  it("are those that the next engine gives, without what was known of the link", async () => {
    const profile = await closedShop();
    const last = lastOf(profile);
    const next = openTestEngine({ profile, tokens: TOKENS });
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
    expect(lastOf(profile)).toBeNull();
  });

  it("are gone while an engine that was killed has left a log beside the books", async () => {
    const profile = await closedShop();
    appendFileSync(`${connectionFile(profile)}-wal`, "x");
    expect(lastOf(profile)).toBeNull();
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
    keepStartNote(settingsOf(engine.profile), SETTINGS);
    const last = lastOf(engine.profile);
    const next = openTestEngine({ profile: engine.profile });
    expect(last).toEqual({
      connection: null,
      status: await next.call("sync.status", {}),
      books: null,
    });
    await connect(next, NOWHERE);
    await next.close();
    expect(lastOf(engine.profile)).toBeNull();
  });

  it("are not shown by another version, nor where nothing is known of the settings", async () => {
    const profile = await closedShop();
    expect(readStartNote(answersNote(profile, "0.0.1"))).toBeNull();
    expect(lastOf(profile)).not.toBeNull();
    rmSync(settingsOf(profile).path);
    expect(lastOf(profile)).toBeNull();
  });

  it("are not shown where their file holds something else", async () => {
    const profile = await closedShop();
    const { path } = booksOf(profile);
    const kept = JSON.parse(readFileSync(path, "utf8"));
    const others = ["", "{", "null", "[]", '{"marks":1}', { ...kept, note: "{}" }, { ...kept, note: 1 }];
    for (const other of others) {
      writeFileSync(path, typeof other === "string" ? other : JSON.stringify(other));
      expect(knownOf(profile), String(other)).toBeNull();
    }
    writeFileSync(path, JSON.stringify(kept));
    expect(knownOf(profile)).not.toBeNull();
  });
});

describe("the settings of the last run", () => {
  it("answer the page's question for them, and no other input or channel", async () => {
    const profile = await closedShop();
    const known = knownOf(profile);
    expect(known?.("settings.get", {})).toEqual({ ok: true, value: SETTINGS });
    expect(known?.("settings.get", { all: true })).toBeUndefined();
    expect(known?.("settings.get", null)).toBeUndefined();
    expect(known?.("settings.set", {})).toBeUndefined();
    expect(known?.("connection.get", {})).toBeUndefined();
  });

  it("hold until the settings, the tokens, the owner's policy, the version or the system's language is another", async () => {
    const profile = await closedShop();
    const policy = policyOf(profile);
    const changes: (() => void)[] = [
      () => writeFileSync(join(profile, "settings.json"), "{}"),
      () => rmSync(join(profile, "settings.json")),
      () => writeFileSync(join(profile, "vault.json"), "{}"),
      () => appendFileSync(join(profile, "vault.json"), " "),
      () => mkdirSync(dirname(policy)),
      () => writeFileSync(policy, "{}"),
      () => utimesSync(policy, new Date(0), new Date(0)),
    ];
    for (const change of changes) {
      keepStartNote(settingsOf(profile), SETTINGS);
      expect(readStartNote(settingsOf(profile))).toEqual(SETTINGS);
      change();
      expect(readStartNote(settingsOf(profile)), String(change)).toBeNull();
    }
    keepStartNote(settingsOf(profile), SETTINGS);
    expect(readStartNote(settingsOf(profile, VERSION, "ar-YE"))).toBeNull();
    expect(readStartNote(settingsOf(profile, "0.0.1"))).toBeNull();
  });

  it.skipIf(process.platform === "win32")(
    "are not known once the file that a link in their place leads to is another",
    async () => {
      const profile = await closedShop();
      const elsewhere = join(newFolder(), "settings.json");
      writeFileSync(elsewhere, "{}");
      symlinkSync(elsewhere, join(profile, "settings.json"));
      keepStartNote(settingsOf(profile), SETTINGS);
      expect(readStartNote(settingsOf(profile))).toEqual(SETTINGS);
      appendFileSync(elsewhere, " ");
      expect(readStartNote(settingsOf(profile))).toBeNull();
    },
  );

  it.skipIf(process.platform === "win32")(
    "are not known where the policy's folder can't be looked into, and the start goes on",
    async () => {
      const profile = await closedShop();
      // A name that the system refuses, as it refuses a folder of another account.
      const note = settingsNote(profile, VERSION, "en-US", `/${"x".repeat(300)}/policy.json`);
      expect(readKnownBefore(note, booksOf(profile), SILENT)).toBeNull();
    },
  );
});

describe("the page's first calls", () => {
  const program: Dispatch = async (channel) => ({ ok: true, value: `the program's ${channel}` });

  it("are answered by what is known before, and the others wait for the program, which then answers them all", async () => {
    const calls = createFirstCalls(knownOf(await closedShop()));
    const ask = (channel: string) => calls.dispatch(channel, {}, "program");
    const waits = ask("connection.get");
    expect(await ask("settings.get")).toEqual({ ok: true, value: SETTINGS });
    calls.answerBy(program);
    expect(await waits).toEqual(await program("connection.get", {}, "program"));
    expect(await ask("settings.get")).toEqual(await program("settings.get", {}, "program"));
  });

  it("say when the page is painted, and none but that one does", async () => {
    const calls = createFirstCalls(null);
    let isSeen = false;
    const seen = calls.seen.then(() => {
      isSeen = true;
    });
    calls.answerBy(program);
    await calls.dispatch("settings.get", {}, "program");
    expect(isSeen).toBe(false);
    await calls.dispatch("start.seen", {}, "program");
    await seen;
  });
});

describe("a note about the books", () => {
  it("holds until a file of theirs is written, replaced or only touched", async () => {
    const profile = await closedShop();
    const books = connectionFile(profile);
    const keep = () => keepStartNote(booksOf(profile), "note");
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
      expect(readStartNote(booksOf(profile))).toBe("note");
      change();
      expect(readStartNote(booksOf(profile)), String(change)).toBeNull();
    }
  });

  it("is for its owner alone, and is not kept where it would take long to read", async () => {
    const profile = await closedShop();
    appendFileSync(connectionFile(profile), "x");
    keepStartNote(booksOf(profile), "x".repeat(500_000));
    expect(readStartNote(booksOf(profile))).toBeNull();
    keepStartNote(booksOf(profile), "short");
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
        expect(readStartNote(booksOf(profile)), String(other)).toBeNull();
      }
    },
  );

  it("is none where no books were closed", () => {
    expect(readStartNote(booksOf(newFolder()))).toBeNull();
  });
});
