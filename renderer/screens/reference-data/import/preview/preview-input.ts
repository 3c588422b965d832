/** What is asked for a look into a file, and what an import is given of how it was read. */
import type { QueryClient } from "@tanstack/react-query";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { invoke } from "../../../../client/api.ts";
import { channelKey } from "../../../../client/queries.ts";
import { isPreviewDecided, type Preview } from "./mapping-choices.ts";
import { type PreviewedFile, type Reading, usePreviewedFile } from "./previewed-file.ts";

/** The look into a file that was chosen. */
export function previewInput({ kind, path, reading }: PreviewedFile): ChannelInput<"referenceData.preview"> {
  return { kind, path, ...reading };
}

/** Every needed column is there, and everything is decided that only a person can. */
export const isReady = (preview: Preview, { guess }: Pick<PreviewedFile, "guess">): boolean =>
  preview.missing.length === 0 && isPreviewDecided(preview, guess);

/**
 * The reading that was shown, said out loud: an import does exactly what was looked at. How numbers are written is said
 * where a person chose it; else the import finds it in the whole file, of which a preview may show the beginning.
 */
export function readingOf(
  {
    sheet,
    delimiter,
    encoding,
    mapping,
    headerRow,
    continues,
    undecided,
  }: Pick<Preview, "sheet" | "delimiter" | "encoding" | "mapping" | "headerRow" | "continues" | "undecided">,
  { numbers, words }: Reading,
): Reading {
  return {
    mapping,
    headerRow,
    ...(numbers === undefined ? {} : { numbers }),
    ...(words === undefined ? {} : { words }),
    ...(continues === null || continues.answer === null ? {} : { continues: continues.answer }),
    ...(sheet === null ? {} : { sheet }),
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null || undecided.includes("encoding") ? {} : { encoding }),
  };
}

/**
 * The look into the file as it was chosen last: a press while it is read again waits for it. Null where the file can't be
 * read, which says so where it is shown, and where something else was chosen meanwhile.
 */
export async function lookInto(client: QueryClient, file: PreviewedFile): Promise<Preview | null> {
  const input = previewInput(file);
  try {
    const preview = await client.ensureQueryData({
      queryKey: channelKey("referenceData.preview", input),
      queryFn: () => invoke("referenceData.preview", input),
    });
    const now = usePreviewedFile.getState().file;
    return now?.id === file.id && now.kind === file.kind && now.reading === file.reading ? preview : null;
  } catch (error) {
    console.warn("the file could not be looked at", error);
    return null;
  }
}
