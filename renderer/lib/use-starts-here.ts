import { type RefObject, useEffect } from "react";

/** Marks the place that a screen's keys lead to, also where the screen is open already. */
export const STARTS_HERE = { "data-starts-here": true } as const;

/** The keyboard begins in this field when its screen is opened, unless it stands elsewhere on the screen already. */
export function useStartsHere(field: RefObject<HTMLElement | null>, isStart = true): void {
  useEffect(() => {
    const now = document.activeElement;
    const isFree = now === null || now === document.body || now.matches("main, main h1");
    if (isStart && isFree) field.current?.focus({ preventScroll: true });
  }, [field, isStart]);
}

/** Puts the keyboard where the open screen begins: into its search or its list. */
export const focusStart = (): void =>
  document.querySelector<HTMLElement>("main [data-starts-here], main [role=grid]")?.focus();
