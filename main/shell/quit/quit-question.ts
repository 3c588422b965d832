/** Is there something to say before quitting, and what? Pure. */
import type { Settings } from "../../../contract/channels/shell.ts";
import { fill, numberLocale, type ShellWords, shellWords } from "../words.ts";
import type { QuitStatus } from "./unsent-status.ts";

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
      : fill(words.unsent, { count: count(unsent), age: ageInWords(Math.max(0, nowMs - since), locale) });
  const decisions = others > 0 ? [fill(words.unsentOthers, { count: count(others) })] : [];
  return {
    message: isLastKnown ? words.cantKnow : words.unsentTitle,
    detail: isLastKnown
      ? [whyAway(status.state, words), words.lastKnown, sentence, ...decisions].join("\n")
      : [sentence, ...decisions, words.unsentDetail].join("\n"),
    ...buttons,
  };
}
