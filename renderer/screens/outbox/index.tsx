import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute, useSearch } from "wouter";
import type { EntryState } from "../../../contract/channels/common.ts";
import { invoke } from "../../client/api.ts";
import { channelKey, useChannel, usePages, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { focusOnceDrawn } from "../../lib/focus-once-drawn.ts";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { Checklist } from "./checklist.tsx";
import { EntryDetailPanel } from "./entry-detail.tsx";
import { EntryList } from "./entry-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { askedFor, type Filter, statesOf } from "./filters.ts";
import classes from "./outbox.module.css";

const PAGE_ROWS = 200;

/** The entries of a filter, newest first. */
function useEntries(filter: Filter) {
  const asked = { ...askedFor(filter), limit: PAGE_ROWS };
  const { pages, ...rest } = usePages(channelKey("outbox.list", asked), {
    read: (beforeSequence: number | null) =>
      invoke("outbox.list", { ...asked, ...(beforeSequence === null ? {} : { beforeSequence }) }),
    next: ({ entries }) => (entries.length < PAGE_ROWS ? null : (entries.at(-1)?.sequence ?? null)),
  });
  return { ...rest, entries: pages?.flatMap(({ entries }) => entries) ?? [], known: pages !== undefined };
}

/** The query that leads to the entries to check. */
const TO_CHECK = "to-check";
const DECIDED_BY_A_PERSON: ReadonlySet<EntryState> = new Set(statesOf("decide"));

/** Everything entered here: the list, and beside it the sending history of the entry one stands on. */
export default function OutboxScreen() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const [, params] = useRoute("/outbox/:entryId");
  const entryId = params?.entryId ?? null;
  const connected = useChannel("connection.get", {}).data !== null;
  const isToCheck = useSearch() === TO_CHECK;
  const [filter, setFilter] = useState<Filter>(
    isToCheck ? "withoutEvidence" : entryId === null ? "open" : "all",
  );
  useEffect(() => {
    // Followed once: without the bare "?" the router would keep the query for every later visit.
    if (isToCheck) navigate(`${location.split("?")[0] ?? "/"}?`, { replace: true });
  }, [isToCheck, location, navigate]);
  /** Where there is room for one of the two only: whether it is the detail. */
  const [opened, setOpened] = useState(entryId !== null);
  const { entries, known, error, readMore, retry } = useEntries(filter);
  const sendNow = useSend("sync.now");
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);

  // Whoever comes here comes to decide: the first entry that waits for it is shown, and the keys are with the list.
  const arrived = useRef(entryId !== null);
  const first = entries.find(
    ({ state, evidenceGap }) => DECIDED_BY_A_PERSON.has(state) || evidenceGap !== null,
  );
  useEffect(() => {
    if (arrived.current || !known) return;
    arrived.current = true;
    if (first === undefined) return;
    navigate(`/outbox/${first.entryId}`, { replace: true });
    list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, [known, first, navigate]);

  const select = (next: string | null) =>
    navigate(next === null ? "/outbox" : `/outbox/${next}`, { replace: true });
  const backToList = () => {
    setOpened(false);
    select(null);
    // The list is drawn again first where it was hidden.
    focusOnceDrawn(() => list.current?.querySelector<HTMLElement>('[role="grid"]'));
  };

  return (
    <Page
      fill
      title={t("outbox.title")}
      description={t("outbox.description")}
      main={{
        words: t("outbox.sendNow"),
        combo: "Mod+Enter",
        run: () => sendNow.mutate({}),
        busy: sendNow.isPending,
        disabled: !connected,
      }}
    >
      {connected ? (
        <div className={classes.split} data-detail={opened && entryId !== null}>
          <div className={classes.top}>
            <FilterBar filter={filter} onFilter={setFilter} />
            {sendNow.error === null ? null : <ErrorPanel error={sendNow.error} />}
          </div>
          <div className={classes.list} ref={list}>
            {error !== null ? (
              <ErrorPanel error={error} onRetry={retry} />
            ) : known ? (
              <EntryList
                entries={entries}
                filter={filter}
                activeKey={entryId}
                onActive={(next, by) => {
                  select(next);
                  if (by === "pointer") setOpened(true);
                }}
                onOpen={(entry) => {
                  select(entry.entryId);
                  setOpened(true);
                  focusOnceDrawn(() => detail.current?.querySelector<HTMLElement>("h2"));
                }}
                onEnd={readMore}
              />
            ) : (
              <Loading />
            )}
            <div className={classes.below}>
              <p className={classes.count} aria-live="polite">
                {known && entries.length > 0 ? t("outbox.count", { count: entries.length }) : null}
              </p>
              <Checklist />
            </div>
          </div>
          <div className={classes.detail} ref={detail}>
            {entryId === null ? (
              <p className={classes.choose}>{t("outbox.choose")}</p>
            ) : (
              <EntryDetailPanel key={entryId} entryId={entryId} onBack={backToList} />
            )}
          </div>
        </div>
      ) : (
        <NotConnected />
      )}
    </Page>
  );
}
