/** Which printers can be chosen. Pure. */
import type { ChannelOutput } from "../../../contract/channels.ts";

/** The choice that stands for "ask every time"; no system names a printer by nothing. */
export const ASK = "";

export interface PrinterChoice {
  value: string;
  label: string;
  /** Chosen before and not there now. */
  gone: boolean;
}

type Printers = ChannelOutput<"print.printers">["printers"];

/** Every printer once, and the chosen one even where it is not there now: what is set must be seen. */
export function printerChoices(printers: Printers, chosen: string | null): PrinterChoice[] {
  const there = [...new Map(printers.map((printer) => [printer.name, printer])).values()].map(
    ({ name, displayName }) => ({ value: name, label: displayName || name, gone: false }),
  );
  const isThere = chosen === null || there.some(({ value }) => value === chosen);
  return isThere ? there : [...there, { value: chosen, label: chosen, gone: true }];
}
