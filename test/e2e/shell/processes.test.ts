/** The engine's and the page's processes crash: what the app does then. */
import { type ElectronApplication, expect, type Page } from "@playwright/test";
import { answerBoxes, test } from "./open-app.ts";

/** Kills the engine's process and answers its pid. */
async function killEngine(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ app: electronApp }) => {
    const engine = electronApp.getAppMetrics().find((metric) => metric.name === "Counterside engine");
    if (engine === undefined) throw new Error("there is no engine process");
    process.kill(engine.pid, "SIGKILL");
    return engine.pid;
  });
}

async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    Reflect.set(window, "heard", []);
    window.counterside.subscribe(({ event }) => Reflect.get(window, "heard").push(event));
  });
  return () => page.evaluate(() => Reflect.get(window, "heard"));
}

test("an engine that is killed comes back, and the window is told", async ({ open }) => {
  const { app, page, call } = await open();
  expect(await call("app.info", {})).toMatchObject({ ok: true });
  const heard = await listen(page);
  await killEngine(app);
  await expect.poll(heard).toContain("engine.stopped");
  await expect.poll(heard, { timeout: 20_000 }).toContain("engine.ready");
  expect(await call("app.info", {})).toMatchObject({ ok: true });
});

test("a page that crashes is opened again, with words", async ({ open }) => {
  const { app, page } = await open();
  const asked = await answerBoxes(app, 0);
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(asked).toContainEqual(expect.stringContaining("opened again"));
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("typeof window.counterside"),
      ),
    )
    .toBe("object");
  expect(page).toBeTruthy();
});
