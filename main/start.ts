/**
 * The program's first file, kept small: opens the window, and beside it, or once it is painted, starts the engine and
 * loads the rest of the main process, `index.ts` (docs/decisions/0021, 0071).
 *
 * Nothing here, or imported from here, may import zod or another large library: the window would wait for it.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { app, dialog, Menu, nativeTheme, session } from "electron";
import { openGate } from "./ipc/gate.ts";
import { answersNote, settingsNote } from "./lib/start-notes.ts";
import { processNamed, startEarly, startUtilityProcess } from "./shell/engine/utility-child.ts";
import { createPrintPages } from "./shell/printing/print-page.ts";
import { leaveMemoryOutOfDumps, switchOffCoreDumps } from "./shell/start/core-dumps.ts";
import { createFirstCalls, readKnownBefore } from "./shell/start/known-before.ts";
import { chosenPlace } from "./shell/start/policy-place.ts";
import { headlessWords, readBootstrapSettings } from "./shell/start/profile.ts";
import { onSignals } from "./shell/start/signals.ts";
import { createStartTimes } from "./shell/start/start-times.ts";
import { bindingFor, type Prepared, prepareStart } from "./shell/start/start-up.ts";
import { serveAppFiles } from "./shell/window/app-protocol.ts";
import { APP_URL, closeNetwork, guardAllContents, guardSession } from "./shell/window/page-rules.ts";
import { openWindow } from "./shell/window/window.ts";

const built = (...parts: string[]) => join(import.meta.dirname, "..", ...parts);
/** The bundler's server, in a source checkout only. */
const devServer = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null);
/** A page that isn't painted by then keeps nothing waiting any longer. */
const SEEN_WITHIN_MS = 3_000;
const policyPlace = chosenPlace(app, process.env.COUNTERSIDE_POLICY);

// A name that the page wants looked up early would tell it to the network; no other setting keeps Chromium from that.
app.commandLine.appendSwitch("blink-settings", "dnsPrefetchingEnabled=false");
// Before "ready", so that Electron doesn't make its own menu first; the program's comes with the settings.
Menu.setApplicationMenu(null);
/**
 * For a monitor or another program: the headless engine, in this process. Electron waits for this module before it
 * initializes the window system, so it works without a display; nothing after this line happens then.
 */
const asked = headlessWords(process.argv.slice(1), app.getPath("userData"));
if (asked !== null) await runWithoutWindow(asked);

const prepared = prepareStart(app);
if (prepared !== null) {
  const { log } = prepared;
  guardAllContents(app, devServer, log);
  leaveMemoryOutOfDumps(log);
  app.on("child-process-gone", (_, details) =>
    log.warn("A process ended", { ...details, process: processNamed(details.name) }),
  );
  process.on("uncaughtException", (error) => log.error("Unexpected error", { error }));
  process.on("unhandledRejection", (reason) => log.error("Unexpected rejection", { error: reason }));
  app
    .whenReady()
    .then(() => start(prepared))
    .catch((error: unknown) => {
      log.error("The program could not start", { error });
      sayNotStarted(error, log.folder);
      app.exit(1);
    });
}

/** Ends the process. */
async function runWithoutWindow(words: readonly string[]): Promise<void> {
  const binding = bindingFor(app);
  if (!binding.usable) {
    process.stderr.write(`${binding.sentence}\n`);
    // As a profile that can't be read.
    process.exit(2);
  }
  const { decidedForHeadless, readPolicy } = await import("./shell/policy.ts");
  const decided = decidedForHeadless(readPolicy(policyPlace));
  // Built beside this file; the main process knows the engine by no import.
  const headless: {
    runHeadless(words: readonly string[], binding: string | null, by: object): Promise<void>;
  } = await import(pathToFileURL(built("main", "headless.js")).href);
  await headless.runHeadless(words, binding.path, decided);
  // It ends the process when its output is written.
  await new Promise(() => undefined);
}

/** On standard error and in a box; no language was read yet, so in English. */
function sayNotStarted(error: unknown, logs: string): void {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  const sentence = `Counterside could not start${code}. The log in ${logs} says more: give it to your administrator.`;
  process.stderr.write(`${sentence}\n`);
  dialog.showErrorBox("Counterside", sentence);
}

async function start(prepared: Prepared): Promise<void> {
  const { profile, log } = prepared;
  const leaveBy = onSignals(app);
  const reached = createStartTimes(process.getCreationTime(), Date.now, log);
  reached("ready");
  const loadRest = () => ({
    startEngine: startEarly((onMessage) =>
      startUtilityProcess(built("main", "engine.js"), "Counterside engine", log, onMessage),
    ),
    // Read from the disk while the window is made, and evaluated when that is done.
    program: import("./index.ts"),
  });
  const forNextStart = settingsNote(profile, app.getVersion(), app.getLocale(), policyPlace.path);
  const known = readKnownBefore(forNextStart, answersNote(profile, app.getVersion()), log);
  const calls = createFirstCalls(known);
  const seen = Promise.race([calls.seen, delay(SEEN_WITHIN_MS)]);
  // Where the page is drawn with what is known, the rest would take its processor from it and hold up its files.
  const rest = known === null ? loadRest() : seen.then(loadRest);
  guardSession(session.defaultSession, devServer, log);
  // Not waited for: Chromium takes the proxy before anything that the page asks later.
  const closed = closeNetwork(session.defaultSession, devServer, log);
  serveAppFiles(built("renderer"), log);
  const printPages = createPrintPages(built("preload", "index.cjs"), devServer, log);
  openGate(
    calls.dispatch,
    devServer,
    (contents) => (printPages.owns(contents) ? "print" : "program"),
    (address) => log.warn("A call was refused: its page may not make it", { address }),
  );
  const held = known?.("settings.get", {});
  const look = readBootstrapSettings(profile, held?.ok === true ? held.value : undefined);
  nativeTheme.themeSource = look.theme;
  const window = openWindow({
    preload: built("preload", "index.cjs"),
    url: devServer ?? APP_URL,
    title: "Counterside",
    devTools: !app.isPackaged,
    stored: look.window,
    log,
  });
  window.webContents.once("did-finish-load", () => reached("pageLoaded"));
  void calls.seen.then(() => reached("pageSeen"));
  // The programs that it starts would compete with the page for the processors.
  void seen.then(() => switchOffCoreDumps(log));
  const { startEngine, program } = await rest;
  const { run } = await program;
  await closed;
  // The program ends with its window.
  if (window.isDestroyed()) return;
  reached("programLoaded");
  calls.answerBy(
    run({
      ...prepared,
      built,
      devServer,
      policyPlace,
      printPages,
      startEngine,
      window,
      reached,
      leaveBy,
      forNextStart,
    }),
  );
}
