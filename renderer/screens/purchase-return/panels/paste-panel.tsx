import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconXboxX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../contract/channels/common.ts";
import { COLUMNS, type LineColumn } from "../../../../contract/return-line.ts";
import { invoke } from "../../../client/api.ts";
import { isolated } from "../../../i18n/format.ts";
import type { Column } from "../../../ui/data-table.tsx";
import { Name } from "../../../ui/name.tsx";
import { isTyped } from "../draft/draft.ts";
import {
  lineOfCells,
  type PastedColumns,
  type PastedLine,
  pastedCell,
  pastedColumns,
  type Resolved,
  resolvedProduct,
  unitNamed,
} from "../draft/pasted.ts";
import { typedWrong } from "../draft/problems.ts";
import { type FoundGoods, unitsOf } from "../draft/stock.ts";
import { unitName } from "../draft/units.ts";
import { useGoods, usePriceIn } from "../finder/use-goods.ts";
import { useForm, useProblemWords } from "../form-context.ts";
import { written } from "../grid/typed-cell.tsx";
import { activeLines, changeDraft, useReturns } from "../returns-store.ts";
import { LinesPanel, PanelTable } from "./panel.tsx";
import classes from "./panels.module.css";

const AT_ONCE = 8;
const SEARCHED = 20;
/** What the channels take; a longer text is no barcode and no name. */
const LONGEST = 200;

async function byBarcode(barcode: string): Promise<FoundGoods | null> {
  const hit = await invoke("mirror.lookupBarcode", { barcode });
  if (hit === null) return null;
  const { barcode: _code, stock, ...product } = hit;
  const unit = hit.units.find((one) => one.barcode === hit.barcode)?.measureUnitId ?? null;
  return { product, productId: String(hit.id), measureUnitId: unit === null ? null : String(unit), stock };
}

async function resolve(text: string): Promise<Resolved> {
  if (text === "" || text.length > LONGEST) return { kind: "none" };
  const [code, named] = await Promise.all([
    byBarcode(text),
    invoke("mirror.search", { kind: "product", text, limit: SEARCHED }),
  ]);
  return resolvedProduct(text, code, named.rows);
}

/** Runs the work over all items, a few at a time, so that the window stays free. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface PastedReading {
  columns: PastedColumns;
  lines: PastedLine[] | null;
  /** How many different goods were looked for, of how many. */
  done: number;
  of: number;
  error: unknown;
}

/** Reads a pasted block once: finds the goods and their units, and the prices to begin with. */
function usePastedLines(cells: string[][]): PastedReading {
  const client = useQueryClient();
  const place = useForm();
  const goodsOf = useGoods(place);
  const priceIn = usePriceIn();
  const [reading, setReading] = useState<PastedReading>(() => ({
    columns: pastedColumns(cells),
    lines: null,
    done: 0,
    of: 0,
    error: null,
  }));
  const latest = useRef({ goodsOf, priceIn, place });
  latest.current = { goodsOf, priceIn, place };

  // biome-ignore lint/correctness/useExhaustiveDependencies: there is one client for each connection, whose goods these are
  useEffect(() => {
    let current = true;
    const columns = pastedColumns(cells);
    const rows = columns.named ? cells.slice(1) : cells;
    const texts = [...new Set(rows.map((row) => pastedCell(row, columns.columns, "product")))];
    const known = new Map<string, Resolved>();
    let done = 0;
    const lineOf = async (row: string[], index: number): Promise<PastedLine> => {
      const text = pastedCell(row, columns.columns, "product");
      const resolved = known.get(text) ?? { kind: "none" as const };
      const unitText = pastedCell(row, columns.columns, "unit");
      const pasted = { row: index + (columns.named ? 2 : 1), text, resolved };
      const line = lineOfCells(crypto.randomUUID(), row, columns.columns);
      if (resolved.kind !== "found") return { ...pasted, line, unknownUnit: null };
      const goods = await latest.current.goodsOf(resolved.found);
      const named =
        unitText === ""
          ? goods.measureUnitId
          : unitNamed(unitText, [...unitsOf(resolved.found.product), ...latest.current.place.units]);
      const measureUnitId = named ?? "";
      const price =
        line.priceTyped || measureUnitId === ""
          ? line.price
          : await latest.current.priceIn({ ...goods, measureUnitId }, latest.current.place);
      return {
        ...pasted,
        unknownUnit: named === null ? unitText : null,
        line: { ...line, productId: goods.productId, measureUnitId, price },
      };
    };
    const read = async () => {
      await each(texts, async (text) => {
        if (!current) return;
        known.set(text, await resolve(text));
        done += 1;
        if (current && done % 25 === 0)
          setReading({ columns, lines: null, done, of: texts.length, error: null });
      });
      const lines: PastedLine[] = [];
      await each([...rows.entries()], async ([index, row]) => {
        if (current) lines[index] = await lineOf(row, index);
      });
      if (current) setReading({ columns, lines, done, of: texts.length, error: null });
    };
    setReading({ columns, lines: null, done: 0, of: texts.length, error: null });
    read().catch((error: unknown) => current && setReading((before) => ({ ...before, error })));
    return () => {
      current = false;
    };
  }, [cells, client]);
  return reading;
}

