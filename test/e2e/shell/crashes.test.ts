/** Every process of the real program crashes or fails once: what is written down, what the window says, and what is reported at the next start. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type LogLine, readLogLine } from "../../../contract/log-line.ts";
import { findSecret } from "../../../main/shell/support.ts";
import { answerBoxes, closeApp, ended, type OpenedApp, test } from "./open-app.ts";

const TOKEN = "q7Jx-secret/of+the-shop-0193";
const CONNECTION = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: TOKEN };

const faultsOf = (profile: string): LogLine[] =>
  readFileSync(join(profile, "logs", "main.log"), "utf8")
    .split("\n")
    .map(readLogLine)
    .filter((line) => line !== null)
    .filter(({ level, kind }) => level === "error" && kind !== undefined);
const kindsOf = (profile: string): string[] =>
  faultsOf(profile).map(({ process, kind }) => `${process} ${kind}`);

/** Every file below `crashes/` and `logs/` that holds the token in any spelling. */
const holders = (profile: string): string[] =>
  ["crashes", "logs"].flatMap((folder) =>
    readdirSync(join(profile, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => findSecret(readFileSync(path), [TOKEN]) !== null),
  );

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

test("what fails in a session with a token is written down without it, restarted, and reported at the next start", async ({
  profile,
  open,
}) => {
  const first = await open();
  const asked = await answerBoxes(first.app, 0);
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
  await first.page.evaluate(() => {
    Reflect.set(window, "events", []);
    window.counterside.subscribe(({ event }) => Reflect.get(window, "events").push(event));
  });
  const events = () => first.page.evaluate(() => Reflect.get(window, "events"));
  // The one that follows is started under the system's handler, so its crash is pictured.
  for (let crashes = 1; crashes <= 2; crashes += 1) {
    await killEngine(first);
    await expect.poll(() => kindsOf(profile)).toContain("engine process_gone");
    await expect.poll(async () => (await first.call("app.info", {})).ok, { timeout: 15_000 }).toBe(true);
  }
  await expect.poll(events).toEqual(expect.arrayContaining(["engine.stopped", "engine.ready"]));
  await expect.poll(() => wasPictured(profile)).toBe(true);
  await crashPage(first);
  await expect.poll(() => kindsOf(profile)).toContain("page process_gone");
  await expect.poll(asked).toContainEqual(expect.stringContaining("opened again"));
  await expect
    .poll(() =>
      first.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("typeof window.counterside"),
      ),
    )
    .toBe("object");
  // The system's pictures are searched two seconds after the crash that made them.
  await expect.poll(() => holders(profile), { timeout: 15_000 }).toEqual([]);
  await closeApp(first);
  expect(JSON.stringify(faultsOf(profile))).not.toMatch(/Noor|81235/);

  const second = await open();
  const notice = second.page.getByTestId("crash-notice");
  await expect(notice).toContainText("failed on");
  await expect(notice).toContainText("A screen stopped and was restarted.");
  await notice.getByRole("button", { name: "Understood" }).click();
  await expect(notice).toHaveCount(0);
  expect(await second.call("crashes.last", {})).toMatchObject({ ok: true, value: { fault: null } });
});

test("a crash of the whole program is reported at the next start", async ({ profile, open }) => {
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
