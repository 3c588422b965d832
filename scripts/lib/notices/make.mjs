/** THIRD-PARTY-NOTICES.txt, made of the present bundles. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";
import { checkLicences, licenceTexts, shippedPackages } from "./shipped.mjs";

/** Where electron-builder.yml takes it from; a dot keeps it out of the archive itself. */
export const noticesFile = () => inRoot("out", ".notices", "THIRD-PARTY-NOTICES.txt");

/** Writes the file, or refuses where a package may not ship. The bundles must be there. @returns {number} packages */
export function makeNotices() {
  const packages = shippedPackages();
  checkLicences(packages);
  const text = noticesText(packages.map((shipped) => noticeOf(shipped, licenceTexts(shipped))));
  // Left alone where it is right: another run may be packing it at this moment.
  if (!existsSync(noticesFile()) || readFileSync(noticesFile(), "utf8") !== text) {
    mkdirSync(dirname(noticesFile()), { recursive: true });
    writeFileSync(`${noticesFile()}.${process.pid}`, text);
    renameSync(`${noticesFile()}.${process.pid}`, noticesFile());
  }
  return packages.length;
}

// THIRD-PARTY-NOTICES.txt as text. Pure.

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
  [
    "ISC",
    (/** @type {string} */ author) => `ISC License

Copyright (c) ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  ],
  [
    "Unlicense",
    () => `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or
as a compiled binary, for any purpose, commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright
interest in the software to the public domain. We make this dedication for the benefit of the public at large and to the
detriment of our heirs and successors. We intend this dedication to be an overt act of relinquishment in perpetuity of
all present and future rights to this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org/>`,
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
