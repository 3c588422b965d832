/** What is asked for a look into a file, and what an import is told of how it was read. */
import type { ChannelInput } from "../../../../contract/channels.ts";
import type { Preview } from "./mapping-choices.ts";
import type { PreviewedFile, Reading } from "./previewed-file.ts";

/** The look into a file that was chosen. */
export function previewInput({ kind, path, reading }: PreviewedFile): ChannelInput<"referenceData.preview"> {
  return { kind, path, ...reading };
}

/** The reading that was shown, said out loud: an import does exactly what was looked at. */
export function readingOf({ sheet, delimiter, encoding, mapping }: Preview): Reading {
  return {
    mapping,
    ...(sheet === null ? {} : { sheet }),
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null ? {} : { encoding }),
  };
}
