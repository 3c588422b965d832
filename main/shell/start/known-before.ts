/**
 * What the page asks before it is drawn, answered from what the last run left while nothing that it follows from has
 * changed: the rest of the program, which answers everything else, may be loaded once the page is seen. Imports no zod.
 */
import type { ChannelName } from "../../../contract/channels.ts";
import type { Reply } from "../../../contract/reply.ts";
import type { Log } from "../../lib/log.ts";
import { answersNote, readStartNote, settingsNote } from "../../lib/start-notes.ts";

/** Undefined where the program has to answer. */
export type KnownBefore = (channel: unknown, input: unknown) => Reply<unknown> | undefined;

/** Reads it before the engine opens the books; null where not all of it is known. Never throws. */
export function readKnownBefore(
  profile: string,
  version: string,
  locale: string,
  policyPath: string,
  log: Log,
): KnownBefore | null {
  const read = (note: Parameters<typeof readStartNote>[0]): unknown => {
    try {
      return readStartNote(note);
    } catch (error) {
      log.warn("What was known last could not be read", { error });
      return null;
    }
  };
  const settings = read(settingsNote(profile, version, locale, policyPath));
  const answers = settings === null ? null : read(answersNote(profile, version));
  if (settings === null || answers === null) return null;
  const known = new Map<unknown, unknown>([
    ["settings.get", settings],
    ["start.answers", { answers }],
  ] satisfies [ChannelName, unknown][]);
  return (channel, input) =>
    known.has(channel) && isEmpty(input) ? { ok: true, value: known.get(channel) } : undefined;
}

const isEmpty = (input: unknown): boolean =>
  typeof input === "object" && input !== null && Object.keys(input).length === 0;
