import { IconChevronDown } from "@tabler/icons-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { ColumnKind, LineField } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useChannel } from "../../../client/queries.ts";
import type { Formats } from "../../../i18n/format.ts";
import { dayOf } from "../../../lib/today.ts";
import { parseTypedDate } from "../../../lib/typed-date.ts";
import { useNow } from "../../../lib/use-now.ts";
import { matchesCombo } from "../../../shortcuts/combo.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { type Batch, batchesOf, datesOf, hasExpired } from "../draft/stock.ts";
import { Choice, ChoiceList } from "../finder/choice-list.tsx";
import { useGrid } from "../form-context.ts";
import { changeDraft } from "../returns-store.ts";
import classes from "./line-grid.module.css";

type TypedKind = Exclude<ColumnKind, "product" | "unit">;

/** The one spelling the draft keeps; what can't be read stays as it was typed. */
function settled(kind: TypedKind, typed: string): string {
  if (kind === "text") return typed;
  const read =
    kind === "decimal"
      ? parseTypedDecimal(typed)
      : parseTypedDate(typed, kind === "productionDate" ? "firstDay" : "lastDay");
  return "value" in read ? read.value : typed;
}

/** What stands in a cell that is not typed in: as the person's language writes it. */
function written(kind: TypedKind, value: string, formats: Formats, digits: number): string {
  const plain = settled(kind, value);
  if (plain === "" || kind === "text") return plain;
  if (kind === "decimal")
    return parseTypedDecimal(value).kind === "decimal" ? formats.decimal(plain, digits) : value;
  return /^\d{4}-\d{2}-\d{2}$/.test(plain) ? formats.date(plain) : value;
}

interface TypedCellProps {
  lineId: string;
  field: LineField;
  kind: TypedKind;
  value: string;
  label: string;
  testId: string;
  placeholder: string;
  disabled: boolean;
  problem: string | null;
  /** What is to be looked at, though nothing is wrong. */
  note?: string | undefined;
  /** Fraction digits a number is written with at least. */
  digits: number;
  /** A list of choices that belongs to the field, and the id of the choice that is marked. */
  list?: { id: string; open: boolean; marked: string | undefined };
  /** A key wrote into the field. */
  onType?: () => void;
  input?: RefObject<HTMLInputElement | null>;
}

/** A cell of text, of a number or of a date. Any digits and separators may be typed. */
export function TypedCell({
  lineId,
  field,
  kind,
  value,
  label,
  testId,
  placeholder,
  disabled,
  problem,
  note = "",
  digits,
  list,
  onType,
  input,
}: TypedCellProps) {
  const { draftId, formats } = useGrid();
  const change = (typed: string) => changeDraft(draftId, { type: "cell", lineId, field, value: typed });
  const [focused, setFocused] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const element = input ?? own;
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
      data-testid={testId}
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
      value={focused ? value : written(kind, value, formats, digits)}
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
  const { formats, units } = useGrid();
  const date = (at: string | null) => (at === null ? "—" : formats.date(at));
  const unitId = String(batch.measureUnitId ?? "");
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
            <bdi>{units.find(({ id }) => id === unitId)?.name ?? unitId}</bdi>
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

/** The batches known of a line's goods, with their stock and how old that word is. */
function BatchList({ id, anchor, productId, onKnown, marked, onChoose }: BatchListProps) {
  const { t } = useTranslation();
  const today = dayOf(useNow());
  const { storeId } = useGrid();
  // Asked here and not in each cell: a sheet of cells that ask is slow to scroll.
  const detail = useChannel("mirror.productDetail", { productId }, { enabled: productId !== "" }).data;
  const batches = useMemo(
    () => (detail === undefined ? null : batchesOf(detail?.stock ?? [], storeId)),
    [detail, storeId],
  );
  useEffect(() => onKnown(batches ?? []), [batches, onKnown]);
  const none = productId === "" ? "noGoods" : batches === null ? "looking" : "none";
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.batch.list")}>
      {batches === null || batches.length === 0 ? (
        <div role="option" aria-disabled="true" aria-selected="false" tabIndex={-1} className="dim pad-12">
          {t(`purchaseReturn.batch.${none}`)}
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

type DateCellProps = Omit<ComponentProps<typeof TypedCell>, "list" | "input" | "onType"> & {
  productId: string;
};

/** A date, typed or taken with its fellow from a known batch. Alt+↓ opens the batches, as in any list of choices. */
export function DateCell({ productId, ...cell }: DateCellProps) {
  const { t } = useTranslation();
  const grid = useGrid();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  /** Nothing is marked before an arrow chose it. */
  const [marked, setMarked] = useState(-1);
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const read = parseTypedDate(cell.value, cell.kind === "productionDate" ? "firstDay" : "lastDay");
  const listId = `${cell.testId}-batches`;
  const show = () => {
    setBatches([]);
    setMarked(-1);
    setOpen(true);
  };
  const choose = (batch: Batch) => {
    setOpen(false);
    changeDraft(grid.draftId, { type: "batch", lineId: cell.lineId, dates: datesOf(batch) });
    const date = (at: string | null) => (at === null ? "—" : grid.formats.date(at));
    grid.say(
      t("purchaseReturn.batch.taken", {
        production: date(batch.productionAt),
        expiry: date(batch.expiryAt),
      }),
    );
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; this hears its keys before the grid
    <div
      className={`${classes.date} h-full relative`}
      onKeyDown={onKeyDown}
      onBlur={() => setOpen(false)}
      data-batches={open}
      data-empty={cell.value === ""}
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
      {read.kind === "date" && read.other !== undefined ? (
        <span className={classes.bubble} data-kind="means" role="status" data-testid={`${cell.testId}-means`}>
          {t("purchaseReturn.grid.dateMeans", {
            date: grid.formats.date(read.value),
            other: grid.formats.date(read.other),
          })}
        </span>
      ) : null}
      {productId === "" || cell.disabled ? null : (
        <button
          type="button"
          className={classes.opener}
          tabIndex={-1}
          aria-label={t("purchaseReturn.batch.open", { cell: cell.label })}
          title={t("purchaseReturn.batch.hint")}
          data-testid={`${cell.testId}-open`}
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
