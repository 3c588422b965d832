/** Why a row of an imported file is refused. */
import { z } from "zod";

const none = z.object({});
/** The beginning of the cell, on one line. */
const cell = z.string();
/** A limit. */
const most = z.number();

/** What names nothing but the cell. */
const aboutCell = z.enum([
  ...["notWhole", "twoNumbers", "lostDigits", "shortened", "severalBarcodes", "negative", "notPositive"],
  ...["notCurrency", "notDigits", "notUuid", "notMark", "notTime", "notDate", "twoDates"],
  ...["beforeProduction", "ownBase", "noRecord", "severalRecords", "leftOut"],
  ...["unreadableNumber", "cellError"],
] as const);
export type AboutCell = z.infer<typeof aboutCell>;

/** `because`: for support, where a spreadsheet breaks off. */
export const rowReason = z.discriminatedUnion("code", [
  z.object({
    code: z.enum([
      ...[
        "empty",
        "severalLines",
        "controlCharacter",
        "halfCharacter",
        "trueOrFalse",
        "noSuchDate",
        "formula",
      ],
      ...["lostText", "unknownLetters"],
      ...["notUtf8", "zeroByte", "openQuote", "factorMissing", "contradicts"],
    ] as const),
    params: none,
  }),
  z.object({ code: aboutCell, params: z.object({ cell }) }),
  z.object({ code: z.enum(["notDecimal"]), params: z.object({ cell, example: z.string() }) }),
  z.object({ code: z.enum(["notChoice"]), params: z.object({ cell, choices: z.array(z.string()) }) }),
  z.object({ code: z.enum(["tooLong", "tooManyDigits"]), params: z.object({ count: most }) }),
  z.object({
    code: z.enum([
      ...["cellTooLong", "formatTooLong", "rowTooWide", "fileTooLong"],
      ...["productRows", "productNames", "purchaseLines"],
    ] as const),
    params: z.object({ most }),
  }),
  z.object({ code: z.enum(["cells"]), params: z.object({ count: z.number(), header: z.number() }) }),
  z.object({ code: z.enum(["rowTooLong"]), params: z.object({ column: z.number(), most }) }),
  z.object({ code: z.enum(["brokenOff"]), params: z.object({ row: z.number(), because: z.string() }) }),
]);
export type RowReason = z.infer<typeof rowReason>;
export type RowReasonParams = ParamsOf<RowReason>;

/** One of the things that are wrong with a row, and the column that it is about; null: the row as a whole. */
export const rowProblem = rowReason.and(z.object({ column: z.string().nullable() }));
export type RowProblem = z.infer<typeof rowProblem>;

// A reason between processes, in files and in replies: a code with its parameters. Words are made of it at the edge.

/** The parameters of a union's reasons, by their codes. */
export type ParamsOf<R extends { code: string; params: unknown }> = {
  [C in R["code"]]: R extends { code: infer Codes; params: infer P } ? (C extends Codes ? P : never) : never;
};
