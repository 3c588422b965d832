import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentRow } from "../../../../contract/channels/mirror.ts";
import { shownState } from "../../../../contract/entry-states.ts";
import { channelKey, foundDocuments } from "../../../client/queries.ts";
import { Amount } from "../../../features/amount.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Name } from "../../../ui/name.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { LinesPanel, PanelTable } from "./panel.tsx";

interface CopyPanelProps {
  onCopy: (serialNo: string) => void;
  onLeave: () => void;
}

const SHOWN = 50;
const TYPING_MS = 20;

/** Chooses a past return to copy: the newest first, or what is searched for. Enter copies. */
export function CopyPanel({ onCopy, onLeave }: CopyPanelProps) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const [active, setActive] = useState<string | null>(null);
  const question = { kind: "purchaseReturn", limit: SHOWN, text: asked } as const;
  const answer = useQuery({
    queryKey: channelKey("documents.search", question),
    queryFn: ({ signal }) => foundDocuments(question, signal),
    placeholderData: keepPreviousData,
  });
  const rows = answer.data?.documents;
  const chosen = rows?.find(({ serialNo }) => serialNo === active) ?? rows?.[0];
  const columns: Column<DocumentRow>[] = tableColumns(t, [
    ["supplierAccountId", "minmax(12rem, 2fr)", ({ subject }) => <Name>{subject}</Name>],
    ["note", "minmax(8rem, 2fr)", ({ note }) => <Name>{note}</Name>],
    [
      "total",
      "10rem",
      ({ serviceAmount, localAmount, currencyId }) => (
        <Amount value={serviceAmount ?? localAmount} currencyId={currencyId} />
      ),
      "end",
    ],
    [
      "status",
      "12rem",
      (document) => {
        const state = shownState(document);
        return state === null ? null : <StateBadge state={state} />;
      },
    ],
    ["entered", "9rem", ({ createdAt }) => <TimeAgo at={createdAt} />],
  ]);
  return (
    <LinesPanel
      label={t("purchaseReturn.copy.title")}
      testId="copy"
      onEscape={onLeave}
      words={t("purchaseReturn.copy.words")}
      notPosted={t("purchaseReturn.copy.notPosted")}
      buttons={
        <>
          <Button variant="default" onClick={onLeave}>
            {t("action.cancel")}
          </Button>
          <Button
            data-testid="copy-take"
            disabled={chosen === undefined}
            onClick={() => chosen !== undefined && onCopy(chosen.serialNo)}
          >
            {t("purchaseReturn.copy.take")}
          </Button>
        </>
      }
    >
      <TextInput
        label={t("purchaseReturn.copy.title")}
        placeholder={t("documents.searchHint")}
        ref={search}
        data-testid="copy-search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || chosen === undefined) return;
          event.preventDefault();
          onCopy(chosen.serialNo);
        }}
      />
      <PanelTable
        label={t("purchaseReturn.copy.title")}
        columns={columns}
        rows={rows}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        keyOf={({ serialNo }) => serialNo}
        activeKey={chosen?.serialNo ?? null}
        onActive={setActive}
        onOpen={({ serialNo }) => onCopy(serialNo)}
        empty={<EmptyState title={t("purchaseReturn.copy.none")} />}
        minInlineSize="52rem"
        testId="copy"
      />
    </LinesPanel>
  );
}
