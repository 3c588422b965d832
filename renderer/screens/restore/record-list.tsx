import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowBackUp, IconSearch } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { STARTS_HERE, useStartsHere } from "../../lib/use-starts-here.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useRestoreColumns } from "./columns.tsx";
import classes from "./restore.module.css";
import { itemOfRow, type ListedRecord, type RestoreKind } from "./restore-plan.ts";
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
  useStartsHere(field);
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen]);
  const columns = useRestoreColumns(kind);

  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <TextInput
          ref={field}
          {...STARTS_HERE}
          className={classes.search ?? ""}
          aria-label={t("restore.search")}
          placeholder={t("restore.search")}
          data-testid="restore-search"
          leftSection={<IconSearch size="1.125rem" stroke={1.7} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t("restore.show.label")}
          value={shown}
          onChange={setShown}
          data={[
            { value: "deleted", label: t("restore.show.deleted") },
            { value: "all", label: t("restore.show.all") },
          ]}
        />
      </div>
      {search.error === null ? (
        <DataTable
          label={t(`restore.tab.${kind}`)}
          testId="restore"
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
