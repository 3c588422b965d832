/**
 * Composition root of the Electron main process: what is wired to what, and the order of the end, nothing else.
 *
 * Loaded by `start.ts` when the window and the engine's process are on their way.
 * End: the question about what is unsent, then engine, practice service, window.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  nativeTheme,
  powerMonitor,
  safeStorage,
} from "electron";
import { z } from "zod";
import type { Settings } from "../contract/channels/shell.ts";
import type { CountersideEvent } from "../contract/events.ts";
import { createDispatch, type Dispatch } from "./ipc/dispatch.ts";
import { tellWindows } from "./ipc/gate.ts";
import { keepStartNote, type StartNote } from "./lib/start-notes.ts";
import { createAttachments, createFileKeeper } from "./shell/attachments.ts";
import { createCrashes, startNativeReports, watchProcessFaults } from "./shell/crashes.ts";
import { createDrill } from "./shell/drill.ts";
import { createEngineHost, type StartChild, systemProxy } from "./shell/engine/engine-host.ts";
import { describeEnvironment } from "./shell/engine/environment.ts";
import { startUtilityProcess } from "./shell/engine/utility-child.ts";
import { createFileGrants } from "./shell/files/file-grants.ts";
import { openStoreFile } from "./shell/files/store-file.ts";
import { createShellHandlers } from "./shell/handlers.ts";
import { createPeopleGate, systemLeaving, watchLeaving } from "./shell/people-gate.ts";
import { createPlaceGate, placeSecretsIn } from "./shell/place-secrets.ts";
import {
  allowedTokens,
  applyPolicy,
  engineLimits,
  fixedAboutCounters,
  fixedAboutPeople,
  fixedSettings,
  guardPolicy,
  readPolicy,
} from "./shell/policy.ts";
import { openPractice } from "./shell/practice/practice.ts";
import { createCollector } from "./shell/printing/collect.ts";
import type { PrintPages } from "./shell/printing/print-page.ts";
import { createPrinting, createPrintJobs } from "./shell/printing/printing.ts";
import { createQuitGuard, quitQuestion, statusForQuit } from "./shell/quit.ts";
import { guardServers, guardShopFolder, knownServers, knownShopFolder } from "./shell/servers.ts";
import { keepSettings, settingsIn } from "./shell/settings.ts";
import { openSlipKey } from "./shell/slip-key.ts";
import type { PolicyPlace } from "./shell/start/policy-place.ts";
import type { LeaveBy } from "./shell/start/signals.ts";
import type { Step } from "./shell/start/start-times.ts";
import type { Prepared } from "./shell/start/start-up.ts";
import { createSupport } from "./shell/support.ts";
import { createUpdates, updateRules, updatesOff } from "./shell/updates.ts";
import { openVault, systemCipher } from "./shell/vault.ts";
import { ownSession, watchNetwork } from "./shell/window/app-protocol.ts";
import {
  askBeforeQuit,
  attachmentSystem,
  chooseTarget,
  createConfirm,
  tellSettingsSetAside,
} from "./shell/window/dialogs.ts";
import { setMenu } from "./shell/window/menu.ts";
import { APP_URL, isOwnPage } from "./shell/window/page-rules.ts";
import { watchPage } from "./shell/window/watch-page.ts";
import { backgroundOf, focusWindow, onceShown, rememberWindowPlace } from "./shell/window/window.ts";
import { shellWords } from "./shell/words.ts";

// A few messages a minute are parsed here: making code for each schema costs more than it saves.
z.config({ jitless: true });

/** What `start.ts` did already. */
export interface Started extends Prepared {
  /** A path below out/. */
  built: (...parts: string[]) => string;
  devServer: string | null;
  policyPlace: PolicyPlace;
  printPages: PrintPages;
  startEngine: StartChild;
  window: BrowserWindow;
  reached: (step: Step) => void;
  /** On the system's signals. */
  leaveBy: LeaveBy;
  /** Where the settings are left. */
  forNextStart: StartNote;
}

