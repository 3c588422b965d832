import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileInvoice, IconPencil, IconSearch, IconUser } from "@tabler/icons-react";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { Voucher } from "../../../contract/channels/mirror.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { OPEN_STATES, shownState } from "../../../contract/entry-states.ts";
import { uuid } from "../../../contract/values.ts";
import { useChannel } from "../../client/queries.ts";
import { fractionRoom, ListAmount } from "../../features/amount.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { ListTable, useListFocus } from "../../features/list-table.tsx";
import { useMayReplace } from "../../features/people/use-may-replace.ts";
import { focusOnceDrawn, STARTS_HERE, useStartsHere } from "../../lib/focus.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { keptEdits, useEdits, useOthersEdits } from "./edits-store.ts";
import classes from "./tax-voucher.module.css";
import { type RefusedCorrection, useVoucher, useVoucherCorrection, useVoucherEdit } from "./use-voucher.ts";
import { VoucherEditor } from "./voucher-editor.tsx";

/** Why an entry can't be corrected, and the ways that are left. */
function CorrectionRefused({ refused: { reason, entry } }: { refused: RefusedCorrection }) {
  const { t } = useTranslation();
  const { entryId, serialNo, correctedByEntryId } = entry;
  const mayChange = serialNo !== null && entry.kind === "taxVoucher" && reason !== "mayBeInTheBooks";
  return (
    <div role="alert" data-testid="correction-refused">
      <Notice kind="warn" title={t("taxVoucher.cantCorrect.title")}>
        <p className={`${classes.plain} dim`}>
          <StateBadge state={shownState(entry)} />
        </p>
        <p className={`${classes.plain} dim`}>{t(`taxVoucher.cantCorrect.${reason}`)}</p>
        <p className={`${classes.ways} wrap gap-0-16 after-4`}>
          {mayChange ? (
            <Link href={`/tax-voucher/${serialNo}?`}>{t("taxVoucher.cantCorrect.newChange")}</Link>
          ) : null}
          {correctedByEntryId === null ? null : (
            <Link href={`/outbox/${correctedByEntryId}`}>{t("taxVoucher.cantCorrect.replacement")}</Link>
          )}
          <Link href={`/outbox/${entryId}`}>{t("taxVoucher.cantCorrect.entry")}</Link>
        </p>
      </Notice>
    </div>
  );
}

