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
import { journeyOf, type Mark } from "./entry-journey.ts";
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

const PLACES = ["counter", "connection", "central"] as const;

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
      {PLACES.map((place) => {
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
            <span className="note">{t(`outbox.journey.${place}`)}</span>
            <span className={classes.words}>{t(`outbox.journey.words.${words}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
