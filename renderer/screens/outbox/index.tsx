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
import { useMay } from "../../client/may.ts";
import { channelKey, useChannel, usePages, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { useListFocus } from "../../features/list-table.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { PrintedNotice } from "../../features/printing.tsx";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
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
  const mayPrint = useMay("print");
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
      {mayPrint === "never" ? null : (
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
      )}
      <AllowanceNote of={mayPrint === "approval" ? mayPrint : "allowed"} />
      <PrintedNotice printed={print.data} error={print.error} className="full-row" />
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
  return { ...rest, entries: pages?.flatMap(({ entries }) => entries) };
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

/** Everything entered here: the list, and beside it how far the marked entry has come. */
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
  const { entries: found, fetching, error, readMore, retry } = useEntries(filter);
  const entries = found ?? [];
  const sendNow = useSend("sync.now");
  const focus = useListFocus();

  const select = (next: string | null) =>
    navigate(next === null ? "/outbox" : `/outbox/${next}`, { replace: true });
  // A lane that is opened shows its first entry, and a person who comes here has the keys in the list.
  const opensLane = useRef<"arrived" | "chosen" | null>(entryId === null ? "arrived" : null);
  useEffect(() => {
    // Not by the list of an earlier visit: its first entry may have been decided since.
    if (opensLane.current === null || found === undefined || fetching) return;
    if (!entries.some((entry) => entry.entryId === entryId)) select(entries[0]?.entryId ?? null);
    if (opensLane.current === "arrived" && entries.length > 0) focus.toListInPlace();
    opensLane.current = null;
  });
  const backToList = () => {
    setOpened(false);
    select(null);
    focus.backToList();
  };
  const open = (next: string) => {
    select(next);
    setBooks(false);
    setOpened(true);
    focus.toDetail();
  };

  return (
    <Page
      connected={connected}
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
          <ErrorPanel error={sendNow.error} />
        </div>
        <div className={`${classes.list} grid gap-8 min-w-0 min-h-0`} ref={focus.list}>
          <EntryList
            entries={found}
            error={error}
            onRetry={retry}
            filter={filter}
            activeKey={entryId}
            onActive={(next, by) => {
              select(next);
              if (by === "keys") return;
              setBooks(false);
              setOpened(true);
            }}
            onOpen={({ entryId: next }) => open(next)}
            onEnd={readMore}
          />
          <div className="row between gap-8">
            <p className={`${classes.count} note`} aria-live="polite">
              {entries.length > 0 ? t("outbox.count", { count: entries.length }) : null}
            </p>
            <Checklist
              onBooks={() => {
                setBooks(true);
                focus.toDetail();
              }}
            />
          </div>
        </div>
        {/* Another entry begins at its top. */}
        <div
          className={`${classes.detail} if-any clip min-h-0 sheet`}
          ref={focus.detail}
          key={books ? "books" : entryId}
        >
          {books ? (
            <BooksPanel
              onBack={() => {
                setBooks(false);
                focusOnceDrawn(() => document.querySelector<HTMLElement>('[data-testid="books"]'));
              }}
              onOpen={open}
            />
          ) : entryId !== null ? (
            <EntryDetailPanel entryId={entryId} onBack={backToList} />
          ) : entries.length > 0 ? (
            <p className={`${classes.choose} dim text-center`}>{t("outbox.choose")}</p>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
