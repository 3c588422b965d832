/**
 * Quitting: asks where something is unsent, then stops everything in order.
 *
 *   open ──quit──▶ asking ──stay──▶ open
 *                    │ quit, a second request, or the system shutting down
 *                    ▼
 *                 closing ──all stopped──▶ closed
 */

import type { z } from "zod";
import { type FileBusy, fileBusy, type SyncStatus } from "../../contract/channels/connection.ts";
import type { Settings } from "../../contract/channels/shell.ts";
import { CHANNELS } from "../../contract/channels.ts";
import type { Invoke } from "./engine/engine-host.ts";
import { within } from "./within.ts";
import { fill, numberLocale, type ShellWords, shellWords } from "./words.ts";

interface QuitGuardDeps {
  /** The question to ask now, or null. Must answer soon even where the engine is gone. */
  question: () => Promise<QuitQuestion | null>;
  /** True: the person wants to quit all the same. */
  ask: (question: QuitQuestion) => Promise<boolean>;
  stopEverything: () => Promise<void>;
  /** Ends the program; called once everything has stopped. */
  leave: () => void;
  problem: (error: unknown) => void;
}

interface QuitGuard {
  /** Somebody wants to quit. True: let it happen now; false: hold it back, the guard goes on by itself. */
  requested(): boolean;
  /** False once everything has stopped and windows may close. */
  holdsBack(): boolean;
  /** The system shuts down or a signal came: no question, but an orderly stop. */
  mustLeave(): void;
}

/** Makes the guard. */
export function createQuitGuard({ question, ask, stopEverything, leave, problem }: QuitGuardDeps): QuitGuard {
  let state: "open" | "asking" | "closing" | "closed" = "open";

  const close = async () => {
    if (state === "closing" || state === "closed") return;
    state = "closing";
    try {
      await stopEverything();
    } catch (error) {
      problem(error);
    }
    state = "closed";
    leave();
  };

  const askFirst = async () => {
    const asked = await question();
    const goOn = asked === null || (await ask(asked));
    if (state !== "asking") return;
    if (goOn) await close();
    else state = "open";
  };

  return {
    requested: () => {
      if (state === "closed") return true;
      if (state === "open") {
        state = "asking";
        askFirst().catch(async (error: unknown) => {
          problem(error);
          await close();
        });
      } else if (state === "asking") {
        void close();
      }
      return false;
    },
    holdsBack: () => state !== "closed",
    mustLeave: () => void close(),
  };
}

// Is there something to say before quitting, and what? Pure.

export interface QuitQuestion {
  message: string;
  detail: string;
  stay: string;
  quit: string;
}

const MINUTE = 60_000;
const STEPS = [
  { unit: "day", ms: 24 * 60 * MINUTE },
  { unit: "hour", ms: 60 * MINUTE },
  { unit: "minute", ms: MINUTE },
] as const;

/** How long ago, in the largest unit that fits: "3 hours". */
export function ageInWords(ageMs: number, locale: string): string {
  const step = STEPS.find(({ ms }) => ageMs >= ms) ?? STEPS[2];
  const count = Math.max(1, Math.floor(ageMs / step.ms));
  return new Intl.NumberFormat(locale, { style: "unit", unit: step.unit, unitDisplay: "long" }).format(count);
}

/** Why the file is not open, and what becomes of it. */
function whyAway(state: Exclude<QuitStatus, "none">["state"], words: ShellWords): string {
  if (state === "refused") return words.fileRefusedDetail;
  return state === "waiting" ? words.fileWaitsDetail : words.fileAwayDetail;
}

/**
 * The question before quitting; null where nothing waits to be sent and no code is shown.
 *
 * `status` is null where the engine doesn't answer or gives none; "none" where it has no connection yet. Of a file that
 * is not open at the moment only what was known last can be named: it is asked in any case. `codeIsShown`: a new
 * recovery code is on the screen, and is lost by quitting.
 */
export function quitQuestion(
  status: QuitStatus | null,
  settings: Pick<Settings, "language" | "digits">,
  nowMs: number,
  codeIsShown = false,
): QuitQuestion | null {
  const words = shellWords(settings.language);
  const buttons = { stay: words.stay, quit: words.quitAnyway };
  if (codeIsShown) {
    const unsent = quitQuestion(status, settings, nowMs);
    const detail = [words.codeShownDetail, ...(unsent === null ? [] : [unsent.message, unsent.detail])];
    return { message: words.codeShown, detail: detail.join("\n"), ...buttons };
  }
  if (status === "none") return null;
  if (status === null) return { message: words.cantKnow, detail: words.cantKnowDetail, ...buttons };
  const isLastKnown = !("lastContactAt" in status);
  if (status.counts === null)
    return { message: words.cantKnow, detail: whyAway(status.state, words), ...buttons };
  const { pending, in_flight, retry_wait, outcome_unknown, dead_letter } = status.counts;
  const unsent = pending + in_flight + retry_wait;
  if (unsent === 0 && !isLastKnown) return null;
  const locale = numberLocale(settings);
  const count = (value: number) => new Intl.NumberFormat(locale).format(value);
  const since = status.oldestUnsentAt === null ? Number.NaN : Date.parse(status.oldestUnsentAt);
  const others = outcome_unknown + dead_letter;
  // The oldest of all may be one that waits for a decision: its age is then not that of what is unsent.
  const sentence =
    Number.isNaN(since) || others > 0
      ? fill(words.unsentNoAge, { count: count(unsent) })
      : fill(words.unsent, {
          count: count(unsent),
          duration: ageInWords(Math.max(0, nowMs - since), locale),
        });
  const decisions = others > 0 ? [fill(words.unsentOthers, { count: count(others) })] : [];
  return {
    message: isLastKnown ? words.cantKnow : words.unsentTitle,
    detail: isLastKnown
      ? [whyAway(status.state, words), words.lastKnown, sentence, ...decisions].join("\n")
      : [sentence, ...decisions, words.unsentDetail].join("\n"),
    ...buttons,
  };
}

// What the engine says is unsent, in time for the question before quitting.

const ANSWER_WITHIN_MS = 2_000;

/** The file is one that this version can't open. */
const refusedFile = fileBusy.pick({ counts: true, oldestUnsentAt: true });
type RefusedFile = z.infer<typeof refusedFile> & { state: "refused" };

/** What can be said of what is unsent: now, as it was known last, or that there is no connection. */
type QuitStatus = SyncStatus | FileBusy | RefusedFile | "none";

/** Null where the engine doesn't answer in time, or can't say. */
export async function statusForQuit(invoke: Invoke): Promise<QuitStatus | null> {
  const reply = await within(ANSWER_WITHIN_MS, invoke("sync.status", {}), () => null);
  if (reply === null) return null;
  if (reply.ok) return CHANNELS["sync.status"].output.safeParse(reply.value).data ?? null;
  const { code, details } = reply.error;
  switch (code) {
    case "storage_busy":
      return fileBusy.safeParse(details).data ?? null;
    case "newer_database":
    case "migration_failed": {
      const known = refusedFile.safeParse(details).data ?? { counts: null, oldestUnsentAt: null };
      return { state: "refused", counts: known.counts, oldestUnsentAt: known.oldestUnsentAt };
    }
    case "not_connected":
      return "none";
    default:
      return null;
  }
}
