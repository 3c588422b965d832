import { type ReactNode, useEffect, useRef } from "react";
import { ariaCombo } from "../shortcuts/combo.ts";
import { Keys } from "../shortcuts/keys.tsx";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { Button } from "./button.tsx";
import classes from "./page-header.module.css";

interface MainAction {
  words: string;
  /** As in "Mod+Enter"; see `shortcuts/combo.ts`. */
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
  /** The one main action of the screen; it stands here on all screens. */
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
export function PageHeader(props: PageHeaderProps) {
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
