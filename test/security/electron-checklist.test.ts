/**
 * The twenty items of Electron's security checklist, in its order. Each is a check on what a running app does or on
 * what is packaged, and each is put to a copy in which the item is undone, where it must fail.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from "@electron/fuses";
import { expect } from "@playwright/test";
import { appFolder } from "../../scripts/lib/app/launch-app.mjs";
import { makePackageOnce, PACKAGING_MS } from "../e2e/package/made-package.ts";
import { answerDialog, practiceOffline, RETURN } from "../e2e/printing-steps.ts";
import { closeApp, type OpenedApp, openApp, test } from "../e2e/shell/open-app.ts";
import {
  addressesOf,
  answeredOf,
  embeddedViewsOf,
  eventArgumentsOf,
  globalsOf,
  leavingOf,
  openedBy,
  permissionsOf,
  policyOf,
  type Stranger,
  startStranger,
  watchPreferences,
} from "./app-facts.ts";
import { codeOf, GUARDS_UNDONE, makeUndoneApp, PREFERENCES_UNDONE } from "./undone-app.ts";

/** The newest Electron when the pinned one was last looked at; three majors are kept secure at a time. */
const NEWEST_KNOWN_ELECTRON = 45;
const SUPPORTED_MAJORS = 3;

type Preferences = Record<string, unknown>[];
type Globals = Awaited<ReturnType<typeof globalsOf>>;

/** What a page in its window may do. */
interface Prison {
  preferences: Preferences;
  globals: Globals;
}
/** What the program around it lets happen. */
interface Guarded {
  addresses: string[];
  permissions: Record<string, string>;
  policy: { policy: string; inlineRan: boolean };
  embedded: number;
  leaving: { at: string; reached: string[]; waitedMs: number };
  opened: { windows: number; outside: string[] };
  answered: string[];
  globals: Globals;
  eventArguments: string[];
}

let stranger: Stranger;
const removals: (() => void)[] = [];
const prison: { real?: Prison; undone?: Prison } = {};
const guarded: { real?: Guarded; undone?: Guarded } = {};

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-checklist-"));
  removals.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

async function within<T>(work: (opened: OpenedApp) => Promise<T>, folder = appFolder): Promise<T> {
  const opened = await openApp(temporary(), { folder });
  try {
    await opened.page.waitForFunction(() => document.readyState === "complete");
    return await work(opened);
  } finally {
    await closeApp(opened);
  }
}

/** Prints as well where it can: the hidden page that draws is a window like any other. */
async function lookAtPrison(opened: OpenedApp, prints: boolean): Promise<Prison> {
  const preferences = await watchPreferences(opened);
  if (prints) {
    await practiceOffline(opened);
    const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
    await answerDialog(opened, null);
    expect(await opened.call("print.slip", { entryId, to: "pdf" })).toMatchObject({ ok: true });
  }
  return { preferences: await preferences(), globals: await globalsOf(opened) };
}

/** `patienceMs`: how long it may take until a page has left. */
async function lookAtGuards(opened: OpenedApp, patienceMs: number): Promise<Guarded> {
  return {
    addresses: await addressesOf(opened),
    globals: await globalsOf(opened),
    eventArguments: await eventArgumentsOf(opened),
    permissions: await permissionsOf(opened),
    policy: await policyOf(opened),
    embedded: await embeddedViewsOf(opened),
    answered: await answeredOf(opened, stranger),
    opened: await openedBy(opened, stranger),
    leaving: await leavingOf(opened, stranger, patienceMs),
  };
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stranger = await startStranger();
  const [open, unguarded] = [makeUndoneApp(PREFERENCES_UNDONE), makeUndoneApp(GUARDS_UNDONE)];
  removals.push(open.remove, unguarded.remove);
  prison.undone = await within((opened) => lookAtPrison(opened, false), open.folder);
  const undone = await within((opened) => lookAtGuards(opened, 30_000), unguarded.folder);
  guarded.undone = undone;
  // Never judged sooner than a page without the guards needs to leave.
  const patienceMs = Math.max(3_000, 2 * undone.leaving.waitedMs);
  await within(async (opened) => {
    prison.real = await lookAtPrison(opened, true);
    guarded.real = await lookAtGuards(opened, patienceMs);
  });
});

