/** What takes a scan: the field it went into, the screen that is open, or nobody. */

import { notifications } from "@mantine/notifications";
import { type RefObject, useEffect, useRef } from "react";
import { MOST_SCANNED } from "../../../contract/channels/scan.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";

interface ScanReceiver {
  /** What a code may mean, the likeliest first. False: it is nothing for this screen. */
  onScan: (codes: readonly string[]) => boolean;
  /** Notes what keys change besides their field; what it gives back puts that back. */
  hold: () => () => void;
}

const receivers: ScanReceiver[] = [];

/** The screen that takes scans now, the last one that asked to; undefined: none does. */
export const scanReceiver = (): ScanReceiver | undefined => receivers.at(-1);

const nothingToHold = () => () => undefined;

interface UseScans extends Pick<ScanReceiver, "onScan"> {
  enabled?: boolean;
  hold?: ScanReceiver["hold"];
}

/** Takes what is scanned while this is mounted, wherever the keyboard is. */
export function useScans({ onScan, enabled = true, hold = nothingToHold }: UseScans): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    if (!enabled) return;
    const receiver: ScanReceiver = { onScan: (codes) => latest.current(codes), hold };
    receivers.push(receiver);
    return () => void receivers.splice(receivers.indexOf(receiver), 1);
  }, [enabled, hold]);
}

/** The event of a scan in a field that takes scans itself. */
const SCANNED = "counterside-scanned";

/** On a field that takes scans itself. */
export const TAKES_SCANS = { "data-takes-scans": "" };

export const takesScans = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.takesScans !== undefined;

/** On a field for what is no barcode and may come as fast as one, from a program that types for a person. */
export const TYPED_BY_PROGRAMS = { "data-typed-by-programs": "" };

export const isTypedByPrograms = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.typedByPrograms !== undefined;

/** Tells a field with `TAKES_SCANS` of a scan into it. */
export const tellField = (field: HTMLElement, codes: readonly string[]): boolean =>
  field.dispatchEvent(new CustomEvent(SCANNED, { detail: codes }));

/** Hears what was scanned into a field with `TAKES_SCANS`. */
export function useScanHere(field: RefObject<HTMLElement | null>, onScan: (codes: string[]) => void): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    const element = field.current;
    const listen = (event: Event) => {
      if (event instanceof CustomEvent && Array.isArray(event.detail))
        latest.current(event.detail.map(String));
    };
    element?.addEventListener(SCANNED, listen);
    return () => element?.removeEventListener(SCANNED, listen);
  }, [field]);
}

// What a scan means, and how it is shown.

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

let shown: string | undefined;

/** Says what came of a scan, in place of what was said before: anew, for its whole time and to a screen reader too. */
export function tellScan(message: string): void {
  if (shown !== undefined) notifications.hide(shown);
  shown = notifications.show({ color: "orange", message });
}
