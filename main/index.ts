/**
 * Composition root of the Electron main process: the order of start-up and of the end, nothing else.
 *
 * Start: profile, single instance, ready, then window and engine at the same time.
 * End: the question about what is unsent, then engine, practice service, window.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { app, BrowserWindow, nativeTheme, powerMonitor, screen, session } from "electron";
import type { Settings } from "../contract/channels/shell.ts";
import type { CountersideEvent } from "../contract/events.ts";
import { createDispatch } from "./ipc/dispatch.ts";
import { openGate, tellWindows } from "./ipc/gate.ts";
import { serveAppFiles } from "./shell/app-protocol.ts";
import { createAttachments } from "./shell/attachments/attachments.ts";
import { createFileKeeper } from "./shell/attachments/file-keeper.ts";
import { attachmentSystem } from "./shell/attachments/system.ts";
import { systemCipher } from "./shell/cipher.ts";
import { createConnectionGate } from "./shell/connection-gate.ts";
import { askBeforeQuit, chooseTarget, tellSettingsSetAside } from "./shell/dialogs.ts";
import { createDrill } from "./shell/drill/drill.ts";
import { createEngineHost } from "./shell/engine-host.ts";
import { describeEnvironment } from "./shell/environment.ts";
import { createFileGrants } from "./shell/file-grants.ts";
import { guardAllContents, guardSession } from "./shell/guards.ts";
import { createShellHandlers } from "./shell/handlers.ts";
import { setMenu } from "./shell/menu.ts";
import { watchNetwork } from "./shell/network-hints.ts";
import { APP_URL, isOwnPage } from "./shell/origin.ts";
import { openPin } from "./shell/pin/open-pin.ts";
import { systemLeaving } from "./shell/pin/system-leaving.ts";
import { watchLeaving } from "./shell/pin/watch-leaving.ts";
import { createPracticeMode } from "./shell/practice.ts";
import { createPracticeHost } from "./shell/practice-host.ts";
import { createCollector } from "./shell/printing/collect.ts";
import { createPrintJobs } from "./shell/printing/jobs.ts";
import { createPrintPages } from "./shell/printing/print-page.ts";
import { createPrinting } from "./shell/printing/printing.ts";
import { systemProxy } from "./shell/proxy.ts";
import { createQuitGuard } from "./shell/quit-guard.ts";
import { quitQuestion } from "./shell/quit-question.ts";
import { watchPage } from "./shell/renderer-trouble.ts";
import { keepSettings } from "./shell/settings.ts";
import { onSignals } from "./shell/signals.ts";
import { createStartTimes } from "./shell/start-times.ts";
import { type Prepared, prepareStart } from "./shell/start-up.ts";
import { openStoreFile } from "./shell/store-file.ts";
import { createSupport } from "./shell/support/support.ts";
import { statusForQuit } from "./shell/unsent-status.ts";
import { createLazyUpdates } from "./shell/updates/lazy-updates.ts";
import { startUtilityProcess } from "./shell/utility-child.ts";
import { openVault } from "./shell/vault.ts";
import { backgroundOf, focusWindow, openWindow } from "./shell/window.ts";
import { shellWords } from "./shell/words.ts";

const built = (...parts: string[]) => join(import.meta.dirname, "..", ...parts);
/** The bundler's server, in a source checkout only. */
const devServer = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null);

const prepared = prepareStart(app);
if (prepared !== null) {
  const { log } = prepared;
  guardAllContents(app, devServer, log);
  app.on("child-process-gone", (_, details) => log.warn("A process ended", { ...details }));
  process.on("uncaughtException", (error) => log.error("Unexpected error", { error: error.stack }));
  process.on("unhandledRejection", (reason) => log.error("Unexpected rejection", { reason: String(reason) }));
  app
    .whenReady()
    .then(() => run(prepared))
    .catch((error: unknown) => {
      log.error("The program could not start", { error: String(error) });
      app.exit(1);
    });
}

