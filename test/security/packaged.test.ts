/** What the packaged program keeps shut: Node's own ways in, the developer tools, a source checkout's server. */
import { existsSync, writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "../e2e/package/made-package.ts";
import { type PackagedApp, startPackaged } from "../e2e/package/packaged-app.ts";
import { closeApp, type OpenedApp, test } from "../e2e/shell/open-app.ts";
import { type Stranger, startStranger } from "./app-facts.ts";
import { makeUndoneApp } from "./undone-app.ts";

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

let made: MadePackage;
let started: PackagedApp;
let stranger: Stranger;
let mark: string;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  const info = test.info();
  made = await makePackageOnce();
  stranger = await startStranger();
  mark = info.outputPath("foreign-code-ran");
  const foreign = info.outputPath("foreign.cjs");
  writeFileSync(foreign, `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "");`);
  started = await startPackaged(made, {
    args: ["--inspect=0", "--inspect-brk=0", "--js-flags=--allow-natives-syntax"],
    env: {
      ELECTRON_RUN_AS_NODE: "1",
      NODE_OPTIONS: `--require ${foreign} --inspect=0`,
      NODE_EXTRA_CA_CERTS: foreign,
      ELECTRON_RENDERER_URL: stranger.url,
      COUNTERSIDE_SQLITE_BINDING: foreign,
    },
  });
});

test.afterAll(async () => {
  await started?.end();
  await stranger?.close();
});

test("it is no Node.js, takes no code from the environment, and opens no debugger of its process", () => {
  expect(started.page.url()).toBe("app://counterside/index.html");
  expect(existsSync(mark)).toBe(false);
  expect(started.words()).not.toMatch(/Debugger listening/);
});

test("its engine runs on the binding that lies beside the archive, whatever the environment names", async () => {
  const answer: unknown = await started.page.evaluate(() =>
    Reflect.apply(Reflect.get(Reflect.get(window, "counterside"), "invoke"), null, ["app.info", {}]),
  );
  expect(answer).toMatchObject({ ok: true });
});

test("it shows the packaged page, whatever server the environment names", () => {
  expect(stranger.asked).toEqual([]);
});

const KEYS = [
  "F12",
  "Control+Shift+I",
  "Control+Shift+J",
  "Control+Shift+C",
  "Control+R",
  "Control+Shift+R",
  "F5",
];

test("no key opens the developer tools or loads the page anew", async () => {
  await started.page.evaluate(() => Reflect.set(window, "sameAsBefore", true));
  for (const key of KEYS) await started.page.keyboard.press(key);
  await started.page.waitForTimeout(500);
  expect(await started.targets()).not.toMatch(/devtools:\/\//);
  expect(await started.page.evaluate(() => Reflect.get(window, "sameAsBefore"))).toBe(true);
});

test("the developer tools stay shut where the program itself asks for them", async ({ open }) => {
  // As the packaged program decides it, in a copy whose only difference is that it says it is packaged.
  const opensIn = ({ app }: OpenedApp, withinMs: number): Promise<boolean> =>
    app.evaluate(async ({ BrowserWindow, Menu }, patienceMs) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await new Promise<void>((settle) => {
        contents?.once("devtools-opened", settle);
        setTimeout(settle, patienceMs);
        contents?.openDevTools({ mode: "detach" });
      });
      const roles = JSON.stringify(
        Menu.getApplicationMenu()?.items.map(({ submenu }) => submenu?.items.map(({ role }) => role)),
      );
      const isOpen = contents?.isDevToolsOpened() ?? false;
      contents?.closeDevTools();
      return isOpen || /devtools|reload/i.test(roles ?? "");
    }, withinMs);
  const packaged = makeUndoneApp([["main", /!(?:\w+\.)?app\.isPackaged/g, "false"]]);
  try {
    const shut = await open({ folder: packaged.folder });
    expect(await opensIn(shut, 1_000)).toBe(false);
    await closeApp(shut);
    // A source checkout, where they open.
    expect(await opensIn(await open(), 60_000)).toBe(true);
  } finally {
    packaged.remove();
  }
});
