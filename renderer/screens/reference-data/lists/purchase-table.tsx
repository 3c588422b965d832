import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, usePages } from "../../../client/queries.ts";
import { useFormats } from "../../../client/settings.ts";
import { RecordName } from "../../../features/record-picker/records.tsx";
import { Code } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { Origin } from "../../../ui/time-ago.tsx";
import { ReferenceDataTable } from "./reference-data-table.tsx";

type PurchaseRow = ChannelOutput<"purchases.search">["purchases"][number];

const PAGE = 100;

function useColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () =>
      tableColumns(t, [
        ["documentNo", "minmax(13rem, 2fr)", ({ documentNo }) => <Code>{documentNo}</Code>],
        ["date", "8rem", ({ date }) => <bdi>{formats.date(date)}</bdi>],
        [
          "supplierAccountId",
          "minmax(14rem, 2fr)",
          ({ supplierAccountId }) => <RecordName kind="account" id={supplierAccountId} withId />,
        ],
        ["lines", "6rem", ({ lines }) => <bdi>{formats.count(lines)}</bdi>, "end"],
        ["currencyId", "6rem", ({ currencyId }) => <Code>{currencyId}</Code>],
        ["source", "12.5rem", ({ importedAt }) => <Origin source="file" at={importedAt} />],
      ]),
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
    <ReferenceDataTable
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
