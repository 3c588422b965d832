/** Takes up the files that were chosen together: one after the other is looked at and imported. */
import { REFERENCE_KINDS, type ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { invoke } from "../../../client/api.ts";
import { beginDraft, useDraft } from "./import-draft.ts";
import { fileNameOf } from "./import-jobs.ts";
import { type KindFit, likelyKind } from "./likely-kind.ts";

async function fitOf(kind: ReferenceKind, path: string): Promise<KindFit[]> {
  try {
    const { mapping, missing, header } = await invoke("referenceData.preview", { kind, path });
    const mapped = Object.keys(mapping).length;
    return [{ kind, mapped, missing: missing.length, ignored: header.length - mapped }];
  } catch {
    // A file that can't be read is shown with its reason, as the kind that was chosen.
    return [];
  }
}

/** Begins with the first file; the others wait until it was taken or left. */
export async function beginFiles(paths: readonly string[], chosen: ReferenceKind): Promise<void> {
  const [path, ...waiting] = paths;
  if (path === undefined) return;
  const fits = await Promise.all(REFERENCE_KINDS.map((kind) => fitOf(kind, path)));
  beginDraft(likelyKind(fits.flat(), fileNameOf(path), chosen), path);
  useDraft.setState({ waiting });
}

/** Goes on with the next of the files; false where none waits. */
export function beginNext(chosen: ReferenceKind): boolean {
  const { waiting } = useDraft.getState();
  if (waiting.length === 0) return false;
  void beginFiles(waiting, chosen);
  return true;
}
