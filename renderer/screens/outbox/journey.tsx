import {
  IconCheck,
  IconClock,
  IconMinus,
  IconQuestionMark,
  IconSend,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { statusOfEntry } from "../../../contract/entry-status.ts";
import { heldReasonOf } from "../../../contract/reasons/entry-problem.ts";
import classes from "./journey.module.css";

const ICONS: Record<Mark, TablerIcon | null> = {
  done: IconCheck,
  going: IconSend,
  waits: IconClock,
  doubt: IconQuestionMark,
  refused: IconX,
  ended: IconMinus,
  ahead: null,
};

const PLACES = [
  { place: "counter", name: "outbox.journey.counter" },
  { place: "connection", name: "outbox.journey.connection" },
  { place: "central", name: "field.service" },
] as const;

/** The way of an entry from this computer to the central system, with the stop where it is or broke. */
export function Journey({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const journey = journeyOf(entry);
  return (
    <ol
      className={`${classes.journey} grid list`}
      aria-label={t("outbox.journey.label")}
      data-testid="journey"
    >
      {PLACES.map(({ place, name }) => {
        const { mark, words } = journey[place];
        const Icon = ICONS[mark];
        return (
          <li
            key={place}
            className={`${classes.stop} gap-2 breaks grid from-top min-w-0 relative`}
            data-mark={mark}
          >
            <span className={`${classes.sign} grid centred`} aria-hidden="true">
              {Icon === null ? null : <Icon size="1rem" stroke={2} />}
            </span>
            <span className="note">{t(name)}</span>
            <span className={classes.words}>{t(`outbox.journey.words.${words}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

// How far an entry has come on its way to the books, and where it stopped. Pure.

/** `ended`: staff stopped it. `ahead`: it has not come so far, or nothing is known of it there. */
export type Mark = "done" | "going" | "waits" | "doubt" | "refused" | "ended" | "ahead";

export interface Stop {
  mark: Mark;
  /** The key of its words in `outbox.journey`. */
  words:
    | ("saved" | "discarded" | "corrected")
    | ("notSent" | "sending" | "triesAgain" | "sent" | "answerLost" | "unsure")
    | ("nothing" | "mayHave" | "later" | "refused" | "confirmed" | "otherAnswer" | "byHand");
}

export interface Journey {
  counter: Stop;
  connection: Stop;
  central: Stop;
}

const stop = (mark: Mark, words: Stop["words"]): Stop => ({ mark, words });

const SAVED = stop("done", "saved");
const SENT = stop("done", "sent");
const NOTHING = stop("ahead", "nothing");

type Way = Omit<Journey, "counter">;

/** Of one that was sent and is in nobody's hands now: what its newest attempt says. */
function wayAfter(entry: EntryDetail, lost: Mark): Way {
  const last = entry.attempts.at(-1)?.outcome ?? null;
  switch (last) {
    case null:
    case "no_connection":
      return { connection: stop("ahead", "notSent"), central: NOTHING };
    case "answer_lost":
    case "interrupted":
      return { connection: stop(lost, "answerLost"), central: stop("ahead", "mayHave") };
    case "no_evidence":
      return { connection: SENT, central: stop(lost, "otherAnswer") };
    case "refused":
    case "redirected":
      return { connection: SENT, central: stop("refused", "refused") };
    case "sign_in_needed":
    case "asked_to_wait":
    case "service_refused":
      return { connection: SENT, central: stop("waits", "later") };
    case "server_error":
    case "redirected_unknown":
    case "answer_not_read":
    case "accepted":
    case "accepted_not_understood":
      return { connection: SENT, central: stop(lost, "mayHave") };
  }
}

/** The three stops of an entry: this computer, the connection, the central system. */
export function journeyOf(entry: EntryDetail): Journey {
  const after = (central: Stop): Journey => ({ counter: SAVED, connection: SENT, central });
  const status = statusOfEntry(entry);
  switch (status) {
    case "pending":
      return { counter: SAVED, connection: stop("waits", "notSent"), central: NOTHING };
    case "in_flight":
      return { counter: SAVED, connection: stop("going", "sending"), central: NOTHING };
    case "retry_wait": {
      const way = wayAfter(entry, "waits");
      if (way.central !== NOTHING) return { counter: SAVED, ...way };
      return { counter: SAVED, connection: stop("waits", "triesAgain"), central: NOTHING };
    }
    case "outcome_unknown": {
      const way = wayAfter(entry, "doubt");
      if (heldReasonOf(entry.lastProblem) === null && way.central !== NOTHING)
        return { counter: SAVED, ...way };
      return { counter: SAVED, connection: stop("doubt", "unsure"), central: stop("ahead", "mayHave") };
    }
    case "noEvidence":
    case "confirmedWithoutEvidence":
      return after(stop("doubt", "otherAnswer"));
    case "dead_letter":
      return after(stop("refused", "refused"));
    case "confirmed":
    case "confirmedOdd":
      return after(stop("done", "confirmed"));
    case "confirmedByHand":
      return after(stop("done", "byHand"));
    case "discarded":
    case "corrected":
      return { counter: stop("ended", status), ...wayAfter(entry, "ahead") };
  }
}
