import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../components/data-table/columns.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { AnsweredValue } from "./answered-value.tsx";
import { useFieldName } from "./field-name.ts";
import { type AnsweredRow, fieldKind, fieldsOf, type PartName } from "./parts.ts";

const WIDTHS: Record<ReturnType<typeof fieldKind>, number> = {
  amount: 9,
  quantity: 7,
  date: 8,
  time: 13,
  status: 11,
  record: 13,
  code: 9,
  yesNo: 7,
  text: 8,
};

interface PartTableProps {
  part: PartName;
  rows: AnsweredRow[];
  answered: boolean;
}

/** A part of the answer, whole: every field the interface names, and every field it doesn't. */
export function PartTable({ part, rows, answered }: PartTableProps) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const [active, setActive] = useState<string | null>(null);
  const numbered = rows.map((row, index) => ({ row, key: String(index) }));
  const fields = fieldsOf(part, rows);
  const widthOf = (name: string) =>
    name === "description" ? 14 : name === "rowNo" ? 5 : WIDTHS[fieldKind(name)];
  const columns = fields.map(({ name, known }): Column<{ row: AnsweredRow; key: string }> => {
    const kind = fieldKind(name);
    return {
      id: name,
      header: known ? fieldName(name) : t("documents.unknownField", { name }),
      track: `minmax(${widthOf(name)}rem, ${widthOf(name)}fr)`,
      align: kind === "amount" || kind === "quantity" ? "end" : "start",
      cell: ({ row }) => <AnsweredValue row={row} name={name} />,
    };
  });
  return (
    <DataTable
      label={t(`documents.part.${part}`)}
      testId={`part-${part}`}
      columns={columns}
      rows={numbered}
      keyOf={({ key }) => key}
      activeKey={active}
      onActive={setActive}
      minInlineSize={`${fields.reduce((sum, { name }) => sum + widthOf(name), 0)}rem`}
      empty={
        <EmptyState title={t(answered ? "documents.partEmpty" : "documents.notAnswered.title")}>
          {answered ? null : t("documents.notAnswered.text")}
        </EmptyState>
      }
    />
  );
}
