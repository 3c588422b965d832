import { IconChevronDown } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import {
  type ColumnId,
  type ColumnKind,
  fieldOf,
  type LineColumn,
} from "../../../../contract/return-line.ts";
import { useChannel } from "../../../client/queries.ts";
import type { Formats } from "../../../i18n/format.ts";
import { dayOf, useNow } from "../../../lib/time.ts";
import { matchesCombo } from "../../../shortcuts/keys.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { readField, settled } from "../draft/draft.ts";
import { type Batch, batchesOf, datesOf, hasExpired } from "../draft/stock.ts";
import { unitName } from "../draft/units.ts";
import { Choice, ChoiceList } from "../finder/choice-list.tsx";
import { useForm } from "../form-context.ts";
import { announce, changeDraft } from "../returns-store.ts";
import classes from "./line-grid.module.css";

/** A field's text as the person's language writes it, where one doesn't type; what can't be read stays as typed. */
export function written(kind: ColumnKind, typed: string, formats: Formats, digits = 0): string {
  const read = readField(kind, typed);
  if (read.kind !== "value") return typed;
  if (kind === "decimal") return formats.decimal(read.value, digits);
  return kind === "productionDate" || kind === "expiryDate" ? formats.date(read.value) : read.value;
}

/** What a screen reader calls a cell. */
export const cellLabel = (t: TFunction, id: ColumnId, row: number): string =>
  t("purchaseReturn.grid.cell", { column: t(`field.${fieldOf(id)}`), line: row + 1 });

interface FieldCellProps {
  column: Exclude<LineColumn, { kind: "product" | "unit" }>;
  lineId: string;
  productId: string;
  row: number;
  value: string;
  problem: string | null;
  /** What is to be looked at, though nothing is wrong. */
  note: string | undefined;
}

interface TypedCellProps extends FieldCellProps {
  /** A list of choices that belongs to the field, and the id of the choice that is marked. */
  list?: { id: string; open: boolean; marked: string | undefined };
  /** A key wrote into the field. */
  onType?: () => void;
  input?: RefObject<HTMLInputElement | null>;
}

/** A cell of text, of a number or of a date. Any digits and separators may be typed. */
function TypedCell({ column, lineId, productId, row, value, problem, note = "", ...rest }: TypedCellProps) {
  const { list, onType, input } = rest;
  const { id, field, kind } = column;
  const { t } = useTranslation();
  const { draftId, formats, digits, disabled } = useForm();
  const change = (typed: string) => changeDraft(draftId, { type: "cell", lineId, field, value: typed });
  const [focused, setFocused] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const element = input ?? own;
  const label = useMemo(() => cellLabel(t, id, row), [t, id, row]);
  const isZero = column.countsGoods && !column.required && productId !== "";
  // The browser draws its own hint in an empty field of a date without this space.
  const placeholder = kind === "decimal" || kind === "text" ? (isZero ? formats.decimal("0") : "") : " ";
  // What is drawn changes to what is kept; it is marked before the next key can come, so that key replaces it.
  useLayoutEffect(() => {
    if (focused) element.current?.select();
  }, [focused, element]);
  return (
    <input
      ref={element}
      type="text"
      className={classes.input}
      data-kind={kind}
      data-testid={`cell-${row}-${id}`}
      aria-label={label}
      aria-invalid={problem !== null}
      aria-description={problem ?? note}
      {...(list === undefined
        ? {}
        : {
            role: "combobox",
            "aria-haspopup": "listbox" as const,
            "aria-expanded": list.open,
            "aria-controls": list.id,
            "aria-activedescendant": list.marked,
          })}
      title={focused ? "" : (problem ?? "")}
      inputMode={kind === "decimal" ? "decimal" : "text"}
      dir={kind === "text" ? "auto" : kind === "decimal" || focused ? "ltr" : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={focused ? placeholder.replace(/\S/g, "") : placeholder}
      disabled={disabled}
      value={focused ? value : written(kind, value, formats, id === "price" ? digits : 0)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        const kept = settled(kind, value);
        if (kept !== value) change(kept);
      }}
      onChange={(event) => {
        onType?.();
        change(event.currentTarget.value);
      }}
    />
  );
}

/** Writes the dates of a batch into a line, and announces them. */
export function useTakeBatch(): (lineId: string, batch: Batch) => void {
  const { t } = useTranslation();
  const { draftId, formats } = useForm();
  const date = (at: string | null) => (at === null ? "—" : formats.date(at));
  return (lineId, batch) => {
    changeDraft(draftId, { type: "batch", lineId, dates: datesOf(batch) });
    announce(
      t("purchaseReturn.batch.taken", {
        production: date(batch.productionAt),
        expiry: date(batch.expiryAt),
      }),
    );
  };
}

interface BatchListProps {
  id: string;
  anchor: HTMLElement;
  /** Empty where no goods are chosen yet, so that there is nothing to look for. */
  productId: string;
  /** What is offered, for the field that takes the keys. */
  onKnown: (batches: readonly Batch[]) => void;
  marked: number;
  onChoose: (batch: Batch) => void;
}

