/** An entry whose answer ended the program is left to a person, whatever became of the file since. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { answerNotesPath, openAnswerNotes } from "../../../../../main/engine/core/outbox/answer-notes.ts";
import { keepAside } from "../../../../../main/engine/file/database/file-moves.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import { connect, enter, newFolder, openPaused, openTestEngine, until } from "../../../../helpers/engine.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const CLAIMED_AT = 1_772_000_000_000;

/** A profile with two restores; the first was in flight, as attempt 1, when the program ended. */
async function endedInFlight() {
  const service = await startHttpService();
  const first = await openPaused({}, service.url);
  const entryId = await enter(first, "restoreAccount", 1);
  const otherId = await enter(first, "restoreAccount", 2);
  await first.call("backup.create", {});
  await first.close();
  const path = connectionFile(first.profile);
  const db = new Database(path);
  db.prepare("UPDATE entry SET state = 'in_flight', changed_at = ? WHERE entry_id = ?").run(
    CLAIMED_AT,
    entryId,
  );
  db.prepare(
    "INSERT INTO attempt (sequence, started_at) SELECT sequence, ? FROM entry WHERE entry_id = ?",
  ).run(CLAIMED_AT, entryId);
  db.prepare("UPDATE meta SET value = '0' WHERE key = 'paused'").run();
  db.close();
  const note = (attempt: { entryId: string; attemptId: number; at: number }): void => {
    const notes = openAnswerNotes(path, log);
    notes.begin(attempt);
    notes.close();
  };
  /** Starts again with the owner's consent to repeats, and sends what may be sent until the other entry is. */
  const sentAgain = async () => {
    const engine = openTestEngine({ profile: first.profile, resendUnknown: true });
    await connect(engine, service.url);
    await engine.call("sync.resume", {});
    return engine;
  };
  return { service, path, entryId, otherId, note, sentAgain };
}

describe("an entry whose answer ended the program is not sent again by itself", () => {
  it.each([
    ["as it was noted", { attemptId: 1, at: CLAIMED_AT }],
    ["where its attempt was numbered anew since", { attemptId: 77, at: CLAIMED_AT }],
    ["where the file tells another time of it", { attemptId: 1, at: CLAIMED_AT - 5 }],
  ])("%s", async (_how, named) => {
    const { service, path, entryId, otherId, note, sentAgain } = await endedInFlight();
    note({ entryId, ...named });
    const engine = await sentAgain();
    await until(async () => (await engine.entry(otherId)).state === "confirmed");
    expect(await engine.entry(entryId)).toMatchObject({
      state: "outcome_unknown",
      attempts: [{ outcome: "answer_not_read", counted: true }],
    });
    expect(service.came.map(({ body }) => body)).toEqual([expect.stringContaining("2")]);
    expect(existsSync(answerNotesPath(path))).toBe(false);
  });

  it("where the file was damaged meanwhile, and the note is kept aside with the file that it speaks of", async () => {
    const { service, path, entryId, otherId, note, sentAgain } = await endedInFlight();
    note({ entryId, attemptId: 1, at: CLAIMED_AT });
    const bytes = readFileSync(path);
    bytes.fill(0x7a, 0, 100);
    writeFileSync(path, bytes);
    const engine = await sentAgain();
    await until(async () => {
      engine.clock.runUntil(engine.clock.now() + 1_000);
      return (await engine.entry(otherId)).state !== "pending";
    });
    expect((await engine.entry(entryId)).state).toBe("outcome_unknown");
    expect(service.came.filter(({ body }) => body.includes('"accountId":1'))).toEqual([]);
    const beside = readdirSync(dirname(path)).filter((name) => name.endsWith("-answers"));
    expect(beside).toEqual([expect.stringMatching(/\.sqlite\.corrupt-.*-answers$/)]);
  });

  it("where the note can't be read: then all that were under way are left to a person", () => {
    const path = `${newFolder()}/shop.sqlite`;
    mkdirSync(answerNotesPath(path));
    const notes = openAnswerNotes(path, log);
    expect(notes.wasLeft({ entryId: "any", attemptId: 1, at: 1 })).toBe(true);
    notes.close();
  });

  it("where the note is longer than any that the program writes, which is not read", () => {
    const path = `${newFolder()}/shop.sqlite`;
    writeFileSync(answerNotesPath(path), "\n".repeat(1_000_001));
    const notes = openAnswerNotes(path, log);
    expect(notes.wasLeft({ entryId: "any", attemptId: 1, at: 1 })).toBe(true);
    notes.settled();
    expect(existsSync(answerNotesPath(path))).toBe(false);
  });
});

