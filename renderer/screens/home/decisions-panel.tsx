import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { UNDECIDED } from "../../../contract/first-questions.ts";
import { useChannel } from "../../client/queries.ts";
import { Amount, longestFraction } from "../../features/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { KindName, Name } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./home.module.css";

/** Fetched when the first one is opened: most looks at Home open none. */
const OpenEntry = lazy(() => import("./open-entry.tsx"));

/** Fetched once the screen is there: most shops have no shop folder. */
const FetchedLists = lazy(() => import("./waiting-lists.tsx"));

/** Lists from the shop folder that wait for a person. */
export const WaitingLists = () => (
  <Suspense fallback={null}>
    <FetchedLists />
  </Suspense>
);

/** Once the open entry is decided and gone, the keyboard goes to the decision that took its place, or to the last. */
function useNextDecision(opened: string | null, entries: readonly EntrySummary[]) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  const at = entries.findIndex(({ entryId }) => entryId === opened);
  useEffect(() => {
    if (at < 0 && place.current >= 0) {
      const buttons = list.current?.querySelectorAll<HTMLElement>("button[aria-expanded]") ?? [];
      const next = buttons[Math.min(place.current, buttons.length - 1)];
      if (document.activeElement === document.body) next?.focus();
    }
    place.current = at;
  }, [at]);
  return list;
}

/** Entries that only a person can move; each is decided in its place. */
export function DecisionsPanel() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string | null>(null);
  const entries = useChannel("outbox.list", UNDECIDED).data?.entries ?? [];
  const status = useChannel("sync.status", {}).data;
  const hasToken = useChannel("connection.get", {}).data?.hasToken ?? false;
  // Refused and unknown ones need attention too; they stand in the list below, in their own words.
  const attention =
    status === undefined
      ? 0
      : status.needsAttention - status.counts.outcome_unknown - status.counts.dead_letter;
  const isNothingLeft = entries.length === 0 && status?.state !== "sign_in_needed";
  const list = useNextDecision(opened, entries);
  const room = longestFraction(
    entries.map(({ localAmount }) => localAmount),
    3,
  );
  return (
    <Panel
      title={t("home.decide.title")}
      aside={entries.length === 0 ? undefined : <Link href="/outbox?to-decide">{t("action.seeOutbox")}</Link>}
    >
      {status?.state === "sign_in_needed" ? (
        <Notice kind="bad" action={<Link href="/connect">{t("action.newToken")}</Link>}>
          {hasToken ? t("home.decide.signIn") : t("home.decide.noToken")}
        </Notice>
      ) : null}
      {attention <= 0 ? null : (
        <Notice kind="warn">{t("home.decide.attention", { count: attention })}</Notice>
      )}
      <WaitingLists />
      {isNothingLeft ? <p className="dim">{t("home.decide.none")}</p> : null}
      {entries.length === 0 ? null : (
        <ul className={`${classes.list} grid list`} ref={list}>
          {entries.map((entry) => (
            <li key={entry.entryId} className={classes.entry} data-open={entry.entryId === opened}>
              <span className={`${classes.entryWords} min-w-0`}>
                <Name oneLine>{entry.subject}</Name>
                <span className={classes.dim}>
                  <KindName kind={entry.kind} /> · <TimeAgo at={entry.createdAt} />
                </span>
              </span>
              <span className={`${classes.figures} grid gap-4`}>
                {entry.localAmount === null ? null : (
                  <Amount value={entry.localAmount} currencyId={entry.currencyId} align={room} />
                )}
                <StateBadge state={entry.state} />
              </span>
              <Button
                variant="default"
                aria-expanded={entry.entryId === opened}
                onClick={() => setOpened(entry.entryId === opened ? null : entry.entryId)}
              >
                {t(entry.entryId === opened ? "action.close" : "home.decide.do")}
              </Button>
              {entry.entryId === opened ? (
                <Suspense fallback={<Loading />}>
                  <OpenEntry entryId={entry.entryId} />
                </Suspense>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
