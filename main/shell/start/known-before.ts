/**
 * What the page asks before it is drawn, answered from what the last run left: the program, which answers everything
 * else, may be loaded once the page is seen (docs/decisions/0071).
 */
import type { ChannelName } from "../../../contract/channels.ts";
import type { Reply } from "../../../contract/reply.ts";
import type { Dispatch } from "../../ipc/dispatch.ts";
import type { Log } from "../../lib/log.ts";
import { readStartNote, type StartNote } from "../../lib/start-notes.ts";

/** Undefined where the program has to answer. */
type KnownBefore = (channel: unknown, input: unknown) => Reply<unknown> | undefined;

/** Reads it before the engine opens the books; null where not all of it is known. Never throws. */
export function readKnownBefore(
  settingsNote: StartNote,
  answersNote: StartNote,
  log: Log,
): KnownBefore | null {
  try {
    const settings = readStartNote(settingsNote);
    const answers = settings === null ? null : readStartNote(answersNote);
    if (answers === null) return null;
    const known = new Map<unknown, unknown>([
      ["settings.get", settings],
      ["start.answers", { answers }],
    ] satisfies [ChannelName, unknown][]);
    return (channel, input) =>
      known.has(channel) && isEmpty(input) ? { ok: true, value: known.get(channel) } : undefined;
  } catch (error) {
    log.warn("What was known last could not be read", { error });
    return null;
  }
}

const isEmpty = (input: unknown): boolean =>
  typeof input === "object" && input !== null && Object.keys(input).length === 0;

/** The page's calls from the window's first moment on; what isn't known before waits for the program. */
export function createFirstCalls(known: KnownBefore | null) {
  let before = known;
  let pageIsSeen: () => void = () => undefined;
  const seen = new Promise<void>((settle) => {
    pageIsSeen = settle;
  });
  let programIs: (dispatch: Dispatch) => void = () => undefined;
  const program = new Promise<Dispatch>((settle) => {
    programIs = settle;
  });
  const dispatch: Dispatch = async (channel, input, page) => {
    if (channel === "start.seen") pageIsSeen();
    return before?.(channel, input) ?? (await program)(channel, input, page);
  };
  return {
    dispatch,
    /** Settles when the page says that it is painted. */
    seen,
    /** From now on the program answers everything: what was known before may change. */
    answerBy: (answer: Dispatch) => {
      before = null;
      programIs(answer);
    },
  };
}