function BatchChoice({ batch, today }: { batch: Batch; today: string }) {
  const { t } = useTranslation();
  const { formats, units } = useForm();
  const date = (at: string | null) => (at === null ? "—" : formats.date(at));
  return (
    <span className="gap-2 grid grow pad-y-6">
      <span className="wrap gap-0-16">
        <span>{t("purchaseReturn.batch.produced", { date: date(batch.productionAt) })}</span>
        <span>{t("purchaseReturn.batch.expires", { date: date(batch.expiryAt) })}</span>
        {hasExpired(batch, today) ? (
          <span className="warn semi">{t("purchaseReturn.batch.expired")}</span>
        ) : null}
      </span>
      <span className="note">
        {batch.quantity === null ? null : (
          <>
            <bdi>{formats.decimal(batch.quantity)}</bdi>{" "}
            <bdi>{unitName(units, String(batch.measureUnitId ?? ""))}</bdi>
            {" · "}
          </>
        )}
        {batch.storeId === null ? null : (
          <>
            <bdi>{batch.storeName ?? String(batch.storeId)}</bdi>
            {" · "}
          </>
        )}
        <TimeAgo at={batch.answeredAt} />
      </span>
    </span>
  );
}

/** The batches known of a line's goods, with their stock and its age. */
function BatchList({ id, anchor, productId, onKnown, marked, onChoose }: BatchListProps) {
  const { t } = useTranslation();
  const today = dayOf(useNow());
  const { storeId } = useForm();
  // Asked here and not in each cell: a sheet of cells that ask is slow to scroll.
  const detail = useChannel("mirror.productDetail", { productId }, { enabled: productId !== "" }).data;
  const batches = useMemo(
    () => (detail === undefined ? null : batchesOf(detail?.stock ?? [], storeId)),
    [detail, storeId],
  );
  useEffect(() => onKnown(batches ?? []), [batches, onKnown]);
  const none =
    productId === ""
      ? "purchaseReturn.batch.noGoods"
      : batches === null
        ? "state.searching"
        : "purchaseReturn.batch.none";
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.batch.list")}>
      {batches === null || batches.length === 0 ? (
        <div role="option" aria-disabled="true" aria-selected="false" tabIndex={-1} className="dim pad-12">
          {t(none)}
        </div>
      ) : (
        batches.map((batch, index) => (
          <Choice
            key={[batch.storeId, batch.measureUnitId, batch.productionAt, batch.expiryAt].join(" ")}
            id={`${id}-${index}`}
            marked={index === marked}
            onChoose={() => onChoose(batch)}
          >
            <BatchChoice batch={batch} today={today} />
          </Choice>
        ))
      )}
    </ChoiceList>
  );
}

/** A date, typed or taken with its fellow from a known batch. Alt+↓ opens the batches, as in any list of choices. */
function DateCell(cell: FieldCellProps) {
  const { column, lineId, productId, row, value } = cell;
  const { t } = useTranslation();
  const { formats, disabled } = useForm();
  const takeBatch = useTakeBatch();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  /** Nothing is marked before an arrow chose it. */
  const [marked, setMarked] = useState(-1);
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const read = readField(column.kind, value);
  const testId = `cell-${row}-${column.id}`;
  const listId = `${testId}-batches`;
  const show = () => {
    setBatches([]);
    setMarked(-1);
    setOpen(true);
  };
  const choose = (batch: Batch) => {
    setOpen(false);
    takeBatch(lineId, batch);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (open && matchesCombo(event.nativeEvent, "Mod+Enter")) {
      // The list holds nothing that would be sent: it closes, and the return is posted.
      setOpen(false);
      return;
    }
    if (altKey && (key === "ArrowDown" || key === "ArrowUp")) {
      if (key === "ArrowDown" && !open) show();
      if (key === "ArrowUp") setOpen(false);
    } else if (!open) return;
    else if (key === "Enter") {
      const batch = batches[marked];
      if (batch === undefined) setOpen(false);
      else choose(batch);
    } else if (key === "Escape") setOpen(false);
    else if (key === "ArrowDown" || key === "ArrowUp") {
      const count = batches.length;
      if (count > 0)
        setMarked(key === "ArrowDown" ? (marked + 1) % count : (marked <= 0 ? count : marked) - 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; this gets its keys before the grid
    <div
      className={`${classes.date} h-full relative`}
      onKeyDown={onKeyDown}
      onBlur={() => setOpen(false)}
      data-batches={open}
      data-empty={value === ""}
    >
      <TypedCell
        {...cell}
        input={field}
        onType={() => setOpen(false)}
        list={{
          id: listId,
          open,
          marked: open && marked >= 0 && marked < batches.length ? `${listId}-${marked}` : undefined,
        }}
      />
      {read.kind === "value" && read.other !== undefined ? (
        <span className={classes.bubble} data-kind="means" role="status" data-testid={`${testId}-means`}>
          {t("purchaseReturn.grid.dateMeans", {
            date: formats.date(read.value),
            other: formats.date(read.other),
          })}
        </span>
      ) : null}
      {productId === "" || disabled ? null : (
        <button
          type="button"
          className={classes.opener}
          tabIndex={-1}
          aria-label={t("purchaseReturn.batch.open", { cell: cellLabel(t, column.id, row) })}
          title={t("purchaseReturn.batch.hint")}
          data-testid={`${testId}-open`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus();
            if (open) setOpen(false);
            else show();
          }}
        >
          <IconChevronDown size="1rem" stroke={1.8} aria-hidden="true" />
        </button>
      )}
      {open && field.current !== null ? (
        <BatchList
          id={listId}
          anchor={field.current}
          productId={productId}
          onKnown={setBatches}
          marked={marked}
          onChoose={choose}
        />
      ) : null}
    </div>
  );
}

/** A cell that is typed in. Drawn again only when its own text changed. */
export const FieldCell = memo(function FieldCell(cell: FieldCellProps) {
  const { kind } = cell.column;
  return kind === "productionDate" || kind === "expiryDate" ? (
    <DateCell {...cell} />
  ) : (
    <TypedCell {...cell} />
  );
});
