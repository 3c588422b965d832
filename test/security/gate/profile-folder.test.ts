/** What the program writes is its account's: another account of the same computer finds every folder and file closed. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { closeFolder } from "../../../main/engine/file/database/own-modes.ts";
import { profileProblem } from "../../../main/shell/start/profile.ts";
import { aReturn, TENANT, USER } from "../../helpers/engine.ts";
import { startHeadless } from "../../helpers/headless.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Everything in a folder and below that another account could read or write, with its mode. */
const openToOthers = (folder: string): string[] =>
  ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]
    .map((name) => ({ name, mode: modeOf(join(folder, name)) }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-profile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

it.skipIf(process.platform === "win32")("the profile is closed to others where the program makes it", () => {
  const folder = newFolder();
  expect(profileProblem(join(folder, "made"))).toBeNull();
  expect(modeOf(join(folder, "made"))).toBe(0o700);
});

it.skipIf(process.platform === "win32")(
  "profile, backups and exports are closed to others, whatever the mask and whatever was wider before",
  async () => {
    const folder = newFolder();
    const profile = join(folder, "profile");
    const second = join(folder, "second");
    for (const path of [profile, join(profile, "logs"), second]) {
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o777);
    }
    for (const path of [join(profile, "settings.json"), join(profile, "logs", "main.log")]) {
      writeFileSync(path, "{}");
      chmodSync(path, 0o666);
    }
    const foreign = join(folder, "foreign.txt");
    writeFileSync(foreign, "somebody else's");
    chmodSync(foreign, 0o644);
    symlinkSync(foreign, join(profile, "link"));
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const engine = await startHeadless(profile);
    process.umask(before);
    await engine.call("connection.save", {
      serviceUrl: "http://127.0.0.1:9",
      tenantId: TENANT,
      userId: USER,
    });
    await engine.call("backup.setSecondFolder", { path: second });
    await engine.call("purchaseReturn.post", aReturn());
    await engine.call("backup.create", {});
    await engine.call("backup.create", { path: join(folder, "by-hand.sqlite") });
    await engine.call("audit.export", { path: join(folder, "activity.csv"), format: "csv" });
    expect(modeOf(join(folder, "by-hand.sqlite"))).toBe(0o600);
    expect(modeOf(join(folder, "activity.csv"))).toBe(0o600);
    const [counter = ""] = readdirSync(second);
    expect(openToOthers(join(second, counter))).toEqual([]);
    expect(modeOf(foreign)).toBe(0o644);
    rmSync(join(profile, "link"));
    await expect.poll(() => openToOthers(profile)).toEqual([]);
    await engine.finish();
    expect(openToOthers(profile)).toEqual([]);
  },
);

it.skipIf(process.platform === "win32")(
  "what the program didn't make in the folder that was named as the profile keeps its modes",
  async () => {
    const profile = newFolder();
    mkdirSync(join(profile, "Letters"));
    for (const [name, mode] of [
      ["settings.json", 0o644],
      ["notes.txt", 0o644],
      ["Letters/one.odt", 0o664],
    ] as const) {
      writeFileSync(join(profile, name), "{}");
      chmodSync(join(profile, name), mode);
    }
    const engine = await startHeadless(profile);
    await expect.poll(() => modeOf(join(profile, "settings.json"))).toBe(0o600);
    await engine.finish();
    expect(modeOf(join(profile, "notes.txt"))).toBe(0o644);
    expect(modeOf(join(profile, "Letters", "one.odt"))).toBe(0o664);
  },
);

it("a folder that knows no modes, or is gone, stops nothing", () => {
  expect(closeFolder(join(newFolder(), "gone"))).toBe(false);
});
