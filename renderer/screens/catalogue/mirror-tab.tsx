import { IconTags } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { useChannel } from "../../queries.ts";
import classes from "./catalogue.module.css";
import type { PlainKind } from "./kinds.ts";
import { useMirrorColumns } from "./mirror-columns.tsx";

const LIMIT = 500;

const keyOf = (row: MirrorRow): string =>
  row.kind === "exchangeRate" ? `${row.fromCurrencyId} ${row.toCurrencyId}` : String(row.id);

interface MirrorTabProps {
  kind: PlainKind;
  text: string;
}

/** The rows of one kind that hold the text. The first ones only, where there are very many: it says so. */
export function MirrorTab({ kind, text }: MirrorTabProps) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const columns = useMirrorColumns(kind);
  const search = useChannel("mirror.search", { kind, text, limit: LIMIT }, { keepPrevious: true });
  if (search.error !== null) return <ErrorPanel error={search.error} onRetry={() => search.refetch()} />;
  const rows = (search.data?.rows ?? []).filter((row) => row.kind === kind);
  return (
    <>
      <DataTable
        label={t(`catalogue.tab.${kind}`)}
        testId="catalogue"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        activeKey={active}
        onActive={setActive}
        minInlineSize={kind === "product" ? "60rem" : "40rem"}
        empty={
          search.isPending ? null : (
            <EmptyState
              icon={IconTags}
              title={t(text === "" ? "catalogue.empty.title" : "catalogue.empty.nothingFound")}
            >
              {text === "" ? t("catalogue.empty.text") : null}
            </EmptyState>
          )
        }
      />
      {rows.length === LIMIT ? (
        <p className={classes.note}>{t("catalogue.firstOnly", { count: LIMIT })}</p>
      ) : null}
    </>
  );
}
