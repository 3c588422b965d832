import { type RefObject, useEffect, useRef } from "react";
import { MOTION_MS } from "../../theme/theme.ts";

const CONTROL =
  "input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex='0']";

/** The first control in it; of a choice among several the one that is chosen. */
function controlIn(part: Element): HTMLElement | null {
  const first = part.querySelector<HTMLElement>(CONTROL);
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return part.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first;
}

/** The setting's name on the page, and the control that it names: itself, its label's, or the nearest around it. */
function namedBy(within: HTMLElement, id: string) {
  const name = within.querySelector(`[data-setting="${CSS.escape(id)}"]`);
  if (name === null) return null;
  const own = name.closest<HTMLElement>("button") ?? name.closest("label")?.control ?? null;
  // Of a list of facts each stands alone.
  const value = name.closest("dt")?.nextElementSibling;
  if (value != null) return { name, control: controlIn(value) };
  let around: Element | null = name;
  let control = own;
  while (control === null && around !== null && around !== within) {
    control = controlIn(around);
    around = around.parentElement;
  }
  return { name, control };
}

/**
 * Brings the setting of that id (none: "") into view and puts the focus into its control, as soon as it is
 * drawn; `done` is called then. A key or a click means that the person is elsewhere already, and is `done` too.
 */
export function useAskedSetting(column: RefObject<HTMLElement | null>, id: string, done: () => void): void {
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const within = column.current;
    if (within === null || id === "") return;
    const observer = new MutationObserver(look);
    const listening = new AbortController();
    let again: number | undefined;
    const stop = () => {
      observer.disconnect();
      window.clearTimeout(again);
      listening.abort();
    };
    function look() {
      const found = within === null ? null : namedBy(within, id);
      if (found === null) return;
      observer.disconnect();
      const show = () => {
        found.name.scrollIntoView({ block: "center" });
        found.control?.focus({ preventScroll: true });
      };
      show();
      // The palette that led here scrolls the page back while it closes.
      again = window.setTimeout(() => {
        show();
        stop();
      }, 3 * MOTION_MS);
      latest.current();
    }
    observer.observe(within, { childList: true, subtree: true });
    const callOff = () => {
      stop();
      latest.current();
    };
    for (const type of ["keydown", "pointerdown", "wheel"])
      window.addEventListener(type, callOff, { capture: true, signal: listening.signal });
    look();
    // Once it was found nothing is asked for any longer, but it is still to be shown again.
    return () => {
      if (again === undefined) stop();
    };
  }, [column, id]);
}
