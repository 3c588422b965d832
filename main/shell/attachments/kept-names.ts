/** Names and kinds of kept files. Pure. */
import { extensionOf } from "../../../contract/kept-file.ts";

/** Kinds that only show something. Whatever can run, script or carry macros is not among them, nor what is unknown. */
const ONLY_SHOWS = new Set([
  ...["pdf", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "heic"],
  ...["txt", "csv", "docx", "xlsx", "pptx", "odt", "ods", "odp"],
]);

/** Whether the system may be asked to open it. */
export const onlyShows = (name: string): boolean => ONLY_SHOWS.has(extensionOf(name));

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MOST_CHARS = 120;

/** A name of any origin as one that every file system takes and no reader is misled by. */
export function plainName(name: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? "")
    // Marks that turn the direction of writing hide where a name really ends.
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/(?<![. ])[. ]+$/, "")
    .trim();
  const safe = bare === "" || RESERVED.test(bare) ? `_${bare}` : bare;
  if (safe.length <= MOST_CHARS) return safe;
  const end = extensionOf(safe) === "" ? "" : `.${extensionOf(safe)}`;
  return `${safe.slice(0, MOST_CHARS - end.length).replace(/\p{Cs}/gu, "")}${end}`;
}