test.afterAll(async () => {
  await stranger.close();
  for (const remove of removals) remove();
});

/** An item: what must hold, as a list of what is wrong; empty where nothing is. */
function item<Facts>(
  title: string,
  both: () => [real: Facts, undone: Facts],
  wrongWith: (facts: Facts) => unknown[],
) {
  test(title, () => {
    const [real, undone] = both();
    expect(wrongWith(real), "in the app").toEqual([]);
    expect(wrongWith(undone).length, "the check must notice that it is undone").toBeGreaterThan(0);
  });
}

const theirs = <Facts>(both: { real?: Facts; undone?: Facts }): [Facts, Facts] => {
  if (both.real === undefined || both.undone === undefined) throw new Error("The app was not looked at.");
  return [both.real, both.undone];
};
const inPrison = () => theirs(prison);
const underGuard = () => theirs(guarded);
/** The real facts, and the same with one of them spoilt: where undoing it would take another program. */
const spoilt = (change: Partial<Guarded>) => (): [Guarded, Guarded] => {
  const [real] = underGuard();
  return [real, { ...real, ...change }];
};
const notWith = (wanted: Record<string, unknown>) => (facts: Prison) =>
  facts.preferences.flatMap((one, at) =>
    Object.entries(wanted)
      .filter(([name, value]) => (one[name] ?? false) !== value)
      .map(([name]) => `window ${at}: ${name} is ${String(one[name])}`),
  );
const foreign = (addresses: string[]) =>
  addresses.filter((address) => !/^(app:\/\/counterside\/|data:|blob:app:)/.test(address));

item(
  "1. only secure content is loaded",
  spoilt({ addresses: ["app://counterside/index.html", "http://example.com/script.js"] }),
  ({ addresses }) => [
    ...foreign(addresses),
    ...(addresses.length > 1 ? [] : ["nothing but the page was seen"]),
  ],
);

item("2. no Node.js in any page", inPrison, (facts) => [
  ...notWith({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false })(
    facts,
  ),
  ...facts.globals.ofNode,
]);

item("3. context isolation", inPrison, notWith({ contextIsolation: true }));

item("4. the process sandbox", inPrison, notWith({ sandbox: true }));

item("5. permissions are asked of a handler that refuses", underGuard, ({ permissions }) =>
  Object.entries(permissions).filter(
    ([name, state]) => state !== (name === "clipboard-write" ? "granted" : "denied"),
  ),
);

item("6. webSecurity stays on", inPrison, notWith({ webSecurity: true }));

