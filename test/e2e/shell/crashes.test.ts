/** Every process of the real program crashes or fails once: what is written down, what is told at the next start. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type KeptCrash, keptCrash } from "../../../contract/channels/crashes.ts";
import { findSecret } from "../../../main/shell/support/find-secret.ts";
import { answerBoxes, closeApp, ended, type OpenedApp, test } from "./open-app.ts";

const TOKEN = "q7Jx-secret/of+the-shop-0193";
const CONNECTION = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: TOKEN };

const reportsOf = (profile: string): KeptCrash[] => {
  const folder = join(profile, "crashes", "reports");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => keptCrash.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
};
const kindsOf = (profile: string): string[] =>
  reportsOf(profile).map(({ report }) => `${report.process} ${report.kind}`);

/** Every file below `crashes/` that holds the token in any spelling. */
const holders = (profile: string): string[] =>
  readdirSync(join(profile, "crashes"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => findSecret(readFileSync(path), [TOKEN]) !== null);

/** A picture of memory was made: it is there, or was deleted because the token was in it. */
const wasPictured = (profile: string): boolean =>
  readdirSync(join(profile, "crashes", "dumps"), { recursive: true }).some((name) =>
    String(name).endsWith(".dmp"),
  ) || readFileSync(join(profile, "logs", "main.log"), "utf8").includes("Memory dumps were deleted");

const killEngine = ({ app }: OpenedApp): Promise<void> =>
  app.evaluate(({ app: electron }) => {
    const engine = electron.getAppMetrics().find(({ name }) => name === "Counterside engine");
    if (engine === undefined) throw new Error("there is no engine process");
    process.kill(engine.pid, "SIGSEGV");
  });

const crashPage = ({ app }: OpenedApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );

test("what fails in a session with a token is written down without it, and told at the next start", async ({
  profile,
  open,
}) => {
  const first = await open();
  await answerBoxes(first.app, 0);
  expect(await first.call("connection.save", CONNECTION)).toMatchObject({ ok: true });
  await first.page.evaluate((token) => {
    setTimeout(() => {
      throw new Error(`could not read {"supplier":"Al-Noor","amount":81235.50} with Bearer ${token}`);
    });
    void Promise.reject(new TypeError("nobody waited for 'Al-Noor'"));
  }, TOKEN);
  await expect.poll(() => kindsOf(profile).sort()).toEqual(["page exception", "page rejection"]);
  await first.app.evaluate(() => void Promise.reject(new Error("in the main process")));
  await expect.poll(() => kindsOf(profile)).toContain("main rejection");
  await expect.poll(() => existsSync(join(profile, "crashes", "dumps")), { timeout: 15_000 }).toBe(true);
  // The one that follows is started under the system's handler, so its crash is pictured.
  for (let crashes = 1; crashes <= 2; crashes += 1) {
    await killEngine(first);
    await expect.poll(() => kindsOf(profile)).toContain("engine process_gone");
    await expect.poll(async () => (await first.call("app.info", {})).ok, { timeout: 15_000 }).toBe(true);
  }
  await expect.poll(() => wasPictured(profile)).toBe(true);
  await crashPage(first);
  await expect.poll(() => kindsOf(profile)).toContain("page process_gone");
  // The system's pictures are searched two seconds after the crash that made them.
  await expect.poll(() => holders(profile), { timeout: 15_000 }).toEqual([]);
  await closeApp(first);
  expect(JSON.stringify(reportsOf(profile))).not.toMatch(/Noor|81235/);

  const second = await open();
  const notice = second.page.getByTestId("crash-notice");
  await expect(notice).toContainText("failed on");
  await notice.getByRole("button", { name: "Show what is in it" }).click();
  await expect(notice).toContainText("The part that saves and sends");
  await notice.getByRole("button", { name: "Understood" }).click();
  await expect(notice).toHaveCount(0);
  await second.page.evaluate(() => {
    location.hash = "#/settings/support";
  });
  const panel = second.page.getByTestId("crash-panel");
  await expect(panel).toContainText("A screen");
  await panel.getByRole("button", { name: "Delete the reports" }).click();
  await expect(panel).toContainText("No faults recorded.");
  expect(reportsOf(profile)).toEqual([]);
});

test("a crash of the whole program is told at the next start", async ({ profile, open }) => {
  const first = await open();
  await first.call("app.info", {});
  const { possible } = await first.app.evaluate(() => ({ possible: typeof process.crash === "function" }));
  test.skip(!possible, "this runtime can't crash itself");
  // The system's handler begins a few seconds after the window.
  await expect.poll(() => existsSync(join(profile, "crashes", "dumps")), { timeout: 15_000 }).toBe(true);
  await first.app.evaluate(() => void setTimeout(() => process.crash())).catch(() => undefined);
  await ended(first);
  const second = await open();
  await expect(second.page.getByTestId("crash-notice")).toContainText("stopped unexpectedly");
  expect(kindsOf(profile)).toEqual(["main native"]);
});

test("a run that was only killed, as by a power cut, is no fault of the program", async ({
  profile,
  open,
}) => {
  const first = await open();
  await first.call("app.info", {});
  await first.app
    .evaluate(() => void setTimeout(() => process.kill(process.pid, "SIGKILL")))
    .catch(() => undefined);
  await ended(first);
  const second = await open();
  await second.call("app.info", {});
  expect(await second.call("crashes.list", {})).toMatchObject({ ok: true, value: { reports: [] } });
  expect(kindsOf(profile)).toEqual([]);
});
