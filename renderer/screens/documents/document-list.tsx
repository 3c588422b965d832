import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFiles, IconSearch } from "@tabler/icons-react";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { KindName } from "../../components/kind-name.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import classes from "./documents.module.css";
import { useListState } from "./list-state.ts";
import { useDocumentPages } from "./use-document-pages.ts";

function useColumns(): Column<DocumentRow>[] {
  const { t } = useTranslation();
  return [
    {
      id: "state",
      header: t("documents.column.state"),
      track: "11rem",
      cell: ({ state }) =>
        state === null ? (
          <span className={classes.dim}>{t("documents.heardOnly")}</span>
        ) : (
          <StateBadge state={state} />
        ),
    },
    {
      id: "kind",
      header: t("documents.column.kind"),
      track: "9rem",
      cell: ({ kind }) => <KindName kind={kind} />,
    },
    {
      id: "subject",
      header: t("documents.column.subject"),
      track: "minmax(11rem, 2fr)",
      cell: ({ subject }) => <bdi>{subject}</bdi>,
    },
    {
      id: "local",
      header: t("documents.column.local"),
      track: "minmax(9rem, 1fr)",
      align: "end",
      cell: ({ localAmount, currencyId }) => <Amount value={localAmount} currencyId={currencyId} align={3} />,
    },
    {
      id: "service",
      header: t("documents.column.service"),
      track: "minmax(9rem, 1fr)",
      align: "end",
      cell: ({ serviceAmount, currencyId }) => (
        <Amount value={serviceAmount} currencyId={currencyId} align={3} />
      ),
    },
    {
      id: "created",
      header: t("documents.column.created"),
      track: "8.5rem",
      cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
    {
      id: "serial",
      header: t("documents.column.serial"),
      track: "8.5rem",
      cell: ({ serialNo }) => <Code short>{serialNo}</Code>,
    },
  ];
}

const isKind = (value: string): value is "all" | "purchaseReturn" | "taxVoucher" =>
  ["all", "purchaseReturn", "taxVoucher"].includes(value);

/** Every transaction that was entered here or heard of, newest first. */
export function DocumentList() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { text, kind, active } = useListState();
  const [asked] = useDebouncedValue(text.trim(), 120);
  const columns = useColumns();
  const searchField = useRef<HTMLInputElement>(null);
  const pages = useDocumentPages({
    ...(asked === "" ? {} : { text: asked }),
    ...(kind === "all" ? {} : { kind }),
  });
  useShortcut({ combo: "Mod+F", words: t("documents.search"), run: () => searchField.current?.focus() });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const documents = pages.data?.pages.flatMap((page) => page.documents) ?? [];

  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <TextInput
          ref={searchField}
          className={classes.search ?? ""}
          aria-label={t("documents.search")}
          placeholder={t("documents.search")}
          data-testid="documents-search"
          leftSection={<IconSearch size="1.125rem" stroke={1.7} />}
          value={text}
          onChange={(event) => useListState.setState({ text: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label={t("documents.column.kind")}
          value={kind}
          onChange={(value) => isKind(value) && useListState.setState({ kind: value })}
          data={[
            { value: "all", label: t("documents.all") },
            { value: "purchaseReturn", label: t("common.kind.purchaseReturn") },
            { value: "taxVoucher", label: t("common.kind.taxVoucher") },
          ]}
        />
      </div>
      {pages.error === null ? (
        <DataTable
          label={t("documents.title")}
          testId="documents"
          columns={columns}
          rows={documents}
          keyOf={({ serialNo }) => serialNo}
          activeKey={active}
          onActive={(key) => useListState.setState({ active: key })}
          onOpen={({ serialNo }) => navigate(`/documents/${serialNo}`)}
          onEnd={more}
          autoFocus
          minInlineSize="64rem"
          empty={
            pages.isPending ? null : (
              <EmptyState
                icon={IconFiles}
                title={t(
                  asked === "" && kind === "all" ? "documents.empty.title" : "documents.empty.nothingFound",
                )}
              >
                {asked === "" && kind === "all" ? t("documents.empty.text") : null}
              </EmptyState>
            )
          }
        />
      ) : (
        <ErrorPanel error={pages.error} onRetry={() => pages.refetch()} />
      )}
    </div>
  );
}
