import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconXboxX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../contract/channels/common.ts";
import { COLUMNS, type ColumnId } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { isolated } from "../../../i18n/format.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Name } from "../../../ui/name.tsx";
import { isTyped, type ReturnFrame } from "../draft/draft.ts";
import { typedWrong } from "../draft/problems.ts";
import { activeLines, changeDraft, useReturns } from "../draft/returns-store.ts";
import { useProblemWords } from "../draft/use-problem-words.ts";
import { PanelEnds } from "../panel-ends.tsx";
import type { PastedLine } from "./pasted-lines.ts";
import classes from "./pasted-panel.module.css";
import { usePastedLines } from "./use-pasted-lines.ts";

interface PastedPanelProps {
  draft: ReturnFrame;
  cells: string[][];
  units: readonly { id: string; name: string }[];
  /** The lines were taken, or left. */
  onDone: () => void;
}

const ICONS = { taken: IconCircleCheck, mend: IconAlertTriangle, left: IconXboxX };

/** What was understood of a row, in words. */
function useRowWords(): (row: PastedLine) => { kind: keyof typeof ICONS; words: string } {
  const { t } = useTranslation();
  const words = useProblemWords();
  return ({ resolved, unknownUnit, line, text }) => {
    if (resolved.kind !== "found")
      return {
        kind: "left",
        words: t(`purchaseReturn.paste.${text === "" ? "noProduct" : resolved.kind}`),
      };
    const wrong = Object.entries(typedWrong(line)).map(([column, problem]) => {
      const id = COLUMNS.find((one) => one.id === column)?.id ?? "product";
      return t("purchaseReturn.paste.field", {
        column: t(`purchaseReturn.column.${id}`),
        why: words(problem) ?? "",
      });
    });
    const all =
      unknownUnit === null ? wrong : [t("purchaseReturn.paste.unknownUnit", { unit: unknownUnit }), ...wrong];
    return all.length === 0
      ? { kind: "taken", words: t("purchaseReturn.paste.understood") }
      : { kind: "mend", words: all.join(" ") };
  };
}

/** What a pasted block was understood as, row by row, before anything of it is taken. */
export function PastedPanel({ draft, cells, units, onDone }: PastedPanelProps) {
  const { t } = useTranslation();
  const { storeId, currencyId, draftId } = draft;
  const reading = usePastedLines(cells, { storeId, currencyId, units });
  const rowWords = useRowWords();
  const formats = useFormats();
  const [active, setActive] = useState<string | null>(null);
  const take = useRef<HTMLButtonElement>(null);
  const rows = reading.lines;
  const found = rows?.filter(({ resolved }) => resolved.kind === "found") ?? [];
  const room = LIMITS.lines - useReturns(activeLines).filter(isTyped).length;
  const taken = found.slice(0, Math.max(0, room));
  const ready = rows !== null;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ready) take.current?.focus();
    else panel.current?.focus();
  }, [ready]);

  const unitName = (row: PastedLine): string => {
    const own = row.resolved.kind === "found" ? (row.resolved.found.product?.units ?? []) : [];
    const id = row.line.measureUnitId;
    return (
      own.find(({ measureUnitId }) => String(measureUnitId ?? "") === id)?.measureUnitName ??
      units.find((unit) => unit.id === id)?.name ??
      id
    );
  };
  const used = COLUMNS.filter(({ id }) => reading.columns.columns.includes(id) || id === "unit");
  const cell = (id: ColumnId, row: PastedLine): string => {
    if (id === "product")
      return row.resolved.kind === "found" ? (row.resolved.found.product?.name ?? row.text) : row.text;
    if (id === "unit") return unitName(row);
    const value = row.line[COLUMNS.find((column) => column.id === id)?.field ?? "description"];
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && id !== "description") return formats.date(value);
    const read = id === "description" ? null : parseTypedDecimal(value);
    return read?.kind === "decimal" ? formats.decimal(read.value) : value;
  };
  const columns: Column<PastedLine>[] = [
    { id: "row", header: t("purchaseReturn.paste.row"), track: "4rem", cell: ({ row }) => row },
    ...used.map(
      ({ id, kind }): Column<PastedLine> => ({
        id,
        header: t(`purchaseReturn.column.${id}`),
        track: id === "product" ? "minmax(10rem, 2fr)" : kind === "text" ? "minmax(6rem, 1fr)" : "7.5rem",
        align: kind === "decimal" ? "end" : "start",
        cell: (row) => (kind === "decimal" ? <bdi>{cell(id, row)}</bdi> : <Name>{cell(id, row)}</Name>),
      }),
    ),
    {
      id: "result",
      header: t("purchaseReturn.paste.result"),
      track: "minmax(16rem, 3fr)",
      cell: (row) => {
        const { kind, words } = rowWords(row);
        const Icon = ICONS[kind];
        return (
          <span className={classes.result} data-kind={kind}>
            <Icon size="1rem" stroke={1.8} aria-hidden="true" />
            <Name>{words}</Name>
          </span>
        );
      },
    },
  ];
  const add = () => {
    changeDraft(draftId, { type: "appendLines", lines: taken.map(({ line }) => line) });
    onDone();
  };
  return (
    <section
      ref={panel}
      className={classes.panel}
      tabIndex={-1}
      aria-label={t("purchaseReturn.paste.title")}
      data-testid="pasted"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onDone();
      }}
    >
      <h2 className="large strong">{t("purchaseReturn.paste.title")}</h2>
      <p className="dim">
        {t(`purchaseReturn.paste.${reading.columns.named ? "byNames" : "byOrder"}`)}{" "}
        {reading.columns.ignored.length === 0
          ? null
          : t("purchaseReturn.paste.ignored", {
              names: reading.columns.ignored.map((name) => isolated(name)).join(" · "),
            })}
      </p>
      {reading.error === null ? null : <ErrorPanel error={reading.error} />}
      <div className={`${classes.rows} column`}>
        {rows === null ? (
          <>
            <Loading />
            <p className="dim" role="status">
              {t("purchaseReturn.paste.reading", { done: reading.done, of: reading.of })}
            </p>
          </>
        ) : (
          <DataTable
            label={t("purchaseReturn.paste.title")}
            columns={columns}
            rows={rows}
            keyOf={({ row }) => String(row)}
            activeKey={active}
            onActive={setActive}
            minInlineSize={`${26 + used.length * 7.5}rem`}
            testId="pasted"
          />
        )}
      </div>
      <PanelEnds
        notPosted={t("purchaseReturn.paste.notPosted")}
        words={
          rows === null
            ? null
            : [
                t("purchaseReturn.paste.left", { count: rows.length - taken.length }),
                taken.length < found.length ? t("purchaseReturn.paste.tooMany", { count: LIMITS.lines }) : "",
              ].join(" ")
        }
      >
        <Button variant="default" data-testid="pasted-leave" onClick={onDone}>
          {t("purchaseReturn.paste.leave")}
        </Button>
        <Button ref={take} data-testid="pasted-take" disabled={!ready || taken.length === 0} onClick={add}>
          {t("purchaseReturn.paste.take", { count: taken.length })}
        </Button>
      </PanelEnds>
    </section>
  );
}
