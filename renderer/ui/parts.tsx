import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import classes from "./parts.module.css";
import { SearchField } from "./search-field.tsx";

interface Part {
  name: string;
  path: string;
  title: string;
  /** What was found in it, where its title doesn't show that. */
  found?: string;
}

interface PartsProps {
  /** Names the list. */
  label: string;
  search: string;
  testId: string;
  text: string;
  onText: (text: string) => void;
  parts: readonly Part[];
  /** The name of the one that is open. */
  open: string | undefined;
  /** The first that a search found: to be shown beside the list. */
  onFirst: (name: string) => void;
  /** For a search that finds none. */
  nothing: string;
  children: ReactNode;
}

/** A list that stays, with a search, beside the one part that is open: pages of the guide, sections of Settings. */
export function Parts({
  label,
  search,
  testId,
  text,
  onText,
  parts,
  open,
  onFirst,
  nothing,
  children,
}: PartsProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const first = text.trim() === "" ? undefined : parts[0]?.name;
  const latest = useRef(onFirst);
  latest.current = onFirst;
  // Once for each text: afterwards a person may open another that was found.
  useEffect(() => {
    if (first !== undefined && text !== "") latest.current(first);
  }, [first, text]);
  return (
    <div className={`${classes.parts} grid top`}>
      <nav className={`${classes.contents} scroll-y grid gap-8 sticky`} aria-label={label} data-contents>
        <SearchField
          field={field}
          label={search}
          placeholder={search}
          testId={testId}
          text={text}
          onText={onText}
          onGoOn={() => list.current?.querySelector("a")?.focus()}
        />
        <ul ref={list} className={`${classes.list} list`}>
          {parts.map(({ name, path, title, found }) => (
            <li key={name}>
              <Link
                href={path}
                className={`${classes.part} unlined dim text grid target rounded`}
                aria-current={name === open ? "page" : undefined}
              >
                {title}
                {found === undefined ? null : <span className="note regular">{found}</span>}
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className="dim text">
          {parts.length === 0 ? nothing : null}
        </p>
      </nav>
      {children}
    </div>
  );
}

/** A title below this share of the window's height is as good as out of sight. */
const LOW = 0.75;

/**
 * A part that was just opened takes the focus at its title, unless it was opened by typing into the search; without a
 * name none was asked for.
 */
export function useOpenedPart(title: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const heading = title.current;
    if (heading === null || name === "") return;
    if (document.activeElement?.matches("[data-contents] input")) return;
    heading.focus({ preventScroll: true });
    heading.closest("main")?.scrollTo({ top: 0 });
    // Large text puts the whole list above it: then the part begins at the top of the screen.
    if (heading.getBoundingClientRect().top > window.innerHeight * LOW) heading.scrollIntoView();
  }, [title, name]);
}
