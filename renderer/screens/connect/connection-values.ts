/** The form's values and what is saved of them. */
import type { ChannelInput } from "../../../contract/channels.ts";

export interface ConnectionValues {
  serviceUrl: string;
  tenantId: string;
  userId: string;
  token: string;
  deviceId: string;
  /** Where the vault can keep a token. */
  remember: boolean;
  /** Where it can't. */
  thisRunOnly: boolean;
}

export const FIELDS = ["serviceUrl", "tenantId", "userId", "token", "deviceId"] as const;
export type TextField = (typeof FIELDS)[number];

/** The form's field for a refused field of the channel. */
export function fieldOf({ field }: { field: string }): TextField | null {
  return FIELDS.find((known) => known === field) ?? null;
}

/** Needed fields that were left empty, in the order they stand in the form. */
export function missingFields(values: ConnectionValues): TextField[] {
  const needed = ["serviceUrl", "tenantId", "userId"] as const;
  return needed.filter((field) => values[field].trim() === "");
}

/** What is sent: fields left empty are left out, so that what is held is kept. */
export function saveInput(values: ConnectionValues, canKeep: boolean): ChannelInput<"connection.save"> {
  return {
    serviceUrl: values.serviceUrl,
    tenantId: values.tenantId.trim(),
    userId: values.userId.trim(),
    ...(values.token.trim() === ""
      ? {}
      : { token: values.token.trim(), remember: canKeep && values.remember }),
    ...(values.deviceId.trim() === "" ? {} : { deviceId: values.deviceId.trim() }),
    practice: false,
  };
}
