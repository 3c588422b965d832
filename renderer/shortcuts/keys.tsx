import classes from "./keys.module.css";

/** The keys of a combination, as small caps of a keyboard. Drawn beside words, so screen readers skip it. */
export function Keys({ combo }: { combo: string }) {
  return (
    <span className={`${classes.keys} gap-2 fixed`} aria-hidden="true">
      {comboKeys(combo).map((key) => (
        <kbd key={key} className={`${classes.key} small text-center`}>
          {key}
        </kbd>
      ))}
    </span>
  );
}

// Combinations of keys: matched by the physical key, so they hold on an Arabic keyboard too.

/** What of a key press decides whether it is a combination. */
export type KeyPress = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const isMac = (): boolean => navigator.userAgent.includes("Mac");

const codeOf = (key: string): string =>
  /^[A-Z]$/.test(key) ? `Key${key}` : /^\d$/.test(key) ? `Digit${key}` : key;

/** Whether a key press is the combination, no modifier more and none less. */
export function matchesCombo(event: KeyPress, combo: string): boolean {
  // The key first: dozens of combinations are asked of every key that is typed.
  const key = codeOf(combo.slice(combo.lastIndexOf("+") + 1));
  if (event.code !== key && !(key === "Enter" && event.code === "NumpadEnter")) return false;
  const parts = combo.split("+");
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  const otherMod = isMac() ? event.ctrlKey : event.metaKey;
  if (otherMod || mod !== wants("Mod")) return false;
  return event.altKey === wants("Alt") && event.shiftKey === wants("Shift");
}

const NAMES: Record<string, string> = {
  Mod: "Ctrl",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Delete: "Del",
  Slash: "/",
};
const MAC_NAMES: Record<string, string> = { ...NAMES, Mod: "⌘", Alt: "⌥", Shift: "⇧" };

/** The keys of a combination as they are printed on the keyboard. */
export function comboKeys(combo: string): string[] {
  const names = isMac() ? MAC_NAMES : NAMES;
  return combo.split("+").map((part) => names[part] ?? part.replace(/^(?:Key|Digit)/, ""));
}

/** The same for `aria-keyshortcuts`. */
export function ariaCombo(combo: string): string {
  const mod = isMac() ? "Meta" : "Control";
  return combo.replace("Mod", mod).replace(/(?:Key|Digit)(?=.$)/, "");
}
