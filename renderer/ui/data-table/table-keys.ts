/** The keyboard of a list: arrows, pages, ends, Enter, Space. */
import type { KeyboardEvent } from "react";

interface TableKeys {
  count: number;
  active: number;
  page: number;
  move: (index: number) => void;
  open: (index: number) => void;
  toggle: (index: number) => void;
}

/** Where a key leads from the active row; null where the key is not one of movement. */
function indexAfter(key: string, { count, active, page }: Pick<TableKeys, "count" | "active" | "page">) {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, active + 1);
    case "ArrowUp":
      return Math.max(0, active - 1);
    case "PageDown":
      return Math.min(last, active + page);
    case "PageUp":
      return Math.max(0, active - page);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** A handler of key presses on the list itself; keys pressed inside a cell's own control are left to it. */
export function tableKeyHandler(keys: TableKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || keys.count === 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = indexAfter(event.key, keys);
    if (index !== null) keys.move(index);
    else if (event.key === "Enter" && keys.active >= 0) keys.open(keys.active);
    else if (event.key === " " && keys.active >= 0) keys.toggle(keys.active);
    else return;
    event.preventDefault();
  };
}
