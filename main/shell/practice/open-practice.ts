/** Wires practice mode to its process and to the calls of the engine that end it. */
import type { Settings } from "../../../contract/channels/shell.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import type { StartChild } from "../engine/child-process.ts";
import { createConnectionGate, type Invoke } from "../engine/connection-gate.ts";
import type { Log } from "../log/log.ts";
import type { Vault } from "../vault/vault.ts";
import { createPracticeMode, type PracticeMode } from "./practice.ts";
import { createPracticeHost } from "./practice-host.ts";

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
  const loadBackup = async (input: unknown) => {
    const reply = await invoke("backup.restore", input);
    if (reply.ok && !(await mode.isPresent())) await mode.leave();
    return reply;
  };
  const turns = createSerialQueue();
  const mode = createPracticeMode({ host, invoke, saveConnection, turns, folder, language, emit, log });
  return {
    mode,
    invoke: (channel, input, page) =>
      channel === "connection.save"
        ? turns.runExclusive(() => saveConnection(input))
        : channel === "backup.restore"
          ? turns.runExclusive(() => loadBackup(input))
          : invoke(channel, input, page),
    stop: host.stop,
  };
}
