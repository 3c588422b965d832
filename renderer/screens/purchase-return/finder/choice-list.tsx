import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./finder.module.css";

interface ChoiceListProps {
  id: string;
  /** The field that keeps the focus and takes the keys. */
  anchor: HTMLElement;
  label: string;
  /** The index of the option that Enter takes. */
  marked: number;
  /** Options, or a sentence where there is none. */
  children: ReactNode;
}

const ROOM_PX = 340;

/** Below the field, or above it where there is more room: the grid's own edge would cut the list off. */
function placeOf(anchor: HTMLElement) {
  const box = anchor.getBoundingClientRect();
  const above = window.innerHeight - box.bottom < ROOM_PX && box.top > window.innerHeight - box.bottom;
  const rightToLeft = document.documentElement.dir === "rtl";
  return {
    minInlineSize: box.width,
    maxBlockSize: Math.min(ROOM_PX, (above ? box.top : window.innerHeight - box.bottom) - 8),
    ...(above ? { bottom: window.innerHeight - box.top + 2 } : { top: box.bottom + 2 }),
    ...(rightToLeft ? { right: window.innerWidth - box.right } : { left: box.left }),
  };
}

/** A list at a field that it belongs to; its own width may reach beyond the field's. */
export function ChoiceList({ id, anchor, label, marked, children }: ChoiceListProps) {
  const [place, setPlace] = useState(() => placeOf(anchor));
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = () => setPlace(placeOf(anchor));
    follow();
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, true);
    return () => {
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, true);
    };
  }, [anchor]);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={`${classes.list} scroll-y sheet`}
      style={place}
    >
      {children}
    </div>,
    document.body,
  );
}

interface ChoiceProps {
  id: string;
  marked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One option of a list; a click doesn't take the focus from the field. */
export function Choice({ id, marked, onChoose, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={marked}
      className={`${classes.choice} hovers line gap-12 target pad-x-12 rounded`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
