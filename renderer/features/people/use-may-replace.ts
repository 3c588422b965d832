import { discardOf } from "../../../contract/channels/posting.ts";
import type { Allowance, Right } from "../../../contract/rights.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";

/** Whether the person may enter it in place of that entry; null: of none. */
export function useMayReplace(right: Right, corrects: string | null): Allowance {
  const asked = { entryId: corrects ?? "" };
  const replaced = useChannel("outbox.get", asked, { enabled: corrects !== null }).data;
  return useMay(right, ...discardOf(corrects === null ? null : (replaced?.state ?? null)));
}
