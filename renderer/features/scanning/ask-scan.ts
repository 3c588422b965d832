/** What a scan means, and how it is told. */

import { notifications } from "@mantine/notifications";
import { MOST_SCANNED } from "../../../contract/channels/scan.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";

export type ScanAnswer = ChannelOutput<"mirror.scan">;

const isPlain = ({ found, why }: ScanAnswer): boolean => found === "unknown" && why === "noProduct";

/**
 * What a scan means: of what it may be, the likeliest first, the first that says more than that no product has it.
 * Rejects with ApiError.
 */
export async function askScan([code = "", ...others]: readonly string[]): Promise<ScanAnswer> {
  const answer = await invoke("mirror.scan", { code: code.slice(0, MOST_SCANNED) });
  if (!isPlain(answer) || others.length === 0) return answer;
  const other = await askScan(others);
  return isPlain(other) ? answer : other;
}

const MOST_SHOWN = 32;

/** A code in a sentence: the beginning of a long one, from left to right also in Arabic. */
export const shownCode = (code: string): string =>
  code.length > MOST_SHOWN ? `\u200e${code.slice(0, MOST_SHOWN)}…\u200e` : code;

let told: string | undefined;

/** Tells what came of a scan, in place of what was told before: anew, for its whole time and to a screen reader too. */
export function tellScan(message: string): void {
  if (told !== undefined) notifications.hide(told);
  told = notifications.show({ color: "orange", message });
}
