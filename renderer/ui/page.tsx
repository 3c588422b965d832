import { type ComponentProps, type HTMLAttributes, type ReactNode, useEffect, useId, useRef } from "react";
import { ariaCombo, Keys } from "../shortcuts/keys.tsx";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { Button } from "./button.tsx";
import { NotConnected } from "./empty-state.tsx";
import classes from "./page.module.css";

interface PageProps extends ComponentProps<typeof PageHeader> {
  children: ReactNode;
  /** False: there is no connection, and so nothing to show but the way to one. */
  connected?: boolean;
  /**
   * The body takes exactly the room that is left and scrolls inside itself: lists and grids; "low": in a low window too;
   * "whole": where there is room for one pane only it is never larger than the window, so that its foot is in sight.
   */
  fill?: boolean | "low" | "whole";
}

/** A screen: its header, and below it its body on the common margins. */
export function Page({ children, connected = true, fill = false, ...header }: PageProps) {
  return (
    <div className={classes.page} data-fill={fill}>
      <PageHeader {...header} />
      <div className={`${classes.body} stack from-top gap-16`}>{connected ? children : <NotConnected />}</div>
    </div>
  );
}

interface MainAction {
  words: string;
  /** As in "Mod+Enter"; see `shortcuts/keys.tsx`. */
  combo: string;
  run: () => void;
  disabled?: boolean;
  /** While it runs, neither a click nor the shortcut starts it again. */
  busy?: boolean;
  /** Something on the screen is more pressing: it keeps its place and says less. */
  quiet?: boolean;
  /** Names the button for tests. */
  testId?: string;
}

interface PageHeaderProps {
  title: string;
  /** The title is a whole sentence: where room is short it is written smaller, over the whole width. */
  sentence?: boolean;
  description?: ReactNode;
  /** The one main action of the screen; it is here on all screens. */
  main?: MainAction;
  /** Quieter actions before it. */
  others?: ReactNode;
  /** What is open on this screen, side by side; takes the room beside the title. */
  tabs?: ReactNode;
}

/** The main action, with its key. */
export function MainButton(action: MainAction) {
  const { words, combo, run, disabled = false, busy = false, quiet = false, testId } = action;
  useShortcut({ combo, words, run, enabled: !disabled && !busy });
  return (
    <Button
      variant={quiet ? "default" : "filled"}
      onClick={run}
      disabled={disabled}
      busy={busy}
      rightSection={
        <span className={classes.keys}>
          <Keys combo={combo} />
        </span>
      }
      aria-keyshortcuts={ariaCombo(combo)}
      data-testid={testId}
    >
      {words}
    </Button>
  );
}

/** A screen's title, what it is for, and its main action. A new screen takes the focus here, unless it took it itself. */
function PageHeader(props: PageHeaderProps) {
  const { title, sentence = false, description, main, others, tabs } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const screen = heading.current?.closest("main");
    if (screen?.contains(document.activeElement) === true && document.activeElement !== screen) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header
      className={`${classes.header} gap-8-24 row between sticky`}
      data-tabs={tabs !== undefined}
      data-sentence={sentence}
    >
      <div className={`${classes.words} min-w-0`}>
        <h1 ref={heading} tabIndex={-1} className={`${classes.title} title strong tight`}>
          {title}
        </h1>
        {description === undefined ? null : <p className={`${classes.description} dim`}>{description}</p>}
      </div>
      {tabs}
      {main === undefined && others === undefined ? null : (
        <div className={`${classes.actions} row gap-8 push`}>
          {others}
          {main === undefined ? null : <MainButton {...main} />}
        </div>
      )}
    </header>
  );
}

interface PanelProps {
  title: ReactNode;
  /** A word or two at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A sheet of the ledger: a title, and what belongs under it. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className="min-w-0 pad-16 sheet" aria-labelledby={id}>
      <div className={`${classes.head} wrap between baseline gap-4-16`}>
        <h2 id={id} className="text strong">
          {title}
        </h2>
        {aside === undefined ? null : <div className="note">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

interface ScrolledProps extends HTMLAttributes<HTMLElement> {
  /** A text as it is spelled, or a table. */
  tag: "pre" | "div";
}

/** A box that scrolls. It takes the keyboard, by which alone some people can scroll it (WCAG 2.1.1). */
export function Scrolled({ tag: Tag, ...rest }: ScrolledProps) {
  return <Tag {...rest} tabIndex={0} />;
}
