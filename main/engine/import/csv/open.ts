/** Opens a CSV file as a stream of rows: its encoding and its separator are as named, or as its first bytes show. */
import type { FileHandle } from "node:fs/promises";
import { ImportRefusal } from "../file-rows.ts";
import { mayNeedStyle } from "../mapping/number-style.ts";
import type { DataFile } from "../open-file.ts";
import type { HowToRead, OpenRows } from "../opened.ts";
import { delimiterOf, namedDelimiter, SIGNS } from "./delimiter.ts";
import { type FoundEncoding, findEncoding, isOtherText } from "./find-encoding.ts";
import { readCsvRows } from "./rows.ts";
import { decoderOf, headText } from "./text-encoding.ts";

const LOOK_BYTES = 65_536;
/** A number may be cut between two looks. */
const OVERLAP = 64;

async function encodingOf({ file, head }: DataFile, wanted: HowToRead["encoding"]): Promise<FoundEncoding> {
  if (wanted !== "found" && wanted !== "contract")
    return { encoding: wanted, isCertain: true, choices: (await findEncoding(file, head)).choices };
  const found = await findEncoding(file, head);
  if (wanted === "found") return found;
  if (found.encoding !== "utf8" && isOtherText(found))
    throw new ImportRefusal(
      "other_encoding",
      `it is not UTF-8 (perhaps ${found.choices.map(({ encoding }) => encoding).join(", ")}): name what it is in ` +
        "`encoding`, or save it as CSV in UTF-8 and import that",
      { field: "encoding", choices: found.choices.map(({ encoding }) => encoding) },
    );
  return { encoding: "utf8", isCertain: true, choices: [] };
}

/** Looks at all bytes of the file, a piece at a time. */
async function someBytes(
  file: FileHandle,
  signal: AbortSignal,
  isFound: (bytes: string) => boolean,
): Promise<boolean> {
  const buffer = Buffer.alloc(LOOK_BYTES);
  let before = "";
  for (let place = 0; ; place += LOOK_BYTES) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, LOOK_BYTES, place);
    const bytes = before + buffer.toString("latin1", 0, bytesRead);
    if (isFound(bytes)) return true;
    if (bytesRead < LOOK_BYTES) return false;
    before = bytes.slice(-OVERLAP);
  }
}

/** Throws an ImportRefusal for an encoding that isn't the contract's, where that was asked for. */
export async function openCsv(data: DataFile, how: HowToRead, signal: AbortSignal): Promise<OpenRows> {
  const { file, head, bytes, changedAt } = data;
  const { encoding, isCertain, choices } = await encodingOf(data, how.encoding);
  const begin = await headText(head, encoding);
  const delimiter =
    how.delimiter === "found"
      ? delimiterOf(begin)
      : how.delimiter === "contract"
        ? (namedDelimiter(begin) ?? "comma")
        : how.delimiter;
  const isWide = encoding === "utf16le" || encoding === "utf16be";
  const sign = SIGNS[delimiter];
  return {
    fileType: "csv",
    bytes,
    version: `${bytes} ${changedAt}`,
    delimiter,
    encoding,
    encodings: choices,
    isEncodingCertain: isCertain,
    sheets: [],
    sheet: null,
    rows: () => readCsvRows(file, signal, sign, decoderOf(encoding)),
    mayNeedStyle: async () => isWide || (await someBytes(file, signal, (text) => mayNeedStyle(text, sign))),
  };
}
