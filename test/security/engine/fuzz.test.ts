/**
 * Every channel of a real engine on a real profile meets hostile inputs: it answers each as the contract says, goes
 * on, enters nothing that it refused, and its files stay whole.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nothing } from "../../../contract/channels/common.ts";
import { CHANNELS, type EngineChannel, isEngineChannel } from "../../../contract/channels.ts";
import { fieldIssue, replyError } from "../../../contract/reply.ts";
import { HASH_COSTS } from "../../../main/engine/core/context.ts";
import { openEngine } from "../../../main/engine/engine.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { namesFile } from "../../../main/shell/files/file-grants.ts";
import { ManualClock } from "../../helpers/clock.ts";
import { aReturn, newFolder, openCopied } from "../../helpers/engine.ts";
import { wildInputsOf } from "../../helpers/schema-arbitrary.ts";
import { spentUs } from "../../helpers/spent.ts";

const RUNS = Number(process.env.COUNTERSIDE_FUZZ_ENGINE_RUNS ?? 300);
/** Processor time, which a busy machine doesn't lengthen. */
const SLOWEST_US = 5_000_000;

const names = Object.keys(CHANNELS).filter(isEngineChannel);
/** Of a channel that takes nothing there is one call that isn't refused. */
const runsOf = (name: EngineChannel): number =>
  CHANNELS[name].input === nothing ? Math.ceil(RUNS / 10) : RUNS;

/** Files are named below the test's own folder only: who runs this may be allowed to write anywhere. */
function confined(input: unknown, folder: string): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  for (const [field, value] of Object.entries(input)) {
    if (!namesFile(field) || typeof value !== "string") continue;
    const inside = (isAbsolute(value) ? value.replace(/^[\\/]+/, "") : value).replaceAll("..", "up");
    Reflect.set(input, field, value === "" ? value : `${folder}/${inside}`);
  }
  return input;
}

/** The entries that an answer says were entered: the same one for a posting id that came twice. */
function enteredBy(channel: EngineChannel, value: unknown): string[] {
  switch (channel) {
    case "restore.requestMany":
      return CHANNELS[channel].output
        .parse(value)
        .outcomes.flatMap((outcome) => (outcome.ok ? [outcome.entryId] : []));
    case "purchaseReturn.post":
    case "taxVoucher.update":
    case "restore.request":
      return [CHANNELS[channel].output.parse(value).entryId];
    default:
      return [];
  }
}

async function openAtWork(profile: string) {
  const errors: string[] = [];
  const engine = openEngine({
    profile,
    appVersion: "0.0.0-test",
    sqliteBinding: null,
    tokens: {},
    proxy: null,
    resendUnknown: false,
    clock: new ManualClock(),
    randomness: systemRandomness,
    emit: () => undefined,
    openDatabase: openCopied,
    hashCost: HASH_COSTS.cheap,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, details) => void errors.push(`${message} ${JSON.stringify(details)}`),
    },
  });
  const connection = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "t" };
  expect(await engine.invoke("connection.save", connection)).toMatchObject({ ok: true });
  expect(await engine.invoke("purchaseReturn.post", aReturn())).toMatchObject({ ok: true });
  return { engine, errors };
}

/** All entries there are, whatever their state. */
function entriesIn(profile: string): number {
  const folder = join(profile, "connections");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite"));
  return files.reduce((sum, name) => {
    const db = new Database(join(folder, name), { readonly: true });
    expect(db.pragma("integrity_check", { simple: true }), name).toBe("ok");
    expect(db.pragma("foreign_key_check"), name).toEqual([]);
    const count: unknown = db.prepare("SELECT count(*) FROM entry").pluck().get();
    db.close();
    return sum + Number(count);
  }, 0);
}

describe(`fuzzed with COUNTERSIDE_FUZZ_ENGINE_RUNS=${RUNS}`, () => {
  it.each(names)("%s answers everything and spoils nothing", { timeout: 120_000 }, async (name) => {
    const folder = newFolder();
    const [profile, files] = [join(folder, "profile"), join(folder, "files")];
    mkdirSync(files);
    writeFileSync(join(files, "word"), "id,name\n1,one\n");
    const { engine, errors } = await openAtWork(profile);
    const entered = new Set(["the first"]);
    await fc.assert(
      fc.asyncProperty(wildInputsOf(CHANNELS[name].input), async (input) => {
        const began = spentUs();
        const reply = await engine.invoke(name, confined(input, files));
        expect(spentUs() - began).toBeLessThan(SLOWEST_US);
        if (reply.ok) {
          const answered = CHANNELS[name].output.safeParse(reply.value);
          expect(answered.error?.issues ?? []).toEqual([]);
          for (const entryId of enteredBy(name, reply.value)) entered.add(entryId);
        } else {
          expect(replyError.safeParse(reply.error).success).toBe(true);
          expect(reply.error.code, errors.join()).not.toBe("internal");
          const issues = fieldIssue.array().catch([]).parse(reply.error.details.issues);
          for (const { field, reason, params } of issues)
            if (reason === "invalid") expect(params.expected ?? params.pattern, field).toBeDefined();
          expect(new Set(issues.map(({ field }) => field)).size).toBe(issues.length);
        }
      }),
      { numRuns: runsOf(name), endOnFailure: true },
    );
    expect(await engine.invoke("sync.status", {})).toMatchObject({ ok: true });
    await engine.close();
    expect(errors).toEqual([]);
    expect(entriesIn(profile)).toBe(entered.size);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
