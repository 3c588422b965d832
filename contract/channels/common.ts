/** Shapes that several channels share. */
import { z } from "zod";
import { ENTRY_STATES } from "../entry-states.ts";
import { because, notThe, text, wholeCharacters } from "../values.ts";

export const nothing = z.strictObject({});

/** A whole number on the way out: a number, or its digits where a number can't hold it. */
export const wholeOut = z.union([z.number(), z.string()]);
export const decimalOut = z.string();
/** A timestamp on the way out, ISO 8601 UTC. */
export const timeOut = z.string();

export const entryState = z.enum(ENTRY_STATES);

/** Local sanity limits; the service's own are not shown (section 8). */
export const LIMITS = {
  note: 20_000,
  description: 4_000,
  reference: 1_000,
  url: 4_000,
  lines: 5_000,
  documentReferences: 200,
  page: 1_000,
} as const;

const CONTROL = /\p{Cc}/u;

/** Text a person types: of bounded length, and without characters that no keyboard makes. */
export const typedText = (max: number) =>
  // Most texts hold none at all: only the others are looked at again without their tabs and line ends.
  text(max).refine(
    (value) => !CONTROL.test(value) || !CONTROL.test(value.replace(/[\t\n\r]/g, "")),
    because("control_character"),
  );

/** What ends a line, or turns round what is written after it. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Words shown as they are: one line, with something to be seen in it. */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine(...wholeCharacters)
    .refine((line) => !NOT_IN_A_LINE.test(line), notThe("one_line"))
    .refine((line) => SEEN.test(line), because("too_short", { min: "1" }));

/** Without what no keyboard makes, such as the zero byte that some scanners end with: a blank replaces it. */
export const asTyped = (value: string): string => value.replace(/\p{Cc}+/gu, " ").trim();
/** What a person, or a scanner, looks for. */
export const searchText = z.string().max(200).transform(asTyped);

/** Of a file or a folder, as the system names it: with another character in the place of a half it would be another one. */
export const filePath = text(4_096).min(1);

export const limit = z.number().int().min(1).max(LIMITS.page);
