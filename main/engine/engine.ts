/** Composition root of the engine: the profile, the connection that is open, and a handler for every channel. */
import type { ShellAct } from "../../contract/process-messages.ts";
import { createConnections } from "./connections.ts";
import type { EngineParts } from "./engine-parts.ts";
import { createHandlers } from "./handlers.ts";
import { lazyDispatcher, readyDispatcher } from "./remote/lazy-dispatcher.ts";
import { checkAddress } from "./remote/network.ts";
import { createRouter, errorReply, type Invoke } from "./router.ts";
import { PARALLEL_SENDS } from "./session.ts";
import { storageError } from "./store/open-database.ts";
import { openProfile } from "./store/profile.ts";

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
export function openEngine(parts: EngineParts): Engine {
  const { log } = parts;
  const check = parts.checkAddress ?? checkAddress;
  const opened = openProfile(parts.profile, parts.sqliteBinding, parts.clock.now());
  const profile = opened.store;
  const network =
    parts.dispatcher === undefined
      ? lazyDispatcher(PARALLEL_SENDS, parts.proxy)
      : readyDispatcher(parts.dispatcher);
  const connections = createConnections(parts, opened, network, check);
  const { inStorageWords, session } = connections;
  const wordsOf = (error: unknown) => errorReply(error, inStorageWords, log).error;
  const handlers = createHandlers(parts, profile, connections, check, wordsOf);
  try {
    connections.openCurrent();
  } catch (error) {
    profile.close();
    throw storageError(error, parts.profile) ?? error;
  }
  return {
    invoke: createRouter(handlers, inStorageWords, log),
    hint: () => session()?.hint(),
    record: connections.record,
    release: () => session()?.release(),
    async close() {
      await connections.close();
      profile.close();
      await network.close();
    },
  };
}
