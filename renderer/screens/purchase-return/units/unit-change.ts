/** The line whose unit became another, as long as that is what there is to say of it. */

import type { ReturnLine } from "../draft/draft.ts";
import { inUnitBefore } from "../draft/draft-reducer.ts";
import { changeDraft, type UnitChange, useReturns } from "../draft/returns-store.ts";

/** Whether a line still stands as the change left it: nothing else was typed in it that matters. */
export const holds = ({ before, to }: UnitChange, now: ReturnLine): boolean =>
  now.lineId === before.lineId &&
  now.measureUnitId === to &&
  now.quantity === before.quantity &&
  now.productId === before.productId;

/** Forgets the change: it was decided on. */
export const forgetUnitChange = (): void => useReturns.setState({ unitChange: null });

/** Takes the unit back, with the price that went with it. */
export function undoUnitChange({ draftId, before }: UnitChange, now: ReturnLine): void {
  changeDraft(draftId, { type: "line", line: inUnitBefore(now, before) });
  forgetUnitChange();
}
