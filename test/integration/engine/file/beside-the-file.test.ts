/** What others put in the place of the files that lie beside a connection's file and in the profile. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { connectionFile } from "../../../helpers/damage.ts";
import { aReturn, connect, newFolder, openTestEngine, type TestEngine } from "../../../helpers/engine.ts";

const BESIDE = ["-mark", "-answers", "-lock", "-journal", "-shm", "-wal"];
const IN_PROFILE = ["attachments", "backups", "places.json", "connections"];

const INSTEAD: Record<string, (path: string, victim: string) => void> = {
  "a folder": (path) => mkdirSync(join(path, "with", "folders"), { recursive: true }),
  "a link to nowhere": (path) => symlinkSync("nowhere", path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a link to another file": (path, victim) => symlinkSync(victim, path),
  "a link to a device without end": (path) => symlinkSync("/dev/zero", path),
  "an empty file": (path) => writeFileSync(path, ""),
  "a page of zeros": (path) => writeFileSync(path, Buffer.alloc(8_192)),
  words: (path) => writeFileSync(path, "no database ".repeat(1_000)),
  "deep JSON": (path) => writeFileSync(path, "[".repeat(90_000)),
};
const VICTIM = "somebody else's";

const aCounter = (profile: string): TestEngine => openTestEngine({ profile, randomness: systemRandomness });
const post = async (engine: TestEngine): Promise<string> =>
  (await engine.call("purchaseReturn.post", aReturn())).entryId;

/** What is refused says which file it is and what to do about it. */
const IN_WORDS =
  /This is no plain file, .* take it away from there|a link to a place that can't be reached|This place can't be written to/;

/** The entries that the engine lists after one more posting. Throws the refusal. */
async function workOn(engine: TestEngine): Promise<string[]> {
  const posted = await post(engine);
  const { entries } = await engine.call("outbox.list", {});
  const ids = entries.map(({ entryId }) => entryId);
  expect(ids).toContain(posted);
  return ids;
}

const cases = Object.keys(INSTEAD).flatMap((what) => [
  ...BESIDE.map((rest) => ({ what, name: rest, at: (profile: string) => connectionFile(profile) + rest })),
  ...IN_PROFILE.map((name) => ({ what, name, at: (profile: string) => join(profile, name) })),
]);

it.each(cases)(
  "$what in the place of $name loses no entry and is worked with or refused in words",
  async ({ what, at }) => {
    const profile = newFolder();
    const victim = join(newFolder(), "victim");
    writeFileSync(victim, VICTIM);
    const before = aCounter(profile);
    await connect(before, "http://127.0.0.1:9");
    const kept = await post(before);
    await before.close();

    const place = at(profile);
    const away = join(newFolder(), "away");
    if (existsSync(place)) renameSync(place, away);
    INSTEAD[what]?.(place, victim);
    const work = async (): Promise<void> => {
      const engine = aCounter(profile);
      try {
        const ids = await workOn(engine);
        // Where the whole folder is another one, the missing file is reported in the place of its entries.
        const isReported = engine.events.some(({ event }) => event === "recovery.changed");
        expect(isReported || ids.includes(kept)).toBe(true);
      } finally {
        await engine.close();
      }
    };
    const refusal: unknown = await work().then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null) expect(String(refusal)).toMatch(IN_WORDS);
    expect(readFileSync(victim, "utf8")).toBe(VICTIM);

    rmSync(place, { recursive: true, force: true });
    if (existsSync(away)) renameSync(away, place);
    const again = aCounter(profile);
    expect(await workOn(again)).toContain(kept);
  },
);
