import type { KeptFile } from "../../../contract/kept-file.ts";
import { useChannel } from "../../client/queries.ts";

/** Says of each file whether it lies on this counter; undefined while that is not known. */
export function usePresent(files: readonly (KeptFile | null)[]): (file: KeptFile) => boolean | undefined {
  const asked = files.flatMap((file) => (file === null ? [] : [{ sha256: file.sha256, name: file.name }]));
  const answer = useChannel("attachment.present", { kept: asked }, { enabled: asked.length > 0 }).data;
  return (file) => {
    const at = asked.findIndex(({ sha256, name }) => sha256 === file.sha256 && name === file.name);
    return answer?.present[at];
  };
}