/** Vouchers that other people began to change: each is opened, and typed in once it was taken over. */
function OthersEdits({ onOpen }: Pick<BegunEditsProps, "onOpen">) {
  const { t } = useTranslation();
  const { drafts } = useOthersEdits();
  if (drafts.length === 0) return null;
  const title = t("approval.draft.others", { count: drafts.length });
  return (
    <section className={`${classes.begun} scroll-y fixed sheet`} aria-label={title}>
      <h2 className={`${classes.begunTitle} small strong`}>{title}</h2>
      <ul>
        {drafts.map(({ draft: { serialNo, edit, draftId }, person }) => (
          <li key={draftId}>
            <button type="button" data-testid={`others-${serialNo}`} onClick={() => onOpen(serialNo)}>
              <IconUser size="1rem" stroke={1.8} aria-hidden="true" />
              <Name>{edit.note.split("\n", 1)[0] || "—"}</Name>
              <bdi className="note">{person.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BegunEditsProps {
  serialNo: string | null;
  onOpen: (serialNo: string) => void;
}

/** Edits that were begun and not sent, each one key press away. Nothing where there are none. */
function BegunEdits({ serialNo, onOpen }: BegunEditsProps) {
  const { t } = useTranslation();
  const drafts = useEdits((state) => state.drafts);
  const begun = drafts.filter((draft) => draft.serialNo !== serialNo?.toLowerCase());
  if (begun.length === 0) return null;
  return (
    <section
      className={`${classes.begun} scroll-y fixed sheet`}
      aria-label={t("taxVoucher.begun", { count: begun.length })}
    >
      <h2 className={`${classes.begunTitle} small strong`}>
        {t("taxVoucher.begun", { count: begun.length })}
      </h2>
      <ul>
        {begun.map(({ serialNo: begunNo, edit }) => (
          <li key={begunNo}>
            <button type="button" data-testid={`begun-${begunNo}`} onClick={() => onOpen(begunNo)}>
              <IconPencil size="1rem" stroke={1.8} aria-hidden="true" />
              <Name>{edit.note.split("\n", 1)[0] || "—"}</Name>
              <bdi className="note mono" dir="ltr">{`…${begunNo.slice(-8)}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a correction begins: what is typed next is the voucher's and not the search's. */
const FIRST_FIELD = "table input:not([disabled])";

/** Finds a government-fees tax voucher and edits it, beside what was said and what waits. */
export default function TaxVoucherScreen() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const named = location.split(/[/?]/)[2] ?? "";
  const serialNo = named === "" ? null : named;
  // The bare "?" leaves no query behind in the address.
  const open = useCallback(
    (serial: string) => navigate(`/tax-voucher/${serial}?`, { replace: true }),
    [navigate],
  );
  const { ready, connected, error, retry } = keptEdits.useKept();
  const opened = useRef<HTMLDivElement>(null);
  const correction = useVoucherCorrection(ready, (serial) => {
    open(serial);
    // The search has the keyboard since the screen was opened.
    focusOnceDrawn(() => opened.current?.querySelector<HTMLElement>(FIRST_FIELD));
  });
  const known = useVoucher(serialNo);
  const { list, toList } = useListFocus();
  const editing = useVoucherEdit(serialNo ?? "", known, () => {
    focusOnceDrawn(() => opened.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  });
  const isOthers = useOthersEdits().drafts.some(({ draft }) => draft.serialNo === serialNo?.toLowerCase());
  const may = useMayReplace("taxVoucher", editing.edit.corrects);
  const shown = () => {
    if (correction.refused !== null) return <CorrectionRefused refused={correction.refused} />;
    if (correction.error !== null) return <ErrorPanel error={correction.error} />;
    // The entry to correct is still being read.
    if (correction.entryId !== null || !ready) return <Loading />;
    if (serialNo === null)
      return (
        <EmptyState icon={IconFileInvoice} title={t("taxVoucher.choose")}>
          {t("taxVoucher.chooseText")}
        </EmptyState>
      );
    if (known.error !== null) return <ErrorPanel error={known.error} />;
    if (!known.ready) return <Loading />;
    return <VoucherEditor key={serialNo} serialNo={serialNo} known={known} editing={editing} may={may} />;
  };
  return (
    <Page
      connected={connected !== false}
      title={t("nav.screen.tax-voucher")}
      fill
      main={{
        words: t("taxVoucher.send"),
        combo: "Mod+Enter",
        run: editing.send,
        busy: editing.busy,
        disabled:
          may === "never" || isOthers || serialNo === null || !ready || !known.ready || !editing.changed,
      }}
    >
      <div className={`${classes.screen} grid gap-16 min-h-0`}>
        <div className={`${classes.finder} column gap-12 min-h-0`} ref={list}>
          <VoucherFinder serialNo={serialNo} onOpen={open} toList={toList} />
          <BegunEdits serialNo={serialNo} onOpen={open} />
          <OthersEdits onOpen={open} />
        </div>
        <div className="scroll-y min-h-0" ref={opened}>
          {error === null ? shown() : <ErrorPanel error={error} onRetry={retry} />}
        </div>
      </div>
    </Page>
  );
}

interface VoucherFinderProps {
  serialNo: string | null;
  onOpen: (serialNo: string) => void;
  /** Arrow down leads from the field into the list. */
  toList: () => void;
}

const LIMIT = 300;

/** The newest change of each voucher that is not settled yet, by its serial number. */
function useWaitingChanges(): ReadonlyMap<string, EntrySummary> {
  const entries = useChannel("outbox.list", { states: [...OPEN_STATES], limit: LIMIT }).data?.entries;
  return useMemo(
    () =>
      new Map(
        (entries ?? [])
          .toSorted((a, b) => a.sequence - b.sequence)
          .flatMap((entry) =>
            entry.kind === "taxVoucher" && entry.serialNo !== null
              ? [[entry.serialNo.toLowerCase(), entry] as const]
              : [],
          ),
      ),
    [entries],
  );
}

/** Beside a voucher that a change of this computer's waits for, and how that goes. */
function WaitingMark({ entry }: { entry: EntrySummary | undefined }) {
  if (entry === undefined) return null;
  return (
    <span className="small fixed" data-testid={`voucher-waits-${entry.serialNo}`}>
      <StateBadge state={shownState(entry)} />
    </span>
  );
}

/** Finds a voucher by a part of its serial number or note; a whole serial number opens one that nobody lists. */
export function VoucherFinder({ serialNo, onOpen, toList }: VoucherFinderProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 90);
  const field = useRef<HTMLInputElement>(null);
  const found = useChannel("taxVoucher.find", { text: asked, limit: LIMIT }, { keepPrevious: true });
  const vouchers = found.data?.vouchers ?? [];
  const room = fractionRoom(vouchers.map(({ amount }) => amount));
  const waiting = useWaitingChanges();
  const whole = uuid.safeParse(text.trim()).success;
  useStartsHere(field);
  useShortcut({ combo: "Mod+F", words: t("taxVoucher.find.label"), run: () => field.current?.focus() });

  const active = vouchers.find((one) => one.serialNo.toLowerCase() === serialNo?.toLowerCase());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const only = asked === text.trim() && vouchers.length === 1 ? vouchers[0]?.serialNo : undefined;
    if (event.key === "ArrowDown") toList();
    else if (whole) onOpen(text.trim());
    else if (only !== undefined) onOpen(only);
  };
  const columns: Column<Voucher>[] = [
    {
      id: "voucher",
      header: t("taxVoucher.one"),
      track: "minmax(0, 1fr)",
      cell: ({ note, serialNo: serial, amount, currencyId }) => (
        <span className="tight grid">
          <span className="line between gap-8 min-w-0">
            <Name oneLine>{note === null || note === "" ? "—" : note}</Name>
            <WaitingMark entry={waiting.get(serial.toLowerCase())} />
          </span>
          <span className="small flex between gap-8">
            <bdi className="note mono" dir="ltr">
              {`…${serial.slice(-8)}`}
            </bdi>
            {amount === null ? null : <ListAmount value={amount} currencyId={currencyId} room={room} />}
          </span>
        </span>
      ),
    },
  ];
  return (
    <>
      <TextInput
        ref={field}
        {...STARTS_HERE}
        label={t("taxVoucher.find.label")}
        placeholder={t("taxVoucher.find.hint")}
        data-testid="voucher-search"
        leftSection={<IconSearch size="1.125rem" stroke={1.7} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ListTable
        label={t("taxVoucher.find.list")}
        testId="voucher"
        columns={columns}
        rows={found.data?.vouchers}
        error={found.error}
        onRetry={found.refetch}
        keyOf={(voucher) => voucher.serialNo}
        activeKey={active?.serialNo ?? null}
        onActive={onOpen}
        onOpen={(voucher) => onOpen(voucher.serialNo)}
        empty={
          <EmptyState
            icon={IconFileInvoice}
            title={t(whole ? "taxVoucher.find.notMirrored" : "taxVoucher.find.none")}
          >
            {t(whole ? "taxVoucher.find.openByEnter" : "taxVoucher.find.noneText")}
          </EmptyState>
        }
      />
    </>
  );
}
