import { useEffect, useRef } from "react";
import { burstAfter, NO_BURST, scannedCode } from "./scan-burst.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;

/** Puts a field back as it was before the scanner wrote into it, in a way that React hears. */
function putBack(field: Field, value: string): void {
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(owner.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Hears a scanner in whatever field has the focus: what it wrote there is taken back, and the code goes to `onScan`.
 * Fields that find goods themselves are left to do so.
 */
export function useScanAnywhere(onScan: (code: string) => void, enabled: boolean): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    if (!enabled) return;
    let burst = NO_BURST;
    let before = "";
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const finder = target instanceof HTMLElement && target.dataset.findsGoods !== undefined;
      if (finder || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        burst = NO_BURST;
        return;
      }
      const field = fieldOf(target);
      if (event.key === "Enter") {
        const code = scannedCode(burst, event.timeStamp);
        burst = NO_BURST;
        // Looked for only here: to find none is to look through every line on the screen.
        if (code === null || document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
        event.preventDefault();
        event.stopPropagation();
        if (field !== null) putBack(field, before);
        latest.current(code);
        return;
      }
      if (event.key === "Shift") return;
      const next = burstAfter(burst, event.key, event.timeStamp);
      if (next.text.length === 1) before = field?.value ?? "";
      burst = next;
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [enabled]);
}
