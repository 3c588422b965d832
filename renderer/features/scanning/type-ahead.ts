/** Letters that choose from a closed list of options, as the browser does it. Pure but for `chooseTyped`. */

/**
 * The option that the letters mean, after the one chosen now: one letter again and again goes from fitting option to
 * fitting option, a word stays where it fits. Null where none fits.
 */
export function optionTyped(labels: readonly string[], chosen: number, word: string): number | null {
  const letters = [...word.toLocaleLowerCase()];
  const [first = ""] = letters;
  const same = letters.every((letter) => letter === first);
  const wanted = same ? first : letters.join("");
  const from = same ? chosen + 1 : Math.max(0, chosen);
  for (let step = 0; step < labels.length; step += 1) {
    const at = (from + step) % labels.length;
    if (labels[at]?.trim().toLocaleLowerCase().startsWith(wanted) === true) return at;
  }
  return null;
}

/** Chooses what the letters mean, in a way that React notices. */
export function chooseTyped(list: HTMLSelectElement, word: string): void {
  const at = optionTyped(
    [...list.options].map(({ text }) => text),
    list.selectedIndex,
    word,
  );
  if (at === null || at === list.selectedIndex || list.disabled) return;
  list.selectedIndex = at;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}
