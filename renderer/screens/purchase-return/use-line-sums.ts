import { useRef } from "react";
import type { ReturnLine } from "./draft.ts";
import { type LineSums, sumsOfLines } from "./line-sums.ts";
import type { UnitBases } from "./unit-conversion.ts";

/** The sums of the lines as they are now, from those of the lines as they were when last drawn. */
export function useLineSums(lines: readonly ReturnLine[], bases: UnitBases): LineSums {
  const last = useRef<LineSums | null>(null);
  last.current = sumsOfLines(lines, bases, last.current);
  return last.current;
}
