import type { QueryClient } from "@tanstack/react-query";
import { invoke } from "../../../../client/api.ts";
import { channelKey } from "../../../../client/queries.ts";
import type { Preview } from "./mapping-choices.ts";
import { previewInput } from "./preview-input.ts";
import { type PreviewedFile, usePreviewedFile } from "./previewed-file.ts";

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
