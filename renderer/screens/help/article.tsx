import { Fragment, useRef } from "react";
import { Link } from "wouter";
import { comboKeys } from "../../shortcuts/keys.tsx";
import { useOpenedPart } from "../../ui/parts.tsx";
import type { Block, GuidePage, Inline } from "./guide-parts.ts";
import classes from "./help.module.css";

/** The guide writes keys as they are printed; the program knows them by what they are, and a Mac has others. */
const CODES: Record<string, string> = { Ctrl: "Mod", Esc: "Escape", "↑": "ArrowUp", "↓": "ArrowDown" };

function KeyNames({ keys }: { keys: readonly string[] }) {
  const names = comboKeys(keys.map((key) => CODES[key] ?? key).join("+"));
  return (
    <kbd dir="ltr" className={`${classes.combo} note nowrap inline-block`}>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? null : "+"}
          <kbd className={`${classes.key} ink text-center inline-block edged`}>{name}</kbd>
        </Fragment>
      ))}
    </kbd>
  );
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "screen":
      return <strong className="strong">{part.text}</strong>;
    case "keys":
      return <KeyNames keys={part.keys} />;
    case "code":
      return (
        <code dir="ltr" className={classes.code}>
          {part.text}
        </code>
      );
    case "link":
      return <Link href={`/help/${part.page}`}>{part.text}</Link>;
  }
}

/** What a page is made of never changes places, so its place is its key. */
const numbered = <Value,>(values: readonly Value[]) => values.map((value, place) => ({ value, place }));

const drawn = (parts: readonly Inline[]) =>
  numbered(parts).map(({ value, place }) => <Part key={place} part={value} />);

function Piece({ block, pictures }: { block: Block; pictures: readonly string[] }) {
  switch (block.kind) {
    case "heading":
      return <h3 className={`${classes.heading} large strong`}>{block.text}</h3>;
    case "paragraph":
      return <p>{drawn(block.parts)}</p>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={classes.steps}>
          {numbered(block.items).map(({ value, place }) => (
            <li key={place}>{drawn(value)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <table className={`${classes.table} w-full`}>
          <thead>
            <tr>
              {numbered(block.head).map(({ value, place }) => (
                <th key={place} scope="col">
                  {drawn(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbered(block.rows).map(({ value: [name = [], ...cells], place }) => (
              <tr key={place}>
                <th scope="row">{drawn(name)}</th>
                {numbered(cells).map((cell) => (
                  <td key={cell.place}>{drawn(cell.value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case "picture":
      return (
        <img
          className={`${classes.picture} block max-w-full edged rounded`}
          src={pictures[block.index]}
          alt={block.text}
          width={block.width}
          height={block.height}
        />
      );
  }
}

/** One page of the guide. */
export function Article({ page, pictures }: { page: GuidePage; pictures: readonly string[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  useOpenedPart(title, page.name);
  return (
    <article className={`${classes.article} sheet`} data-testid="help-article">
      <h2 ref={title} tabIndex={-1} className={`${classes.title} before-12 title`}>
        {page.title}
      </h2>
      {numbered(page.blocks).map(({ value, place }) => (
        <Piece key={place} block={value} pictures={pictures} />
      ))}
    </article>
  );
}
