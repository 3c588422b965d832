import { IconChevronDown } from "@tabler/icons-react";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchesCombo } from "../../../shortcuts/combo.ts";
import { parseTypedDate } from "../../../ui/field/typed-date.ts";
import { type Batch, datesOf } from "../draft/batches.ts";
import { changeDraft } from "../draft/returns-store.ts";
import { BatchList } from "./batch-list.tsx";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";
import { TypedCell } from "./typed-cell.tsx";

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
