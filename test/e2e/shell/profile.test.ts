/** The profile folder: one program on it at a time, broken files in it, no right to write in it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { commandLine } from "../../../scripts/lib/app/launch-app.mjs";
import { test } from "./open-app.ts";
import { practiceShop } from "./shared-app.ts";

const shop = practiceShop();

test("a second start on a profile brings the first forward and ends", async () => {
  const { app, profile } = await shop({ callsOnly: true });
  const { executable, args, env } = await commandLine(profile);
  await app.evaluate(({ app: first }) => {
    Reflect.set(globalThis, "secondStarts", 0);
    first.on("second-instance", () => Reflect.set(globalThis, "secondStarts", 1));
  });
  const second = spawn(executable, args, { env, stdio: "ignore" });
  const [code] = await once(second, "exit");
  expect(code).toBe(0);
  expect(await app.evaluate(() => Reflect.get(globalThis, "secondStarts"))).toBe(1);
  expect(app.windows()).toHaveLength(1);
});

test("settings that can't be read are kept aside, and the person is informed", async ({ profile, open }) => {
  writeFileSync(join(profile, "settings.json"), '{"theme":"dark",');
  writeFileSync(join(profile, "shell.json"), "\0\0\0");
  mkdirSync(join(profile, "pin.json"));
  mkdirSync(join(profile, "crashes"));
  // A pipe would hold up its reader.
  if (process.platform !== "win32") execFileSync("mkfifo", [join(profile, "crashes", "running.json")]);
  writeFileSync(join(profile, "vault.json"), '{"tokens":"none"}');
  const { app, call } = await open({ preloads: [join(import.meta.dirname, "record-boxes.cjs")] });
  expect(await call("settings.get", {})).toMatchObject({ ok: true, value: { theme: "system" } });
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, "askedBoxes")))
    .toEqual([expect.stringContaining("The settings couldn't be read")]);
  expect(await call("vault.status", {})).toMatchObject({ ok: true });
  expect(await call("pin.status", {})).toMatchObject({ ok: true });
  const aside = readdirSync(profile).find((name) => name.startsWith("settings.json.broken-"));
  expect(aside).toBeDefined();
  expect(readFileSync(join(profile, aside ?? ""), "utf8")).toBe('{"theme":"dark",');
  expect(readFileSync(join(profile, "logs", "main.log"), "utf8")).toContain("kept aside");
});

test("a profile folder that can't be written gets one sentence", async ({ profile }) => {
  writeFileSync(join(profile, "file"), "");
  const { executable, args, env } = await commandLine(join(profile, "file", "profile"));
  const child = spawn(executable, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  const said = new Promise<void>((settle) => {
    child.stderr.on("data", (bytes: Buffer) => {
      words += bytes.toString();
      if (words.includes("--profile.")) settle();
    });
  });
  await said;
  child.kill("SIGKILL");
  expect(words).toMatch(
    /Counterside can't write its profile folder .+: a part of its path is a file\. Choose another/,
  );
});
