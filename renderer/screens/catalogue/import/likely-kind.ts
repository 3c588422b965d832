/** Which kind of records a file holds, by its name and its headings; a person may always say otherwise. */

import type { ChannelOutput } from "../../../../contract/channels.ts";
import { type List, listOf, wordsIn } from "../../../../contract/lists.ts";
import { folded } from "../../../lib/folded.ts";

/** How a file's headings fit one kind. */
export interface KindFit {
  kind: List;
  /** Columns of the kind that the file has. */
  mapped: number;
  /** Needed columns that it has not. */
  missing: number;
  /** Columns of the file that the kind has no use for. */
  ignored: number;
}

/** How the kind's look into a file fits. A column that is asked about is there. */
export function fitOfPreview(
  kind: List,
  preview: Pick<ChannelOutput<"referenceData.preview">, "mapping" | "missing" | "header" | "askedColumns">,
): KindFit {
  const { mapping, missing, header, askedColumns } = preview;
  const mapped = Object.keys(mapping).length + askedColumns.length;
  const absent = missing.filter((name) => !askedColumns.some(({ column }) => column === name));
  return { kind, mapped, missing: absent.length, ignored: header.length - mapped };
}

const isNamed = (kind: List, fileName: string): boolean =>
  wordsIn(listOf(kind).files).some((word) => folded(fileName).includes(folded(word)));

/** The kind whose needed columns are all there and that fits best; `chosen` where none does, or two do as well. */
export function likelyKind(fits: readonly KindFit[], fileName: string, chosen: List): List {
  const ranked = fits
    .filter(({ missing }) => missing === 0)
    .map(({ kind, mapped, ignored }) => ({
      kind,
      // Its name decides between kinds that have the same columns, such as stores and permissions.
      score: 2 * (mapped - ignored) + (isNamed(kind, fileName) ? 3 : 0) + (kind === chosen ? 1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = ranked;
  return best === undefined || best.score === second?.score ? chosen : best.kind;
}