function run({ profile, practice: practiceWanted, sqliteBinding, log }: Prepared): void {
  const reached = createStartTimes(process.getCreationTime(), Date.now, log);
  reached("ready");
  const printPages = createPrintPages(built("preload", "index.cjs"), devServer, log);
  const emit = (event: CountersideEvent) =>
    tellWindows(event, (contents) => isOwnPage(contents.getURL(), devServer) && !printPages.owns(contents));

  // What the profile holds.
  const settingsFile = openStoreFile(profile, "settings", log);
  const shellFile = openStoreFile(profile, "shell", log);
  const applySettings = ({ language, theme }: Settings) => {
    nativeTheme.themeSource = theme;
    setMenu(language, !app.isPackaged);
  };
  const settings = keepSettings(
    settingsFile,
    { locale: app.getLocale(), screenWidth: screen.getPrimaryDisplay().workAreaSize.width },
    (payload) => {
      applySettings(payload);
      emit({ event: "settings.changed", payload });
    },
    log,
  );
  const words = () => shellWords(settings.get().language);
  const vault = openVault(openStoreFile(profile, "vault", log), systemCipher(), log);
  log.hideSecrets(vault.secrets);

  // The two processes beside this one.
  const engine = createEngineHost({
    startChild: (hear) => startUtilityProcess(built("main", "engine.js"), "Counterside engine", log, hear),
    surroundings: async () => {
      const tokens = await vault.tokens();
      const proxy = await systemProxy(session.defaultSession, Object.keys(tokens));
      return { type: "init", profile, appVersion: app.getVersion(), sqliteBinding, tokens, proxy };
    },
    emit,
    log,
  });
  const pin = openPin(
    openStoreFile(profile, "pin", log),
    shellFile,
    (payload) => emit({ event: "pin.changed", payload }),
    engine.record,
    log,
  );

  const practiceFolder = join(profile, "practice");
  const practiceHost = createPracticeHost({
    startChild: (hear) =>
      startUtilityProcess(built("main", "practice.js"), "Counterside practice", log, hear),
    folder: practiceFolder,
    sqliteBinding,
    stopped: () => practice.serviceStopped(),
    log,
  });
  const saveConnection = createConnectionGate(engine.invoke, vault, (connection) => {
    if (!connection.practice) practice.leave().catch(report("Practice mode did not end"));
  });
  /** A restored connection takes the place of the practice shop's, as a saved one does. */
  const restoreBackup = async (input: unknown) => {
    const reply = await engine.invoke("backup.restore", input);
    if (reply.ok) await practice.leave();
    return reply;
  };
  const practice = createPracticeMode({
    host: practiceHost,
    invoke: engine.invoke,
    saveConnection,
    folder: practiceFolder,
    emit,
    log,
  });
  function report(what: string): (error: unknown) => void {
    return (error) => log.error(what, { error: String(error) });
  }

  const owner = () => BrowserWindow.getAllWindows().find((open) => open.isVisible()) ?? null;
  const printing = createPrinting({
    collector: createCollector({ invoke: engine.invoke, settings: settings.get, now: Date.now }),
    jobs: createPrintJobs(),
    settings: settings.get,
    openPage: printPages.open,
    printers: async () => (await owner()?.webContents.getPrintersAsync()) ?? [],
    askWhere: (name) => chooseTarget(owner(), join(app.getPath("documents"), name), words()),
    writeFile,
    log,
  });

  const files = createFileGrants();

  const support = createSupport({
    invoke: engine.invoke,
    environment: () => describeEnvironment(app, log.folder, sqliteBinding),
    settings: settings.get,
    vaultStatus: vault.status,
    pinIsSet: () => pin.status().isSet,
    secrets: vault.secrets,
    system: () => `${process.platform} ${process.getSystemVersion()} ${process.arch}`,
    crashFolder: app.getPath("crashDumps"),
    home: app.getPath("home"),
    readme: () => words().supportReadme,
    askWhere: (name) => chooseTarget(owner(), join(app.getPath("documents"), name), words()),
    now: () => new Date(),
    log,
  });
  const keeper = createFileKeeper(join(profile, "attachments"));
  keeper.sweep().catch(report("Half-kept files were not removed"));
  const attachments = createAttachments(keeper, attachmentSystem(app, owner, words), log);

  const updates = createLazyUpdates(async () => {
    const { openUpdates } = await import("./shell/updates/open-updates.ts");
    return openUpdates({ app, profile, settings: settings.get, emit, leave: () => guard.mustLeave(), log });
  }, log);

  // Start: the window waits for nobody.
  engine.start();
  guardSession(session.defaultSession, devServer, log);
  serveAppFiles(built("renderer"), log);
  applySettings(settings.get());
  openGate(
    createDispatch(
      createShellHandlers({
        app,
        settings,
        vault,
        practice,
        pin,
        printing,
        support,
        attachments,
        updates: updates.handlers,
        files,
        restartEngine: engine.restart,
        drill: createDrill({
          startChild: (hear) =>
            startUtilityProcess(built("main", "engine.js"), "Counterside drill", log, hear),
          ...{ profile, appVersion: app.getVersion(), sqliteBinding, random: Math.random },
          now: () => performance.now(),
          killHard: (pid) => void process.kill(pid, "SIGKILL"),
        }),
        logFolder: log.folder,
        sqliteBinding,
      }),
      (channel, input) =>
        channel === "connection.save"
          ? saveConnection(input)
          : channel === "backup.restore"
            ? restoreBackup(input)
            : engine.invoke(channel, input),
      (channel, input) => {
        files.guard(channel, input);
        pin.guard(channel, input);
      },
      (channel, error) => log.error("A channel failed unexpectedly", { channel, error }),
    ),
    devServer,
    (contents) => (printPages.owns(contents) ? "print" : "program"),
    (address) => log.warn("A call was refused: its page may not make it", { address }),
  );
  const window = openWindow({
    preload: built("preload", "index.cjs"),
    url: devServer ?? APP_URL,
    title: "Counterside",
    devTools: !app.isPackaged,
    theme: settings.get().theme,
    file: shellFile,
    log,
  });
  window.once("show", () => reached("pageShown"));
  window.once("show", updates.watch);
  window.webContents.once("did-finish-load", () => reached("pageLoaded"));
  watchPage(window, words, log);
  const { setAside } = settingsFile;
  if (setAside !== null) {
    window.once("show", () => {
      tellSettingsSetAside(window, setAside, words()).catch(report("The word on the settings was not shown"));
    });
  }
  nativeTheme.on("updated", () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundOf());
  });
  app.on("second-instance", () => focusWindow(window));
  const stopWatching = watchNetwork(engine.networkHint);
  const stopLocking = watchLeaving(
    systemLeaving,
    () => pin.status().open,
    () => pin.lock("nobody_there"),
  );
  engine
    .whenReady()
    .then(() => reached("engineReady"))
    .then(() => (practiceWanted ? practice.startUnlessReal() : practice.resume()))
    .catch(report("Practice mode did not start"));

  // End.
  const guard = createQuitGuard({
    question: async () => quitQuestion(await statusForQuit(engine.invoke), settings.get(), Date.now()),
    ask: (question) => askBeforeQuit(owner(), question),
    stopEverything: async () => {
      log.info("Leaving: the engine and the practice service are asked to stop");
      stopWatching();
      stopLocking();
      updates.stopWatching();
      if (!window.isDestroyed()) window.hide();
      await engine.stop();
      await practiceHost.stop();
    },
    leave: () => {
      updates.atEnd();
      app.quit();
    },
    problem: report("Quitting met a problem"),
  });
  app.on("before-quit", (event) => {
    if (!guard.requested()) event.preventDefault();
  });
  window.on("close", (event) => {
    if (!guard.holdsBack()) return;
    event.preventDefault();
    app.quit();
  });
  powerMonitor.on("shutdown", guard.mustLeave);
  onSignals(app, guard.mustLeave);
}
