/** A pipe under the name of a file that the engine reads at its start: it would be waited for without end. */
import { execFileSync } from "node:child_process";
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSecondFolder } from "../../../../main/engine/file/backups/backup-rotation.ts";
import { connectionFile } from "../../../helpers/damage.ts";
import { newFolder } from "../../../helpers/engine.ts";
import { connectHeadless, spawnHeadless, startHeadless } from "../../../helpers/headless.ts";

const makePipe = (path: string): void => {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
};

async function aProfile(): Promise<string> {
  const profile = newFolder();
  const engine = await startHeadless(profile);
  await connectHeadless(engine, "http://127.0.0.1:9");
  await engine.finish();
  return profile;
}

it("a pipe in the place of the second folder's choice is no choice, and the engine starts", async () => {
  const profile = await aProfile();
  makePipe(join(profile, "places.json"));
  const engine = await startHeadless(profile);
  expect(await engine.call("backup.status", {})).toMatchObject({ second: null });
});

it("a second folder's choice of gigabytes is no choice and is not read", async () => {
  const profile = newFolder();
  writeFileSync(join(profile, "places.json"), JSON.stringify({ secondFolder: profile }));
  expect(readSecondFolder(profile)).toBe(profile);
  truncateSync(join(profile, "places.json"), 3_000_000_000);
  expect(readSecondFolder(profile)).toBeNull();
  writeFileSync(
    join(profile, "places.json"),
    JSON.stringify({ secondFolder: profile, rest: "x".repeat(200_000) }),
  );
  expect(readSecondFolder(profile)).toBeNull();
});

it.each(["", "backups", "../elsewhere"])(
  "a second folder's choice of %j is no choice: it has no full path",
  (secondFolder) => {
    const profile = newFolder();
    writeFileSync(join(profile, "places.json"), JSON.stringify({ secondFolder }));
    expect(readSecondFolder(profile)).toBeNull();
  },
);

it("a pipe under the name of the profile's journal is refused in words", async () => {
  const profile = await aProfile();
  makePipe(join(profile, "profile.sqlite-journal"));
  const engine = spawnHeadless(["--profile", profile]);
  expect(await engine.ended).toMatchObject({ signal: null });
  expect(engine.words()).toContain("This is no plain file");
});

it.each(["-journal", "-mark", "-answers"])(
  "a pipe under the name of a connection's file and %s is reported, and the other channels answer",
  async (rest) => {
    const profile = await aProfile();
    makePipe(connectionFile(profile) + rest);
    const engine = spawnHeadless(["--profile", profile]);
    await Promise.race([engine.ready, engine.ended]).catch(() => undefined);
    expect(engine.output()).toMatch(/engine\.ready|no plain file/);
  },
);