item("7. a content security policy", underGuard, ({ policy: { policy, inlineRan } }) => [
  ...[
    ...["default-src 'none'", "script-src 'self'", "connect-src 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].filter((rule) => !policy.split("; ").includes(rule)),
  ...(policy.match(/unsafe-\w+|\*|https?:/g) ?? []),
  ...(inlineRan ? ["a script in the page ran"] : []),
]);

item("8. no insecure content among secure", inPrison, notWith({ allowRunningInsecureContent: false }));

item("9. no experimental features", inPrison, notWith({ experimentalFeatures: false }));

item("10. no Blink features by name", inPrison, (facts) =>
  facts.preferences.map((one) => one.enableBlinkFeatures ?? "").filter((names) => names !== ""),
);

/** Chromium's features are also opened by switches; the program sets one, which closes a way out. */
const switchesSetBy = (code: string): string[] => code.match(/\bappend(?:Switch|Argument)\b.*/g) ?? [];

const THE_ONE_SWITCH = 'appendSwitch("blink-settings", "dnsPrefetchingEnabled=false");';

test("10a. no switch of Chromium is set but the one against early lookups of names", () => {
  const code = codeOf(join(appFolder, "out", "main"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  expect(switchesSetBy(code)).toEqual([THE_ONE_SWITCH]);
  expect(switchesSetBy(`${code}\napp.commandLine.appendSwitch("enable-blink-features", "X");`)).toHaveLength(
    2,
  );
});

item("11. no embedded view, so none that opens windows", inPrison, (facts) => [
  ...notWith({ webviewTag: false })(facts),
  ...(/WebView/.test(facts.globals.webviews) ? ["the page can make embedded views"] : []),
]);

item("12. an embedded view is refused before it is attached", underGuard, ({ embedded }) =>
  Array.from({ length: embedded }, () => "a view was attached"),
);

item("13. the page can't leave: links, forms, scripts, redirects, drops", underGuard, ({ leaving }) => [
  ...(leaving.at === "app://counterside/index.html" ? [] : [leaving.at]),
  ...leaving.reached,
]);

test("13a. a redirect and a drop are each noticed by themselves", () => {
  const [real, undone] = underGuard();
  expect(real.leaving.reached).toEqual([]);
  expect(undone.leaving.reached).toEqual(expect.arrayContaining(["/after-redirect", "/dropped", "/left"]));
});

item("14. no new windows", underGuard, ({ opened }) =>
  Array.from({ length: opened.windows - 1 }, () => "a window opened"),
);

item("15. only plain https links are handed to the system", underGuard, ({ opened }) =>
  opened.outside.filter((link) => link !== "https://example.com/help"),
);

/** Behind by more than what is kept secure, or not pinned. */
const staleElectron = (version: string): string[] => {
  const major = /^(\d+)\.\d+\.\d+$/.exec(version)?.[1];
  return Number(major ?? 0) > NEWEST_KNOWN_ELECTRON - SUPPORTED_MAJORS ? [] : [`Electron ${version}`];
};

test("16. a current Electron is what ships", () => {
  const manifest = JSON.parse(readFileSync(join(appFolder, "package.json"), "utf8"));
  expect(staleElectron(manifest.devDependencies.electron)).toEqual([]);
  for (const undone of ["33.4.11", "^45.4.1", "latest", "42.0.0"])
    expect(staleElectron(undone)).toHaveLength(1);
});

item("17. the sender of every message is checked", underGuard, ({ answered }) => answered);

item(
  "18. its own protocol in place of file://",
  spoilt({ addresses: ["file:///opt/index.html"] }),
  ({ addresses }) => addresses.filter((address) => !address.startsWith("app://")),
);

const FUSES: [FuseV1Options, FuseState][] = [
  [FuseV1Options.RunAsNode, FuseState.DISABLE],
  [FuseV1Options.EnableCookieEncryption, FuseState.ENABLE],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, FuseState.DISABLE],
  [FuseV1Options.EnableNodeCliInspectArguments, FuseState.DISABLE],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseState.ENABLE],
  [FuseV1Options.OnlyLoadAppFromAsar, FuseState.ENABLE],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, FuseState.DISABLE],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, FuseState.DISABLE],
];

async function wrongFuses(executable: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(executable);
  return FUSES.filter(([fuse, state]) => wire[fuse] !== state).map(
    ([fuse]) => FuseV1Options[fuse] ?? String(fuse),
  );
}

test("19. the fuses of the packaged program are as they must be", async () => {
  test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");
  test.setTimeout(PACKAGING_MS);
  const { executable } = await makePackageOnce();
  expect(await wrongFuses(executable)).toEqual([]);
  const undone = join(temporary(), "counterside");
  cpSync(executable, undone);
  await flipFuses(undone, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
  });
  expect(await wrongFuses(undone)).toEqual([
    "RunAsNode",
    "EnableNodeCliInspectArguments",
    "OnlyLoadAppFromAsar",
  ]);
});

item("20. the page gets two functions of the program and no object of Electron", underGuard, (facts) => [
  ...facts.globals.bridge.filter((name) => !["invoke", "subscribe"].includes(name)),
  ...(facts.eventArguments.length === 1 ? [] : [`an event brings ${facts.eventArguments.length} arguments`]),
  ...facts.eventArguments.filter((keys) => /sender|ports/.test(keys)),
]);
