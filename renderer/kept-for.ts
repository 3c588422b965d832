/** Whose half-typed work is kept: a draft goes into whatever file is open, so one that waited asks first. */
import type { ChannelOutput } from "../contract/channels.ts";
import { invoke } from "./api.ts";

/** The name of a connection among the drafts; null where there is none. */
export const keptFor = (connection: ChannelOutput<"connection.get">): string | null =>
  connection === null ? null : `${connection.serviceUrl} ${connection.tenantId}`;

/** Whether that connection's file is open; null where the engine can't say, such as while a file is away. */
export async function isOpenFor(name: string | null): Promise<boolean | null> {
  try {
    return keptFor(await invoke("connection.get", {})) === name;
  } catch {
    return null;
  }
}
