/** What the engine and the thread that reads a spreadsheet by a library say to each other. */
import { z } from "zod";
import type { ImportProblem } from "../../../../../contract/english.ts";
import { isRecord } from "../../../../../contract/is-record.ts";
import { rowReason } from "../../../../../contract/reasons/row-reason.ts";
import type { ReadRow } from "../../file-rows.ts";

export const LIBRARY_TYPES = ["xls", "xlsb", "ods"] as const;

/** `file`: a descriptor that is open in this process. `rows`: how many of each sheet are wanted; null for all. */
export const wish = z.object({
  file: z.number(),
  bytes: z.number(),
  type: z.enum(LIBRARY_TYPES),
  sheet: z.string().nullable(),
  rows: z.number().nullable(),
});
export type Wish = z.infer<typeof wish>;

/** The engine asks for the rows from this one on. */
export const ask = z.object({ headerRow: z.number().nullable(), from: z.number() });
export type Ask = z.infer<typeof ask>;

const sheets = z.array(z.object({ name: z.string(), hidden: z.boolean() }));
const row: z.ZodType<ReadRow> = z.object({
  line: z.number(),
  cells: z.array(z.string()),
  wrong: z.exactOptional(z.map(z.number(), rowReason)),
  exact: z.exactOptional(z.set(z.number())),
  booleans: z.exactOptional(z.set(z.number())),
  refused: z.exactOptional(rowReason),
});

/** Made of its type by the thread: only whether it is one is looked at. */
const importProblem = z.custom<ImportProblem>((value) => isRecord(value) && typeof value.reason === "string");

export const answer = z.discriminatedUnion("is", [
  z.object({ is: z.literal("open"), sheets, sheet: z.string(), mayNeedStyle: z.boolean() }),
  /** `next`: where to ask on; null where there is nothing more. */
  z.object({ is: z.literal("rows"), rows: z.array(row), next: z.number().nullable() }),
  z.object({ is: z.literal("refused"), problem: importProblem, sheets, sheet: z.string().nullable() }),
]);
export type Answer = z.infer<typeof answer>;
