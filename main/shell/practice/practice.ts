/** Practice mode: a sample shop on the stand-in service, kept over restarts of the profile. */

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Caller } from "../../../contract/call.ts";
import type { PracticeBooks, PracticeStatus, PracticeTrouble } from "../../../contract/channels/practice.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { CountersideError, valueIn } from "../../../contract/error.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { FILL_ORDER } from "../../../contract/lists.ts";
import type { Reply } from "../../../contract/reply.ts";
import type { Log } from "../../lib/log.ts";
import { createSerialQueue, type SerialQueue } from "../../lib/serial-queue.ts";
import { removeFile } from "../../lib/whole-file.ts";
import { createConnectionGate, type Invoke, type StartChild } from "../engine/engine-host.ts";
import type { Vault } from "../vault.ts";
import { createPracticeHost, type PracticeHost, type PracticeState } from "./practice-host.ts";

export interface PracticeMode {
  start(): Promise<PracticeStatus>;
  status(): PracticeStatus;
  /** Kept over a restart: an outage that is practised goes on until it is ended. */
  setServiceUp(up: boolean): Promise<PracticeStatus>;
  /** Makes trouble; null ends it, with a new access token where that had expired. */
  rehearse(trouble: PracticeTrouble | null): Promise<PracticeStatus>;
  /** The books of the simulated central system, also while it is switched off. */
  books(): Promise<PracticeBooks>;
  /** Begins anew as another company; what was practised stays in a file that no screen opens again. */
  startOver(): Promise<PracticeStatus>;
  /** Starts unless this profile has a real connection, whose unsent entries must not be left behind unasked. */
  startUnlessReal(): Promise<void>;
  /** At start-up: brings the service back where this profile's connection is the practice shop. */
  resume(): Promise<void>;
  /** The screens speak another language: the shop's names follow. */
  speak(): Promise<void>;
  /** Whether the connection that is open is that of the practice shop as it runs now. */
  isPresent(): Promise<boolean>;
  /** Another connection was chosen. */
  leave(): Promise<void>;
  serviceStopped(): void;
  troubleMet(): void;
}

interface PracticeDeps {
  host: PracticeHost;
  invoke: Invoke;
  saveConnection: (input: unknown) => Promise<Reply<unknown>>;
  /** What opens a connection, or fills it, does so in turn: what is begun for the practice shop ends before another is opened. */
  turns: SerialQueue;
  folder: string;
  language: () => Settings["language"];
  emit: (event: CountersideEvent) => void;
  log: Log;
}

