import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { shownState } from "../../../contract/entry-states.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount, longestFraction } from "../../features/amount.tsx";
import { dayOf, useNow } from "../../lib/time.ts";
import { KindName, Name } from "../../ui/name.tsx";
import { Panel } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import classes from "./home.module.css";

/** The arrows go from entry to entry; each can be reached with Tab as well. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const next = links[links.findIndex((link) => link.matches(":focus")) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface DayEntriesProps {
  /** The newest of all, newest first. */
  newest: readonly EntrySummary[];
  /** How many were entered today. */
  count: number;
}

/** What was entered today as it went, newest first; each opens in the outbox. */
export function DayEntries({ newest, count }: DayEntriesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const today = dayOf(useNow());
  const entries = newest.filter(({ createdAt }) => dayOf(Date.parse(createdAt)) === today);
  if (entries.length === 0) return null;
  const room = longestFraction(
    entries.map(({ localAmount }) => localAmount),
    3,
  );
  const more = count - entries.length;
  return (
    <Panel title={t("home.entries.title")} aside={<Link href="/outbox?all">{t("action.seeOutbox")}</Link>}>
      <ol className={`${classes.dayEntries} grid list`} onKeyDown={goAlong} data-testid="home-entries">
        {entries.map((entry) => (
          <li key={entry.entryId} className={`${classes.dayItem} grid full-columns`}>
            <Link
              href={`/outbox/${entry.entryId}`}
              className={`${classes.dayEntry} ink unlined grid middle gap-0-16 full-columns target pad-y-4 line-above hovers`}
            >
              <bdi className="note">{formats.time(entry.createdAt)}</bdi>
              <span className="tight min-w-0">
                <Name oneLine>{entry.subject}</Name>
                <span className="note block">
                  <KindName kind={entry.kind} />
                </span>
              </span>
              <span className={classes.dayAmount}>
                {entry.localAmount === null ? null : (
                  <Amount value={entry.localAmount} currencyId={entry.currencyId} align={room} />
                )}
              </span>
              <StateBadge state={shownState(entry)} />
            </Link>
          </li>
        ))}
      </ol>
      {more <= 0 ? null : <p className="note after-8">{t("home.entries.more", { count: more })}</p>}
    </Panel>
  );
}
