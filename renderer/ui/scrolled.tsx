import type { HTMLAttributes } from "react";

interface ScrolledProps extends HTMLAttributes<HTMLElement> {
  /** A text as it is spelled, or a table. */
  tag: "pre" | "div";
}

/** What scrolls in a box of its own. It takes the keyboard, by which alone some people can scroll it (WCAG 2.1.1). */
export function Scrolled({ tag: Tag, ...rest }: ScrolledProps) {
  return <Tag {...rest} tabIndex={0} />;
}
