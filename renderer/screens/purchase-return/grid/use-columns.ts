/** Which columns the grid draws, and how wide they are. */
import { type CSSProperties, useMemo, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { ColumnId } from "../../../../contract/return-line.ts";
import { useSettings } from "../../../client/settings.ts";
import { signsOfLines } from "../draft/line-totals.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { columnsShown, NO_COLUMNS, type ShownColumn, setOf, usedColumns } from "../draft/shown-columns.ts";

/** What the columns' least widths hold, and by how much they grow. A new width lays out every line in sight. */
const LEAST_SIGNS = { price: 9, quantity: 6, total: 9 };
const SIGNS_STEP = 2;

const roomFor = (signs: number, least: number): number =>
  least + SIGNS_STEP * Math.ceil(Math.max(0, signs - least) / SIGNS_STEP);

export type Widths = CSSProperties & Record<`--${string}`, number>;

/**
 * A column's least width, and how much it takes of the room that is over. The name is what one looks for, and takes it
 * first; on a wide screen the others grow with it, so that the eye finds a line's numbers.
 */
const TRACKS: Record<ColumnId, readonly [least: string, share: number]> = {
  product: ["9.25rem", 4],
  unit: ["6.5rem", 0.9],
  production: ["6.25rem", 0.8],
  expiry: ["6.25rem", 0.8],
  price: ["var(--price)", 1],
  quantity: ["var(--quantity)", 0.7],
  free: ["3.25rem", 0.5],
  received: ["var(--quantity)", 0.7],
  description: ["3.75rem", 0.8],
};

const track = ([least, share]: readonly [string, number]): string => `minmax(${least}, ${share}fr)`;

const LEFT = ["5.5rem", 0.8] as const;

function tracksOf(columns: readonly ShownColumn[], showsLeft: boolean): CSSProperties {
  const shown = columns.map(({ column }) => TRACKS[column.id]);
  const left = showsLeft ? [LEFT] : [];
  return {
    gridTemplateColumns: `1.75rem ${shown.map(track).join(" ")} minmax(var(--total), 1.2fr) ${left.map(track).join("")} minmax(4.5rem, 0.8fr) 2rem`,
    minInlineSize: `calc(8.25rem + var(--total) + ${[...shown, ...left].map(([least]) => least).join(" + ")})`,
  };
}

/** The columns drawn. One that a line used stays while its return is on the screen: nothing is taken from under the hand. */
export function useColumns(draftId: string) {
  const { returnColumns } = useSettings();
  const used = useReturns((state) => usedColumns(activeLines(state)));
  const kept = useRef({ draftId, columns: NO_COLUMNS });
  if (kept.current.draftId !== draftId) kept.current = { draftId, columns: NO_COLUMNS };
  kept.current.columns |= used;
  const [shown, setShown] = useState(NO_COLUMNS);
  const set = kept.current.columns | shown | setOf(returnColumns);
  const columns = useMemo(() => columnsShown(set), [set]);
  return {
    columns,
    used,
    show: (ids: readonly ColumnId[]) => setShown((now) => now | setOf(ids)),
  };
}

/** The widths of the columns of numbers; another object only when one of them changed. */
export function useWidths(digits: number, columns: readonly ShownColumn[], showsLeft: boolean): Widths {
  const signs = useReturns(
    useShallow((state) => {
      const signs = signsOfLines(activeLines(state), digits);
      return {
        "--price-signs": roomFor(signs.price, LEAST_SIGNS.price),
        "--quantity-signs": roomFor(signs.quantity, LEAST_SIGNS.quantity),
        "--total-signs": roomFor(signs.total, LEAST_SIGNS.total),
      };
    }),
  );
  return useMemo(() => ({ ...signs, ...tracksOf(columns, showsLeft) }), [signs, columns, showsLeft]);
}
