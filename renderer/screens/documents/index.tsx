import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { create } from "zustand";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { useMay } from "../../client/may.ts";
import { channelKey, foundDocuments, useChannel, usePages } from "../../client/queries.ts";
import { ofOnePerson } from "../../client/who.ts";
import { useListFocus } from "../../features/list-table.tsx";
import { useScans } from "../../features/scanning/receivers.ts";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Filter } from "../../ui/views.tsx";
import { DocumentDetailPanel } from "./document-detail.tsx";
import { DocumentList } from "./document-list.tsx";
import classes from "./documents.module.css";
import { StatementPage } from "./statement.tsx";

const PAGE_ROWS = 100;

type KindFilter = "all" | DocumentRow["kind"];

/** The documents that hold the text, newest first. */
function useDocuments(text: string, kind: KindFilter) {
  const asked = { ...(text === "" ? {} : { text }), ...(kind === "all" ? {} : { kind }), limit: PAGE_ROWS };
  const { pages, ...rest } = usePages(channelKey("documents.search", asked), {
    read: (cursor: string | null, { signal }: { signal: AbortSignal }) =>
      foundDocuments({ ...asked, ...(cursor === null ? {} : { cursor }) }, signal),
    next: ({ cursor }) => cursor,
  });
  return {
    ...rest,
    documents: pages?.flatMap(({ documents }) => documents),
  };
}

const KINDS: readonly KindFilter[] = ["all", "purchaseReturn", "taxVoucher"];

interface SearchBarProps {
  text: string;
  onText: (text: string) => void;
  kind: KindFilter;
  onKind: (kind: KindFilter) => void;
  /** Arrow down or Enter leads from the field into the list. */
  toList: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** What the list is narrowed by. */
function SearchBar({ text, onText, kind, onKind, toList, field }: SearchBarProps) {
  const { t } = useTranslation();
  return (
    <div className="wrap gap-8">
      <SearchField
        field={field}
        label={t("documents.search")}
        placeholder={t("documents.searchHint")}
        testId="documents-search"
        starts
        className="grow-from-14"
        text={text}
        onText={onText}
        onGoOn={toList}
      />
      <Filter
        label={t("documents.kinds.label")}
        chosen={kind}
        onChoose={onKind}
        options={KINDS.map((value) => ({ value, words: t(`documents.kinds.${value}`) }))}
      />
    </div>
  );
}

interface ListState {
  text: string;
  kind: KindFilter;
}

/** What the list was narrowed to, so that coming back finds the same place. */
const useListState = ofOnePerson(create<ListState>(() => ({ text: "", kind: "all" })));

const TYPING_MS = 20;

/** The bars of a slip: the beginning of the serial number, or all of it. */
const SLIP_NUMBER = /^[0-9a-f]{8}(?:-[0-9a-f-]{27})?$/i;

/** Every transaction this counter has seen: the list, and beside it the marked document. */
function Documents() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [, params] = useRoute("/documents/:serialNo");
  const named = params?.serialNo ?? null;
  const { text, kind } = useListState();
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const { documents: found, more, error, readMore, retry } = useDocuments(asked, kind);
  const documents = found ?? [];
  // A pane that waits shows the first one; the address names only what a person chose.
  const serialNo = named ?? documents[0]?.serialNo ?? null;
  const connected = useChannel("connection.get", {}).data !== null;
  const field = useRef<HTMLInputElement>(null);
  const focus = useListFocus();

  useScans({
    onScan: (codes) => {
      const number = codes.find((code) => SLIP_NUMBER.test(code));
      if (number !== undefined) useListState.setState({ text: number.toLowerCase(), kind: "all" });
      return number !== undefined;
    },
    enabled: connected,
  });

  const select = (next: string | null) =>
    navigate(next === null ? "/documents" : `/documents/${next}`, { replace: true });
  const toList = () => {
    const first = documents[0];
    if (first !== undefined && !documents.some((one) => one.serialNo === named)) select(first.serialNo);
    focus.toList();
  };
  const backToList = () => {
    select(null);
    focus.backToList();
  };
  const mayCosts = useMay("costs");
  const clear = () => {
    useListState.setState({ text: "", kind: "all" });
    field.current?.focus();
  };

  return (
    <Page
      connected={connected}
      fill
      title={t("nav.screen.documents")}
      description={t("documents.description")}
      others={
        mayCosts !== "allowed" ? null : (
          <Button variant="default" disabled={!connected} onClick={() => navigate("/documents/statement")}>
            {t("statement.open")}
          </Button>
        )
      }
    >
      <div className={`${classes.split} grid gap-16 min-h-0`} data-detail={named !== null}>
        <div className={`${classes.list} grid gap-8 min-w-0 min-h-0`} ref={focus.list}>
          <SearchBar
            text={text}
            kind={kind}
            toList={toList}
            field={field}
            onText={(next) => useListState.setState({ text: next })}
            onKind={(next) => useListState.setState({ kind: next })}
          />
          <DocumentList
            documents={found}
            error={error}
            onRetry={retry}
            clear={asked !== "" || kind !== "all" ? clear : null}
            activeKey={serialNo}
            onActive={select}
            onOpen={(next) => {
              select(next);
              focus.toDetail();
            }}
            onEnd={readMore}
          />
          <p className={`${classes.count} note`} aria-live="polite">
            {documents.length > 0
              ? t(more ? "documents.countMore" : "documents.count", { count: documents.length })
              : null}
          </p>
        </div>
        <div key={serialNo} className={`${classes.detail} clip min-h-0 sheet`} ref={focus.detail}>
          {serialNo === null ? null : <DocumentDetailPanel serialNo={serialNo} onBack={backToList} />}
        </div>
      </div>
    </Page>
  );
}

/** The documents, or the statement of a supplier. */
export default function DocumentsScreen() {
  const [isStatement] = useRoute("/documents/statement/:accountId?");
  return isStatement ? <StatementPage /> : <Documents />;
}
