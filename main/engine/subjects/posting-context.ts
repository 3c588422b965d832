/** What the three posting services share. */

import { hash } from "node:crypto";
import type { NamedList } from "../../../contract/lists.ts";
import { type FieldIssue, invalidInput } from "../../../contract/reply.ts";
import type { CurrencyCode, DeviceId, TenantId, UserId } from "../../../contract/values.ts";
import type { PostedBy } from "../core/outbox/posted-drafts.ts";
import type { RecordPosting } from "../core/outbox/posting.ts";
import type { Clock, Randomness } from "../ports.ts";

/** Who we are to the service. */
export interface Identity {
  tenantId: TenantId;
  userId: UserId;
  deviceId: DeviceId;
}

/** What the mirror knows of names; null where nothing is known. */
export interface KnownNames {
  name(list: NamedList, id: number | string): string | null;
  /** True where currencies are mirrored and this is none of them. */
  isUnknownCurrency(code: string): boolean;
}

export interface PostingContext {
  identity: Identity;
  record: RecordPosting;
  names: KnownNames;
  clock: Clock;
  randomness: Randomness;
  /** Called after the posting is on disk. */
  posted: (entryId: string, serialNo: string | null, sequence: number) => void;
}

/** Refuses a currency that the mirrored list doesn't have; without a list every code is taken. */
export function assertKnownCurrency(names: KnownNames, field: string, code: CurrencyCode): void {
  if (!names.isUnknownCurrency(code)) return;
  const issue: FieldIssue = {
    field,
    reason: "unknown_currency",
    message: `${code} is not among the currencies of the reference data`,
    params: { value: code },
  };
  throw invalidInput([issue]);
}

/** By what a posting is known again, and all that was entered; null where the caller gave neither id. */
export function postedBy<Input extends { postingId?: string | undefined }>(
  input: Input,
  draftId: string | undefined,
): PostedBy | null {
  if (draftId === undefined && input.postingId === undefined) return null;
  const { postingId, ...entered } = input;
  return {
    draftId: draftId ?? null,
    postingId: postingId ?? null,
    inputHash: hash("sha256", JSON.stringify(entered)),
  };
}

export const actorOf = (identity: Identity) => ({ userId: identity.userId, deviceId: identity.deviceId });
