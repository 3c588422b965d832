import { Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconClipboardCheck,
  IconFileSearch,
  IconFileTypePdf,
  IconPrinter,
  IconTable,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute, useSearch } from "wouter";
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import { invoke } from "../../client/api.ts";
import { channelKey, useChannel, usePages, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { PrintOutcome } from "../../features/printing/print-outcome.tsx";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { BooksPanel } from "./books-panel.tsx";
import { EntryDetailPanel } from "./entry-detail.tsx";
import {
  askedFor,
  countOf,
  EntryList,
  FilterBar,
  filterNamed,
  firstFilter,
  type Lane,
} from "./entry-list.tsx";
import classes from "./outbox.module.css";

const WAYS = [
  { to: "printer", words: "print.button.checklistPrint", Icon: IconPrinter },
  { to: "pdf", words: "print.button.checklistPdf", Icon: IconFileTypePdf },
  { to: "csv", words: "print.button.checklistCsv", Icon: IconTable },
] as const;

/** Everything whose outcome is unknown, to take along to the service's own books. */
function Checklist({ onBooks }: { onBooks: () => void }) {
  const { t } = useTranslation();
  const print = useSend("print.checklist");
  const unknown = useChannel("sync.status", {}).data?.counts.outcome_unknown ?? 0;
  return (
    <>
      <Button
        variant="default"
        data-testid="books"
        title={t("outbox.books.buttonText")}
        disabled={unknown === 0}
        leftSection={<IconFileSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={onBooks}
      >
        {t("outbox.books.button")}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            data-testid="checklist"
            title={t("print.button.checklistText")}
            disabled={unknown === 0}
            busy={print.isPending}
            leftSection={<IconClipboardCheck size="1.125rem" stroke={1.7} aria-hidden="true" />}
            rightSection={<IconChevronDown size="1rem" stroke={1.7} aria-hidden="true" />}
          >
            {t("print.button.checklist")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {WAYS.map(({ to, words, Icon }) => (
            <Menu.Item
              key={to}
              className="target"
              data-testid={`checklist-${to}`}
              leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
              onClick={() => {
                if (!print.isPending) print.mutate({ to });
              }}
            >
              {t(words)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <PrintOutcome printed={print.data} error={print.error} className="full-row" />
    </>
  );
}

const PAGE_ROWS = 200;

/** The entries of a filter, newest first. */
function useEntries(filter: Lane) {
  const asked = { ...askedFor(filter), limit: PAGE_ROWS };
  const { pages, ...rest } = usePages(channelKey("outbox.list", asked), {
    read: (beforeSequence: number | null) =>
      invoke("outbox.list", { ...asked, ...(beforeSequence === null ? {} : { beforeSequence }) }),
    next: ({ entries }) => (entries.length < PAGE_ROWS ? null : (entries.at(-1)?.sequence ?? null)),
  });
  return { ...rest, entries: pages?.flatMap(({ entries }) => entries) ?? [], known: pages !== undefined };
}

/** The lane that is shown: the one a link names or a person chose, else the first that has something to do. */
function useFilter(entryId: string | null, counts: SyncStatus["counts"] | undefined) {
  const [location, navigate] = useLocation();
  const named = filterNamed(useSearch());
  const [chosen, choose] = useState<Lane | null>(named ?? (entryId === null ? null : "all"));
  useEffect(() => {
    if (named === null) return;
    choose(named);
    // Followed once: without the bare "?" the router would keep the query for every later visit.
    navigate(`${location.split("?")[0] ?? "/"}?`, { replace: true });
  }, [named, location, navigate]);
  // It stays the one it was at first, whatever is sent meanwhile.
  if (chosen === null && counts !== undefined) choose(firstFilter(counts));
  return { filter: chosen ?? firstFilter(counts), choose };
}

/** Everything entered here: the list, and beside it how far the entry one stands on has come. */
export default function OutboxScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [, params] = useRoute("/outbox/:entryId");
  const entryId = params?.entryId ?? null;
  const connected = useChannel("connection.get", {}).data !== null;
  const counts = useChannel("sync.status", {}).data?.counts;
  const { filter, choose } = useFilter(entryId, counts);
  /** Where there is room for one of the two only: whether it is the detail. */
  const [opened, setOpened] = useState(entryId !== null);
  /** A file of the books is looked into, in the place of an entry's detail. */
  const [books, setBooks] = useState(false);
  const { entries, known, fetching, error, readMore, retry } = useEntries(filter);
  const sendNow = useSend("sync.now");
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);

  const select = (next: string | null) =>
    navigate(next === null ? "/outbox" : `/outbox/${next}`, { replace: true });
  // A lane that is opened shows its first entry, and the keys are with the list for whoever comes here.
  const opensLane = useRef<"arrived" | "chosen" | null>(entryId === null ? "arrived" : null);
  useEffect(() => {
    // Not by the list of an earlier visit: its first entry may have been decided since.
    if (opensLane.current === null || !known || fetching) return;
    if (!entries.some((entry) => entry.entryId === entryId)) select(entries[0]?.entryId ?? null);
    if (opensLane.current === "arrived" && entries.length > 0)
      list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    opensLane.current = null;
  });
  const backToList = () => {
    setOpened(false);
    select(null);
    // The list is drawn again first where it was hidden.
    focusOnceDrawn(() => list.current?.querySelector<HTMLElement>('[role="grid"]'));
  };

  return (
    <Page
      fill={opened && entryId !== null ? "whole" : true}
      title={t("nav.screen.outbox")}
      description={t("outbox.description")}
      main={{
        words: t("action.sendNow"),
        combo: "Mod+Enter",
        run: () => sendNow.mutate({}),
        busy: sendNow.isPending,
        disabled: !connected,
        quiet: (countOf("decide", counts) ?? 0) > 0,
      }}
    >
      {connected ? (
        <div
          className={`${classes.split} rest-below grid gap-8-16 min-h-0`}
          data-detail={(opened && entryId !== null) || books}
        >
          <div className={`${classes.top} grid gap-8 full-columns`}>
            <FilterBar
              filter={filter}
              onFilter={(next) => {
                opensLane.current = "chosen";
                choose(next);
              }}
            />
            {sendNow.error === null ? null : <ErrorPanel error={sendNow.error} />}
          </div>
          <div className={`${classes.list} grid gap-8 min-w-0 min-h-0`} ref={list}>
            {error !== null ? (
              <ErrorPanel error={error} onRetry={retry} />
            ) : (
              <EntryList
                entries={entries}
                known={known}
                filter={filter}
                activeKey={entryId}
                onActive={(next, by) => {
                  select(next);
                  if (by === "pointer") setBooks(false);
                  if (by === "pointer") setOpened(true);
                }}
                onOpen={(entry) => {
                  select(entry.entryId);
                  setBooks(false);
                  setOpened(true);
                  focusOnceDrawn(() => detail.current?.querySelector<HTMLElement>("h2"));
                }}
                onEnd={readMore}
              />
            )}
            <div className="row between gap-8">
              <p className={`${classes.count} note`} aria-live="polite">
                {known && entries.length > 0 ? t("outbox.count", { count: entries.length }) : null}
              </p>
              <Checklist
                onBooks={() => {
                  setBooks(true);
                  focusOnceDrawn(() => detail.current?.querySelector<HTMLElement>("h2"));
                }}
              />
            </div>
          </div>
          {/* Another entry begins at its top. */}
          <div
            className={`${classes.detail} if-any clip min-h-0 sheet`}
            ref={detail}
            key={books ? "books" : entryId}
          >
            {books ? (
              <BooksPanel
                onBack={() => {
                  setBooks(false);
                  focusOnceDrawn(() => document.querySelector<HTMLElement>('[data-testid="books"]'));
                }}
                onOpen={(next) => {
                  select(next);
                  setBooks(false);
                  setOpened(true);
                  focusOnceDrawn(() => detail.current?.querySelector<HTMLElement>("h2"));
                }}
              />
            ) : entryId !== null ? (
              <EntryDetailPanel entryId={entryId} onBack={backToList} />
            ) : entries.length > 0 ? (
              <p className={`${classes.choose} dim text-center`}>{t("outbox.choose")}</p>
            ) : null}
          </div>
        </div>
      ) : (
        <NotConnected />
      )}
    </Page>
  );
}
