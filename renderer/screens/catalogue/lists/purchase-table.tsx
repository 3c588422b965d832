import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, usePages } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Origin } from "../../../ui/origin.tsx";
import { CatalogueTable } from "./catalogue-table.tsx";

type PurchaseRow = ChannelOutput<"purchases.search">["purchases"][number];

const PAGE = 100;

function useColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: "documentNo",
        header: t("field.documentNo"),
        track: "minmax(13rem, 2fr)",
        cell: ({ documentNo }) => <Code>{documentNo}</Code>,
      },
      {
        id: "date",
        header: t("field.date"),
        track: "8rem",
        cell: ({ date }) => <bdi>{formats.date(date)}</bdi>,
      },
      {
        id: "supplier",
        header: t("field.supplierAccountId"),
        track: "minmax(14rem, 2fr)",
        cell: ({ supplierAccountId }) => <RecordName kind="account" id={supplierAccountId} withId />,
      },
      {
        id: "lines",
        header: t("field.lines"),
        track: "6rem",
        align: "end",
        cell: ({ lines }) => <bdi>{formats.count(lines)}</bdi>,
      },
      {
        id: "currency",
        header: t("field.currencyId"),
        track: "6rem",
        cell: ({ currencyId }) => <Code>{currencyId}</Code>,
      },
      {
        id: "origin",
        header: t("field.source"),
        track: "12.5rem",
        cell: ({ importedAt }) => <Origin source="file" at={importedAt} />,
      },
    ],
    [t, formats],
  );
}

/** Purchases from files, the newest first. */
export function PurchaseTable({ text }: { text: string }) {
  const { pages, error, readMore, retry } = usePages(channelKey("purchases.search", { text }), {
    read: (cursor: string | null) =>
      invoke("purchases.search", { text, limit: PAGE, ...(cursor === null ? {} : { cursor }) }),
    next: ({ cursor }) => cursor,
  });
  const rows = useMemo(() => pages?.flatMap(({ purchases }) => purchases), [pages]);
  return (
    <CatalogueTable
      tab="purchase"
      rows={rows}
      columns={useColumns()}
      keyOf={({ supplierAccountId, documentNo }) => `${supplierAccountId} ${documentNo}`}
      error={error}
      onRetry={retry}
      onEnd={readMore}
      minInlineSize="62rem"
      narrowed={text !== ""}
    />
  );
}