/** Makes practice mode; nothing runs before `start` or `resume`. */
export function createPracticeMode(deps: PracticeDeps): PracticeMode {
  const { host, invoke, saveConnection, turns, folder, language, emit, log } = deps;
  let active = false;

  const status = (): PracticeStatus => {
    const state = host.state();
    const { up = false, serviceUrl = null, trouble = null } = state ?? {};
    return { active, serviceUp: up, serviceUrl, trouble };
  };
  const tell = (): PracticeStatus => {
    const now = status();
    emit({ event: "practice.changed", payload: { active: now.active, serviceUp: now.serviceUp } });
    return now;
  };

  /** Which language the names came in that the data of this computer holds. */
  const namedFile = join(folder, "imported-language");
  const namedIn = async () => (existsSync(namedFile) ? readFile(namedFile, "utf8") : null);

  /** Imports what is missing of what the service wrote; everything where its names are in another language. */
  const importNames = async ({ language: wanted }: PracticeState): Promise<void> => {
    const counts = CHANNELS["mirror.counts"].output.parse(valueIn(await invoke("mirror.counts", {})));
    const imported = new Set(counts.kinds.filter((row) => row.importedAt !== null).map((row) => row.kind));
    const isNamed = (await namedIn()) === wanted;
    // A language is noted once all names are in it: what ends before leaves them of two.
    if (!isNamed) await removeFile(namedFile);
    for (const kind of FILL_ORDER) {
      const path = join(folder, "reference-data", `${kind}.csv`);
      if ((isNamed && imported.has(kind)) || !existsSync(path)) continue;
      valueIn(await invoke("referenceData.import", { kind, path }));
    }
    if (!isNamed) await writeFile(namedFile, wanted);
  };

  /** Lies there while the simulated central system is switched off. */
  const outageFile = join(folder, "switched-off");
  const startHost = () => host.start(!existsSync(outageFile));

  /** The service, with its shop named in the language in use. */
  const inLanguage = async (state: PracticeState): Promise<PracticeState> =>
    state.language === language() ? state : host.name(language());

  const connect = async ({ serviceUrl, tenantId, userId, token }: PracticeState): Promise<void> => {
    const before = active;
    // Already now: the page asks as soon as the engine says that the connection changed.
    active = true;
    const wanted = { serviceUrl, tenantId, userId, token, practice: true, remember: false };
    const reply = await saveConnection(wanted);
    if (!reply.ok) active &&= before;
    valueIn(reply);
    tell();
  };
  const start = async (): Promise<PracticeStatus> => {
    const state = await inLanguage(await startHost());
    await connect(state);
    await importNames(state);
    return status();
  };
  const assertActive = (): void => {
    if (!active) throw new CountersideError("wrong_state", { reason: "practice_off" });
  };
  const running = async (): Promise<void> => {
    assertActive();
    if (host.state() === null) await importNames(await startHost());
  };
  /** Connects anew, unless practice mode ended meanwhile: no rehearsal takes the place of a real connection. */
  const connectAgain = async (state: PracticeState): Promise<void> => {
    assertActive();
    await connect(state);
  };

  const speak = async (): Promise<void> => {
    const state = host.state();
    if (!active || state === null) return;
    // Most settings are not the language.
    if (state.language === language() && (await namedIn()) === language()) return;
    await importNames(await inLanguage(state));
  };

  const leave = async () => {
    if (!active) return;
    active = false;
    await host.stop();
    tell();
  };

  const present = async () =>
    CHANNELS["connection.get"].output.parse(valueIn(await invoke("connection.get", {})));

  return {
    status,
    start: () => turns.runExclusive(start),
    // One change of the language after the other, and the last one holds.
    speak: () => turns.runExclusive(speak),
    leave,
    setServiceUp: (up) =>
      turns.runExclusive(async () => {
        await running();
        await host.setUp(up);
        await (up ? removeFile(outageFile) : writeFile(outageFile, ""));
        return tell();
      }),
    rehearse: (trouble) =>
      turns.runExclusive(async () => {
        await running();
        const state = await host.rehearse(trouble);
        // The new access token, as from an administrator: sending goes on with it.
        if (trouble === null) await connectAgain(state);
        return tell();
      }),
    books: async () => {
      await running();
      return host.books();
    },
    startOver: () =>
      turns.runExclusive(async () => {
        await running();
        const state = await inLanguage(await host.startOver());
        await connectAgain(state);
        await importNames(state);
        return status();
      }),
    isPresent: async () => {
      const connection = await present();
      const state = host.state();
      return (
        active &&
        connection?.serviceUrl === state?.serviceUrl &&
        String(connection?.tenantId) === String(state?.tenantId)
      );
    },
    resume: () =>
      turns.runExclusive(async () => {
        const connection = await present();
        if (connection?.practice) await start();
      }),
    startUnlessReal: () =>
      turns.runExclusive(async () => {
        const connection = await present();
        if (connection === null || connection.practice) await start();
        else log.warn("This profile has a real connection, so practice mode was not started");
      }),
    serviceStopped: () => {
      if (active) tell();
    },
    troubleMet: () => void tell(),
  };
}

// Wires practice mode to its process and to the calls of the engine that end it.

interface OpenPracticeDeps {
  startChild: StartChild;
  folder: string;
  sqliteBinding: string | null;
  /** Calls the engine. */
  invoke: Invoke;
  vault: Vault;
  /** A connection that isn't the practice shop's was saved. */
  realSaved: () => void;
  language: () => Settings["language"];
  emit: (event: CountersideEvent) => void;
  log: Log;
}

/** Opens practice mode; nothing runs before it is started. */
export function openPractice({
  startChild,
  folder,
  sqliteBinding,
  invoke,
  vault,
  realSaved,
  language,
  emit,
  log,
}: OpenPracticeDeps): {
  mode: PracticeMode;
  /** Calls the engine; what takes the place of the practice shop's connection ends practice mode. */
  invoke: Invoke;
  stop: () => Promise<void>;
} {
  const host = createPracticeHost({
    startChild,
    folder,
    sqliteBinding,
    language,
    stopped: () => mode.serviceStopped(),
    troubleMet: () => mode.troubleMet(),
    log,
  });
  const saveConnection = createConnectionGate(invoke, vault, (connection) => {
    if (connection.practice) return;
    realSaved();
    mode.leave().catch((error) => log.error("Practice mode did not end", { error }));
  });
  /** A loaded connection takes the place of the practice shop's, as a saved one does, unless it is that shop's again. */
  const loadBackup = async (input: unknown, from?: Caller) => {
    const reply = await invoke("backup.restore", input, from);
    if (reply.ok && !(await mode.isPresent())) await mode.leave();
    return reply;
  };
  const turns = createSerialQueue();
  const mode = createPracticeMode({ host, invoke, saveConnection, turns, folder, language, emit, log });
  return {
    mode,
    invoke: (channel, input, from) =>
      channel === "connection.save"
        ? turns.runExclusive(() => saveConnection(input, from))
        : channel === "backup.restore"
          ? turns.runExclusive(() => loadBackup(input, from))
          : invoke(channel, input, from),
    stop: host.stop,
  };
}
