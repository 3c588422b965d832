/** Keeps the updater out of the start: its code is read when somebody asks for it, or when the counter has long been open. */
import type { UpdateStatus } from "../../../contract/channels/updates.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Log } from "../log/log.ts";
import type { Updates } from "./updates.ts";

export type UpdateHandlers = Pick<
  ShellHandlers,
  "updates.status" | "updates.check" | "updates.download" | "updates.setAtQuit" | "updates.restart"
>;

export interface LazyUpdates {
  handlers: UpdateHandlers;
  /** Looks by itself from now on, where a server is named. */
  watch(): void;
  stopWatching(): void;
  /** See `Updates.atEnd`; nothing where nobody asked for updates in this run. */
  atEnd(): void;
}

/** The first look, once the morning's first customers are served; then a few times a day. */
const FIRST_LOOK_MS = 3 * 60_000;
const NEXT_LOOK_MS = 6 * 60 * 60_000;

/** Makes them; `open` runs at most once. */
export function createLazyUpdates(open: () => Promise<Updates>, log: Log): LazyUpdates {
  let opening: Promise<Updates> | null = null;
  let opened: Updates | null = null;
  let timer: NodeJS.Timeout | undefined;

  const updates = (): Promise<Updates> => {
    opening ??= open().then((made) => {
      opened = made;
      return made;
    });
    return opening;
  };
  const through =
    (task: (made: Updates) => UpdateStatus | Promise<UpdateStatus>) => async (): Promise<UpdateStatus> =>
      task(await updates());
  const lookLater = (ms: number): void => {
    timer = setTimeout(() => {
      updates()
        .then((made) => made.check())
        .catch((error: unknown) => log.error("Looking for a newer version failed", { error }));
      lookLater(NEXT_LOOK_MS);
    }, ms);
    timer.unref();
  };

  return {
    handlers: {
      "updates.status": through((made) => made.status()),
      "updates.check": through((made) => made.check()),
      "updates.download": through((made) => made.download()),
      "updates.setAtQuit": async ({ atQuit }) => (await updates()).setAtQuit(atQuit),
      "updates.restart": through((made) => made.restart()),
    },
    watch: () => lookLater(FIRST_LOOK_MS),
    stopWatching: () => clearTimeout(timer),
    atEnd: () => opened?.atEnd(),
  };
}
