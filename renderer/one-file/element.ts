/** What the pages of one file are drawn with. */

export type Child = Node | string;

/** An element with its text; nothing is ever read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

/** The title of the page, and the button that says all of it in the other language. */
export const pageHeader = (
  words: { title: string; otherLanguage: string },
  language: "en" | "ar",
  speak: (other: "en" | "ar") => void,
): HTMLElement => {
  const other = language === "ar" ? "en" : "ar";
  return element(
    "header",
    {},
    element("h1", {}, words.title),
    element("button", {
      id: "language",
      lang: other,
      textContent: words.otherLanguage,
      onclick: () => speak(other),
    }),
  );
};
