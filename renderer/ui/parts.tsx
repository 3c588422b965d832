import { useDebouncedValue } from "@mantine/hooks";
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
  /** For a search that finds none. */
  nothing: string;
  children: ReactNode;
}

/** Not with each letter: the parts on the way to a word are nobody's wish. */
const TYPING_MS = 150;

/** The part that is shown: the one asked for, or the first hit where a search leaves it out; a search may find none. */
export function useShownPart<P extends { name: string }>(
  all: readonly P[],
  found: readonly P[],
  asked: string,
): P | undefined {
  const [names] = useDebouncedValue(found.map(({ name }) => name).join(" "), TYPING_MS);
  const hits = names.split(" ");
  const [first = ""] = hits;
  const shown = names === "" || hits.includes(asked) ? asked : first;
  return all.find(({ name }) => name === shown) ?? all[0];
}

/** A list that stays, with a search, beside the one part that is open: pages of the guide, sections of Settings. */
export function Parts({ label, search, testId, text, onText, parts, open, nothing, children }: PartsProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className={classes.parts}>
      <nav className={classes.contents} aria-label={label}>
        <SearchField
          field={field}
          label={search}
          placeholder={search}
          testId={testId}
          text={text}
          onText={onText}
          onGoOn={() => list.current?.querySelector("a")?.focus()}
        />
        <ul ref={list} className={classes.list}>
          {parts.map(({ name, path, title, found }) => (
            <li key={name}>
              <Link
                href={path}
                className={classes.part ?? ""}
                aria-current={name === open ? "page" : undefined}
              >
                {title}
                {found === undefined ? null : <span className={classes.found}>{found}</span>}
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className={classes.none}>
          {parts.length === 0 ? nothing : null}
        </p>
      </nav>
      {children}
    </div>
  );
}

/** A title below this share of the window's height is as good as out of sight. */
const LOW = 0.75;

/** A part that was just opened takes the focus at its title; without a name none was asked for. */
export function useOpenedPart(title: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const heading = title.current;
    if (heading === null || name === "") return;
    heading.focus({ preventScroll: true });
    heading.closest("main")?.scrollTo({ top: 0 });
    // Large text puts the whole list above it: then the part begins at the top of the screen.
    if (heading.getBoundingClientRect().top > window.innerHeight * LOW) heading.scrollIntoView();
  }, [title, name]);
}
