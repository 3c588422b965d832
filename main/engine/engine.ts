/** Composition root of the engine: the profile, the connection that is open, and a handler for every channel. */
import type { ShellAct } from "../../contract/process-messages.ts";
import { createConnections } from "./connection/connections.ts";
import { lazyConnect } from "./core/remote/lazy-connect.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { storageError } from "./file/database/open-database.ts";
import { openProfile } from "./file/profile/profile.ts";
import { createHandlers } from "./handlers.ts";
import { giveRoomUp, keepRoomSoon } from "./room-kept.ts";
import { createRouter, errorReply, type Invoke } from "./router.ts";

export interface Engine {
  invoke: Invoke;
  /** The system says that the network may be back. */
  hint(): void;
  /** Writes into the audit what the main process did; no channel leads here. */
  record(act: ShellAct): void;
  /** Gives back the memory that holds what was read lately; it is read from the system's cache again when asked for. */
  release(): void;
  /** Finishes what is in flight and closes every file. */
  close(): Promise<void>;
}

/** Opens the profile and its current connection. Throws `profile_in_use` or a storage code. */
export function openEngine(deps: EngineDeps): Engine {
  const { log } = deps;
  const connect = deps.connect ?? lazyConnect(deps.proxy);
  giveRoomUp(deps.profile, log);
  const opened = openProfile(deps.profile, deps.sqliteBinding, deps.clock.now());
  const profile = opened.store;
  const connections = createConnections(deps, opened, connect);
  const { inStorageWords, session } = connections;
  const wordsOf = (error: unknown) => errorReply(error, inStorageWords, log).error;
  const handlers = createHandlers(deps, profile, connections, connect, wordsOf);
  try {
    connections.openCurrent();
  } catch (error) {
    profile.close();
    throw storageError(error, deps.profile) ?? error;
  }
  const cancelRoom = keepRoomSoon(deps.profile, deps.clock, log);
  return {
    invoke: createRouter(handlers, inStorageWords, log),
    hint: () => session()?.hint(),
    record: connections.record,
    release: () => session()?.release(),
    async close() {
      cancelRoom();
      await connections.close();
      profile.close();
    },
  };
}