const ICONS = { taken: IconCircleCheck, wrong: IconAlertTriangle, left: IconXboxX };

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
      const field = COLUMNS.find(({ id }) => id === column)?.field ?? "productId";
      return t("purchaseReturn.paste.field", {
        column: t(`field.${field}`),
        why: words(problem) ?? "",
      });
    });
    const all =
      unknownUnit === null ? wrong : [t("purchaseReturn.paste.unknownUnit", { unit: unknownUnit }), ...wrong];
    return all.length === 0
      ? { kind: "taken", words: t("purchaseReturn.paste.understood") }
      : { kind: "wrong", words: all.join(" ") };
  };
}

/** What a pasted block was understood as, row by row, before anything of it is taken. */
export function PastedPanel({ cells, onDone }: { cells: string[][]; onDone: () => void }) {
  const { t } = useTranslation();
  const { draftId, units, formats } = useForm();
  const reading = usePastedLines(cells);
  const rowWords = useRowWords();
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

  const unitOf = (row: PastedLine): string => {
    const own = row.resolved.kind === "found" ? (row.resolved.found.product?.units ?? []) : [];
    const id = row.line.measureUnitId;
    return (
      own.find(({ measureUnitId }) => String(measureUnitId ?? "") === id)?.measureUnitName ??
      unitName(units, id)
    );
  };
  const used = COLUMNS.filter(({ id }) => reading.columns.columns.includes(id) || id === "unit");
  const cell = ({ id, field, kind }: LineColumn, row: PastedLine): string => {
    if (id === "unit") return unitOf(row);
    if (id !== "product") return written(kind, row.line[field], formats);
    return row.resolved.kind === "found" ? (row.resolved.found.product?.name ?? row.text) : row.text;
  };
  const columns: Column<PastedLine>[] = [
    { id: "row", header: t("field.row"), track: "4rem", cell: ({ row }) => row },
    ...used.map(
      (column): Column<PastedLine> => ({
        id: column.id,
        header: t(`field.${column.field}`),
        track:
          column.kind === "product"
            ? "minmax(10rem, 2fr)"
            : column.kind === "text"
              ? "minmax(6rem, 1fr)"
              : "7.5rem",
        align: column.kind === "decimal" ? "end" : "start",
        cell: (row) =>
          column.kind === "decimal" ? <bdi>{cell(column, row)}</bdi> : <Name>{cell(column, row)}</Name>,
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
    <LinesPanel
      ref={panel}
      tabIndex={-1}
      label={t("purchaseReturn.paste.title")}
      testId="pasted"
      onEscape={onDone}
      notPosted={t("purchaseReturn.paste.notPosted")}
      words={
        rows === null
          ? null
          : [
              t("purchaseReturn.paste.left", { count: rows.length - taken.length }),
              taken.length < found.length ? t("purchaseReturn.paste.tooMany", { count: LIMITS.lines }) : "",
            ].join(" ")
      }
      buttons={
        <>
          <Button variant="default" data-testid="pasted-leave" onClick={onDone}>
            {t("action.cancel")}
          </Button>
          <Button ref={take} data-testid="pasted-take" disabled={!ready || taken.length === 0} onClick={add}>
            {t("purchaseReturn.paste.take", { count: taken.length })}
          </Button>
        </>
      }
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
      <PanelTable
        label={t("purchaseReturn.paste.title")}
        columns={columns}
        rows={rows ?? undefined}
        error={reading.error}
        waiting={t("purchaseReturn.paste.reading", { done: reading.done, of: reading.of })}
        keyOf={({ row }) => String(row)}
        activeKey={active}
        onActive={setActive}
        minInlineSize={`${26 + used.length * 7.5}rem`}
        testId="pasted"
      />
    </LinesPanel>
  );
}
