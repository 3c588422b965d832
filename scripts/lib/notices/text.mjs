/** THIRD-PARTY-NOTICES.txt as text. Pure. */
import { Refusal } from "../say.mjs";

/**
 * @typedef {import("./shipped.mjs").ShippedPackage} ShippedPackage
 * @typedef {{ shipped: ShippedPackage, text: string }} Notice
 */

const RULE = "=".repeat(78);

const HEAD = `What Counterside is made of besides its own sources, and under which terms.

Electron brings Chromium, Node.js and more; their terms lie beside the program as LICENSES.chromium.html, and
Electron's own as LICENSE.electron.txt. SQLite, inside better-sqlite3, is in the public domain.`;

/** For packages that name a licence and bring no text: the licence's own words, with their author. */
const STANDARD = new Map([
  [
    "MIT",
    (/** @type {string} */ author) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ],
]);

/**
 * The words that go with a package: its own, or where it brings none the standard ones of its licence.
 * @param {ShippedPackage} shipped
 * @param {string | null} own
 * @returns {Notice}
 */
export function noticeOf(shipped, own) {
  if (own !== null) return { shipped, text: own };
  const standard = STANDARD.get(shipped.license);
  if (standard === undefined)
    throw new Refusal(
      `${shipped.name} brings no licence text, and none is kept here for ${shipped.license}.`,
    );
  return { shipped, text: standard(shipped.author || `the authors of ${shipped.name}`) };
}

/** Packages with the same words share them. @param {readonly Notice[]} notices */
export function noticesText(notices) {
  /** @type {Map<string, ShippedPackage[]>} */
  const sharing = new Map();
  for (const { shipped, text } of notices) sharing.set(text, [...(sharing.get(text) ?? []), shipped]);
  const parts = [...sharing].map(([text, packages]) => {
    const names = packages.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${RULE}\n${names.join("\n")}\n\n${text.replaceAll("\r\n", "\n")}`;
  });
  return `${[HEAD, ...parts].join("\n\n")}\n`;
}