it("a note of another entry's attempt of the same number ends no other entry's sending", async () => {
  const { entryId, otherId, note, sentAgain } = await endedInFlight();
  note({ entryId: otherId, attemptId: 1, at: CLAIMED_AT });
  const engine = await sentAgain();
  await until(async () => (await engine.entry(entryId)).state === "confirmed");
  expect((await engine.entry(entryId)).attempts[0]).toMatchObject({ outcome: "interrupted" });
});

it("a note that somebody forged confirms no entry and holds none that wasn't under way", async () => {
  const service = await startHttpService();
  const first = openTestEngine();
  await connect(first, service.url);
  const done = await enter(first, "purchaseReturn", 1);
  const confirmed = (engine: typeof first, entryId: string) =>
    until(async () => {
      engine.clock.runUntil(engine.clock.now() + 100);
      return (await engine.entry(entryId)).state === "confirmed";
    });
  await confirmed(first, done);
  await first.call("sync.pause", {});
  const waiting = [await enter(first, "purchaseReturn", 2), await enter(first, "restoreAccount", 3)];
  await first.close();
  const lines = [done, ...waiting].flatMap((id) => [0, 1, 2, 3].map((n) => `\n${id} ${n} ${CLAIMED_AT}\n`));
  writeFileSync(answerNotesPath(connectionFile(first.profile)), `${lines.join("")}\0\xff no note\n`);
  const second = openTestEngine({ profile: first.profile });
  for (const entryId of waiting) expect((await second.entry(entryId)).state).toBe("pending");
  await connect(second, service.url);
  await second.call("sync.resume", {});
  for (const entryId of waiting) await confirmed(second, entryId);
  expect((await second.entry(done)).attempts).toHaveLength(1);
  expect(service.came).toHaveLength(3);
});

describe("the note of answers that are being read", () => {
  const attempt = { entryId: "00000000-0000-4000-8000-000000000001", attemptId: 7, at: 12 };

  it("names what was begun and not ended, and nothing by a line that was cut off", () => {
    const path = `${newFolder()}/shop.sqlite`;
    const other = { ...attempt, attemptId: 8, at: 13 };
    const notes = openAnswerNotes(path, log);
    notes.begin(attempt);
    // A kill at any moment of the second note's writing leaves the first.
    copyFileSync(answerNotesPath(path), `${path}.before`);
    notes.begin(other);
    expect(readFileSync(answerNotesPath(path), "latin1")).toContain(readFileSync(`${path}.before`, "latin1"));
    const left = openAnswerNotes(path, log);
    expect([attempt, other, { ...other, attemptId: 9, at: 14 }].map((one) => left.wasLeft(one))).toEqual([
      ...[true, true, false],
    ]);
    notes.end(attempt);
    notes.end(other);
    expect(existsSync(answerNotesPath(path))).toBe(false);
    writeFileSync(answerNotesPath(path), `\n${attempt.entryId} 7`);
    expect(openAnswerNotes(path, log).wasLeft(attempt)).toBe(false);
  });

  it("goes aside with its file, and stays where no file does", () => {
    const path = `${newFolder()}/shop.sqlite`;
    writeFileSync(answerNotesPath(path), "");
    expect(keepAside(path, 0)).toBeNull();
    expect(existsSync(answerNotesPath(path))).toBe(true);
    writeFileSync(path, "");
    const aside = keepAside(path, 0) ?? "";
    expect(readdirSync(dirname(path)).sort()).toEqual([basename(aside), `${basename(aside)}-answers`]);
  });
});

it("a folder under the note's name is reported as such, and nothing is changed", async () => {
  const { path } = await endedInFlight();
  mkdirSync(answerNotesPath(path));
  expect(() => openTestEngine({ profile: dirname(dirname(path)) })).toThrow(/no plain file.*-answers/);
});

it("notes of an earlier run go once they are settled, and where there were none nothing is touched", () => {
  const path = join(newFolder(), "shop.sqlite");
  const file = answerNotesPath(path);
  const attempt = { entryId: "11111111-1111-4111-8111-111111111111", attemptId: 1, at: CLAIMED_AT };
  const first = openAnswerNotes(path, log);
  first.begin(attempt);
  // Nothing was left by an earlier run: what is being read now stays noted.
  first.settled();
  expect(existsSync(file)).toBe(true);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o7777).toBe(0o600);
  first.close();
  const second = openAnswerNotes(path, log);
  expect(second.wasLeft(attempt)).toBe(true);
  second.settled();
  expect(existsSync(file)).toBe(false);
});
