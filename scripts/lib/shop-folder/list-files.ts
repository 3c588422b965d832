/** A list's file as it is published: read by the program's own reader, and what became of it since the last version. */
import { readFileSync } from "node:fs";
import { signedSettings } from "../../../contract/channels/shop-folder.ts";
import { rowProblemsInEnglish } from "../../../contract/english.ts";
import { CountersideError, parseInput } from "../../../contract/error.ts";
import { columnsOf, keyColumnsOf, type List } from "../../../contract/lists.ts";
import { isBlank } from "../../../main/engine/import/file-rows.ts";
import { type Header, NO_WORDS, readRow } from "../../../main/engine/import/mapping/columns.ts";
import { beginTable, headerLine } from "../../../main/engine/import/mapping/table.ts";
import { withRows } from "../../../main/engine/import/open-rows.ts";
import { assertRecipient } from "../../../main/engine/subjects/counters/backups/key.ts";
import {
  CHANGE_COLUMN,
  changeCsvLine,
  publishedColumns,
  publishedCsvLine,
} from "../../../main/engine/subjects/counters/lists/published.ts";
import { Refusal } from "../say.mjs";

const SHOWN_PROBLEMS = 10;

/** Between the lines of one record; no cell holds it. */
const BETWEEN = "\u0000";

/** The rows of a file by their key, each as its published line; of a purchase all its lines, with a sign between. */
export type PublishedRows = ReadonlyMap<string, string>;

export interface ListFile {
  rows: PublishedRows;
  count: number;
}

/** Reads a file with the contract's columns. Throws a Refusal that names the first rows that can't be taken. */
export async function readListFile(list: List, path: string): Promise<ListFile> {
  const columns = columnsOf(list).map(({ name }) => name);
  const keys = keyColumnsOf(list);
  const rows = new Map<string, string>();
  const problems: string[] = [];
  let count = 0;
  const refuse = (line: number, why: string): void => void problems.push(`  row ${line}: ${why}`);
  const asked = { kind: list, path, mapping: null, wordReader: NO_WORDS } as const;
  const how = { delimiter: "contract", encoding: "contract" } as const;
  try {
    await withRows(path, how, new AbortController().signal, async (opened) => {
      const headerRow = await headerLine(asked, opened);
      let header: Header | null = null;
      for await (const row of opened.rows(headerRow)) {
        if ("broken" in row) refuse(row.line, rowProblemsInEnglish([{ column: null, ...row.broken }]));
        else if (row.line < headerRow || isBlank(row)) continue;
        else if (header === null) {
          header = await beginTable(asked, row, opened);
          // A misspelled column would publish the list without what is in it.
          const [other] = header.ignoredColumns;
          if (other !== undefined)
            throw new Refusal(
              `${path} is not published: "${other}" is no column of ${list}, which has ${columns.join(", ")}.`,
            );
        } else {
          const read = readRow(list, header, row);
          if ("problems" in read) {
            refuse(row.line, rowProblemsInEnglish(read.problems));
            continue;
          }
          const cells = columns.map((name) => String(read.values[name] ?? ""));
          const key = keys.map((name) => String(read.values[name] ?? "")).join("\u0000");
          const line = publishedCsvLine(cells);
          const before = rows.get(key);
          if (before !== undefined && list !== "purchase") {
            if (before !== line) refuse(row.line, "an earlier row has the same key and says otherwise");
            continue;
          }
          count += 1;
          rows.set(key, before === undefined ? line : `${before}${BETWEEN}${line}`);
        }
      }
    });
  } catch (error) {
    if (!(error instanceof CountersideError)) throw error;
    throw new Refusal(`${path} can't be published: ${error.message}`);
  }
  if (problems.length > 0)
    throw new Refusal(
      [
        `${path} is not published: ${problems.length} rows can't be taken.`,
        ...problems.slice(0, SHOWN_PROBLEMS),
        ...(problems.length > SHOWN_PROBLEMS ? ["  …"] : []),
      ].join("\n"),
    );
  return { rows, count };
}

export const fullText = (list: List, { rows }: ListFile): Buffer =>
  Buffer.from(publishedCsvLine(publishedColumns(list)) + [...rows.values()].join("").replaceAll(BETWEEN, ""));

/** A difference as its file holds it, and how many records it is about. */
export interface Difference {
  text: Buffer;
  added: number;
  changed: number;
  removed: number;
}

/** What became of the rows, by key. Of a record of several rows, all are there where one has changed. */
export function differenceOf(list: List, before: PublishedRows, after: PublishedRows): Difference {
  const lines: string[] = [publishedCsvLine([CHANGE_COLUMN, ...publishedColumns(list)])];
  const counts = { added: 0, changed: 0, removed: 0 };
  const note = (change: keyof typeof counts, text: string): void => {
    counts[change] += 1;
    for (const line of text.split(BETWEEN)) lines.push(changeCsvLine(change, line));
  };
  for (const [key, line] of before) if (!after.has(key)) note("removed", line);
  for (const [key, line] of after) {
    const known = before.get(key);
    if (known === undefined) note("added", line);
    else if (known !== line) note("changed", line);
  }
  return { text: Buffer.from(lines.join("")), ...counts };
}

/** The owner's settings, as they are signed. Stricter than a counter, which passes over what it doesn't know. */
export async function readSettings(path: string): Promise<Buffer> {
  const bytes = readFileSync(path);
  try {
    // Windows editors put a byte order mark first, which this takes away.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const settings = parseInput(signedSettings.strict(), JSON.parse(text));
    // A letter that is wrong would keep every counter's backups away.
    if (settings.recipient !== undefined) await assertRecipient(settings.recipient);
    // Without what a person put between: counters read so many bytes and no more.
    return Buffer.from(JSON.stringify(settings));
  } catch (error) {
    const why = error instanceof CountersideError ? error.message : "it can't be read as JSON.";
    throw new Refusal(`${path} is not published: ${why}`);
  }
}
