import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RestoreKind } from "../../../contract/operations.ts";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Filter } from "../../ui/filter.tsx";
import { Loading } from "../../ui/loading.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useRestoreColumns } from "./columns.tsx";
import classes from "./restore.module.css";
import { itemOfRow, type ListedRecord } from "./restore-plan.ts";
import { chooseAmong, useRestores } from "./restore-store.ts";

const LIMIT = 1000;

/** Deleted ones first: the engine tells them by their mark. */
const deletedFirst = (a: ListedRecord, b: ListedRecord): number =>
  Number(b.row.deleted) - Number(a.row.deleted);

/** The records of one kind that this counter knows. Those marked deleted come first, or alone. */
export function RecordList({ kind }: { kind: RestoreKind }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [shown, setShown] = useState<"deleted" | "all">("deleted");
  const [active, setActive] = useState<string | null>(null);
  const [asked] = useDebouncedValue(text.trim(), 90);
  const chosen = useRestores((state) => state.chosen);
  const search = useChannel(
    "mirror.search",
    { kind, text: asked, limit: LIMIT, ...(shown === "deleted" ? { deleted: true } : {}) },
    { keepPrevious: true },
  );
  const records = useMemo(
    () =>
      (search.data?.rows ?? [])
        .flatMap((row): ListedRecord[] => {
          const item = itemOfRow(row);
          return item === null || item.kind !== kind ? [] : [{ item, row }];
        })
        .sort(deletedFirst),
    [search.data, kind],
  );
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen]);
  const columns = useRestoreColumns(kind);

  return (
    <div className={`${classes.list} column gap-12 grow min-h-0`} ref={list}>
      <div className="row gap-8">
        <SearchField
          field={field}
          label={t("restore.search")}
          placeholder={t("restore.search")}
          testId="restore-search"
          starts
          className="grow-from-14"
          text={text}
          onText={setText}
          onGoOn={() => list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()}
        />
        <Filter
          label={t("catalogue.shown.label")}
          chosen={shown}
          onChoose={setShown}
          options={[
            { value: "deleted", words: t("catalogue.shown.deleted") },
            { value: "all", words: t("restore.show.all") },
          ]}
        />
      </div>
      {search.error === null ? (
        <DataTable
          label={t(`operations.list.${kind}`)}
          testId="restore"
          marksFirst
          minInlineSize="38rem"
          columns={columns}
          rows={records}
          keyOf={({ item }) => item.key}
          activeKey={active}
          onActive={setActive}
          onOpen={({ item }) => chooseAmong([item], keys.has(item.key) ? new Set() : new Set([item.key]))}
          selection={{
            keys,
            onChange: (next) =>
              chooseAmong(
                records.map(({ item }) => item),
                next,
              ),
          }}
          empty={
            search.isPending ? (
              <Loading />
            ) : (
              <EmptyState
                icon={IconArrowBackUp}
                title={t(asked === "" ? "restore.empty.title" : "restore.empty.nothingFound")}
              >
                {t("restore.empty.text")}
              </EmptyState>
            )
          }
        />
      ) : (
        <ErrorPanel error={search.error} onRetry={() => search.refetch()} />
      )}
    </div>
  );
}
