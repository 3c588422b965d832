/** The packaged program, started as it is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "../shell/open-app.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";
import { type PackagedApp, startPackaged } from "./packaged-app.ts";

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

let made: MadePackage;
let started: PackagedApp;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  made = await makePackageOnce();
  started = await startPackaged(made);
});

test.afterAll(async () => {
  await started?.end();
});

/** Calls a channel through the page, as the screens do. */
const invoke = (channel: string, input: object = {}) =>
  started.page.evaluate(
    ([name, words]): Promise<{ ok: boolean; value: unknown }> =>
      Reflect.apply(Reflect.get(Reflect.get(window, "counterside"), "invoke"), null, [name, words]),
    [channel, input] as const,
  );

test("its first screen is drawn from inside the package", async () => {
  expect(started.page.url()).toMatch(/^app:\/\/counterside\//);
  await expect(started.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(started.page).toHaveTitle(/Counterside/);
});

test("it knows what it is", async () => {
  const answer = await invoke("app.environment");
  expect(answer).toMatchObject({ ok: true, value: { packaged: true, testBuild: made.testBuild } });
});

test("its engine answers, with the database that lies beside the archive", async () => {
  const answer = await invoke("app.info");
  expect(answer).toMatchObject({ ok: true, value: { profile: join(started.work, "profile") } });
  expect(answer.value).toHaveProperty("engine.sqlite", expect.stringMatching(/^3\./));
});

test("its practice shop opens, so that every process it is made of runs from the package", async () => {
  expect(await invoke("practice.start")).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await invoke("connection.get")).value)
    .toMatchObject({ practice: true, hasToken: true });
});

test("its crash test and its checked backup run from the package", async () => {
  const drill = await invoke("drill.run", { entries: 30 });
  expect(drill).toMatchObject({ ok: true, value: { lost: 0, chainIntact: true } });
  expect(await invoke("backup.create")).toMatchObject({ ok: true, value: { verified: true } });
  const log = readFileSync(join(started.work, "profile", "logs", "main.log"), "utf8");
  expect(log).not.toContain("a copy is checked on the engine's own thread");
});

test("it ends when asked to", async () => {
  // The page may be gone before its answer arrives.
  await invoke("app.quit").catch(() => undefined);
  await expect.poll(() => started.hasEnded(), { timeout: 20_000 }).toBe(true);
  expect(started.child.exitCode).toBe(0);
});