/** Wires the program together around its open window; what it answers answers the pages' calls. */
export function run(started: Started): Dispatch {
  const { profile, practice: practiceWanted, sqliteBinding, log } = started;
  const { built, devServer, printPages, window, reached } = started;
  const emit = (event: CountersideEvent) =>
    tellWindows(event, (contents) => isOwnPage(contents.getURL(), devServer) && !printPages.owns(contents));

  // What the profile holds.
  const settingsFile = openStoreFile(profile, "settings", log);
  const shellFile = openStoreFile(profile, "shell", log);
  const applySettings = ({ language, theme }: Settings) => {
    nativeTheme.themeSource = theme;
    setMenu(language, !app.isPackaged);
  };
  const policy = readPolicy(started.policyPlace);
  if (policy.state !== "none")
    log.info("There is an owner's policy", { path: policy.path, state: policy.state });
  const settings = keepSettings(
    settingsFile,
    fixedSettings(policy),
    app.getLocale(),
    (payload) => {
      applySettings(payload);
      emit({ event: "settings.changed", payload });
      practice.mode.speak().catch(report("The practice shop did not change its language"));
    },
    log,
  );
  const words = () => shellWords(settings.get().language);
  const vaultFile = openStoreFile(profile, "vault", log);
  const cipher = systemCipher(safeStorage);
  const vault = openVault(vaultFile, cipher, log);
  const slipKey = openSlipKey(vaultFile, cipher, log);
  const placeVault = openVault(vaultFile, cipher, log, "placeSecrets");
  const secrets = () => [...vault.secrets(), ...placeVault.secrets()];
  log.hideSecrets(secrets);
  const crashes = createCrashes({
    profile,
    file: shellFile,
    now: Date.now,
    later: (ms, act) => void globalThis.setTimeout(act, ms),
    log,
  });
  watchProcessFaults(app, crashes);

  // The two processes beside this one.
  const tokensForEngine = async () => allowedTokens(policy, await vault.tokens());
  const engine = createEngineHost({
    startChild: started.startEngine,
    surroundings: async () => {
      const tokens = await tokensForEngine();
      const proxy = await systemProxy(ownSession("proxy"), Object.keys(tokens));
      const init = { type: "init", profile, appVersion: app.getVersion(), sqliteBinding } as const;
      return {
        ...init,
        tokens,
        proxy,
        fixed: fixedAboutPeople(policy),
        fixedCounters: fixedAboutCounters(policy),
        placeSecrets: await placeSecretsIn(placeVault),
        ...engineLimits(policy),
      };
    },
    emit: (event) => {
      people.notified(event);
      emit(event);
    },
    log,
  });
  const namePlace = createPlaceGate(engine.invoke, placeVault);
  const people = createPeopleGate(engine.invoke, shellFile);

  const tellPolicy = () =>
    applyPolicy(policy, engine.invoke).catch(report("The owner's policy could not be applied to the books"));
  const practice = openPractice({
    startChild: (onMessage) =>
      startUtilityProcess(built("main", "practice.js"), "Counterside practice", log, onMessage),
    folder: join(profile, "practice"),
    sqliteBinding,
    invoke: engine.invoke,
    vault,
    realSaved: () => void tellPolicy(),
    language: () => settings.get().language,
    emit,
    log,
  });
  function report(what: string): (error: unknown) => void {
    return (error) => log.error(what, { error });
  }

  const owner = () => BrowserWindow.getAllWindows().find((open) => open.isVisible()) ?? null;
  const askWhere = (name: string) => chooseTarget(owner(), join(app.getPath("documents"), name), words());
  const files = createFileGrants();
  const confirm = createConfirm(owner, words);
  const system = attachmentSystem(app, confirm, owner, words);
  const printing = createPrinting({
    collector: createCollector({ invoke: engine.invoke, settings: settings.get, now: Date.now, slipKey }),
    jobs: createPrintJobs(),
    settings: settings.get,
    openPage: printPages.open,
    // Of the program's own window: the page asks before it is seen.
    printers: async () => (window.isDestroyed() ? [] : window.webContents.getPrintersAsync()),
    askWhere,
    writeFile,
    saved: (path) => files.give(path, "saved"),
    openPath: system.openPath,
    showInFolder: system.showInFolder,
    log,
  });

  const serversGuard = guardServers(() => knownServers(engine.invoke, settings.get(), policy), confirm);
  const shopFolderGuard = guardShopFolder(() => knownShopFolder(engine.invoke, policy), files.isFor, confirm);

  const support = createSupport({
    invoke: engine.invoke,
    environment: () => describeEnvironment(app, log.folder, sqliteBinding),
    settings: settings.get,
    vaultStatus: vault.status,
    hasPeople: people.hasPeople,
    secrets,
    system: () => process.getSystemVersion(),
    readme: () => words().supportReadme,
    askWhere,
    now: () => new Date(),
    log,
  });
  const keeper = createFileKeeper(join(profile, "attachments"));
  keeper.sweep().catch(report("Half-kept files were not removed"));
  const attachments = createAttachments(keeper, system, engine.invoke, log);

  const updates = createUpdates({
    version: app.getVersion(),
    off: () => updatesOff(app),
    rules: () => updateRules(settings.get(), Object.hasOwn(fixedSettings(policy), "updateServer")),
    openUpdater: async () => {
      const { CancellationToken, MacUpdater, NsisUpdater } = await import("electron-updater");
      // The library's session, made here first so that Chromium fetches no dictionaries for it.
      ownSession("electron-updater");
      // One that was given up goes on listening to the system's updater.
      autoUpdater.removeAllListeners();
      const updater = process.platform === "darwin" ? new MacUpdater() : new NsisUpdater();
      return { updater, cancellation: () => new CancellationToken() };
    },
    changed: (payload) => emit({ event: "updates.changed", payload }),
    leave: () => guard.mustLeave(),
    now: () => new Date(),
    log,
  });

  engine.start();
  applySettings(settings.get());
  // Their files may have changed since the page was answered from the last run.
  emit({ event: "settings.changed", payload: settings.get() });
  let codeIsShown = false;
  const dispatch = createDispatch(
    createShellHandlers({
      codeShown: (shown) => {
        codeIsShown = shown;
      },
      app,
      settings,
      vault,
      placeVault,
      practice: practice.mode,
      policy,
      crashes: crashes.handlers,
      printing,
      slipKey,
      checkPage: built("check", "check-slips.html"),
      support,
      attachments,
      updates: updates.handlers,
      files,
      restartEngine: engine.restart,
      drill: createDrill({
        startChild: (onMessage) =>
          startUtilityProcess(built("main", "engine.js"), "Counterside drill", log, onMessage),
        profile,
        appVersion: app.getVersion(),
        sqliteBinding,
        random: Math.random,
        later: (ms) => (ms === 0 ? setImmediate() : setTimeout(ms)),
        killHard: (pid) => void process.kill(pid, "SIGKILL"),
      }),
      logFolder: log.folder,
      sqliteBinding,
    }),
    ({ channel, from }, input) =>
      channel === "shopFolder.set" ? namePlace(input, from) : practice.invoke(channel, input, from),
    async (call, input, approvalId) => {
      files.guard(call, input);
      guardPolicy(policy, call, input);
      await people.guard(call, input, approvalId);
      await serversGuard(call, input);
      await shopFolderGuard(call, input);
    },
    (channel, error) => log.error("A channel failed unexpectedly", { channel, error }),
  );
  onceShown(window, updates.watch);
  onceShown(window, () => startNativeReports(app, crashReporter, profile));
  rememberWindowPlace(window, shellFile, log);
  watchPage(window, devServer ?? APP_URL, words, log);
  const { setAside } = settingsFile;
  if (setAside !== null) {
    onceShown(window, () => {
      tellSettingsSetAside(window, setAside, words()).catch(report("The word on the settings was not shown"));
    });
  }
  nativeTheme.on("updated", () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundOf());
  });
  app.on("second-instance", () => focusWindow(window));
  const stopWatching = watchNetwork(engine.networkHint);
  const stopLocking = watchLeaving(systemLeaving(powerMonitor), people, () => {
    people.lock().catch(report("The counter was not locked"));
  });
  engine
    .whenReady()
    .then(() => reached("engineReady"))
    .then(() => void tellPolicy())
    .then(crashes.settle)
    .then(() => (practiceWanted ? practice.mode.startUnlessReal() : practice.mode.resume()))
    .catch(report("Practice mode did not start"));

  const leaveSettings = () => {
    try {
      // The engine left that it had a token; practice makes itself a new one.
      const endsWithToken = vault.isForThisRun() && !practice.mode.status().active;
      // As a start would read them now: their files may have changed beside the program.
      const next = settingsIn(settingsFile, fixedSettings(readPolicy(started.policyPlace)), app.getLocale());
      keepStartNote(started.forNextStart, endsWithToken ? null : next);
    } catch (error) {
      log.warn("What the next start could show was not kept", { error });
    }
  };

  // End.
  const guard = createQuitGuard({
    question: async () =>
      quitQuestion(await statusForQuit(engine.invoke), settings.get(), Date.now(), codeIsShown),
    ask: (question) => askBeforeQuit(owner(), question),
    stopEverything: async () => {
      log.info("Leaving: the engine and the practice service are asked to stop");
      stopWatching();
      stopLocking();
      updates.stopWatching();
      if (!window.isDestroyed()) window.hide();
      await engine.stop();
      await practice.stop();
      leaveSettings();
    },
    leave: () => updates.end(() => app.quit()),
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
  started.leaveBy(guard.mustLeave);
  return dispatch;
}
