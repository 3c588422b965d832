/** One page that shows every picture, by screen, the four looks beside each other. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder @param {readonly string[]} looks @param {readonly string[]} pictures such as "home-offline" */
export function writeContactSheet(folder, looks, pictures) {
  const rows = pictures.map((name) => {
    const cells = looks.map(
      (look) =>
        `<a href="${look}/${name}.png"><img src="${look}/${name}.png" alt="${name}, ${look}" loading="lazy"></a>`,
    );
    return `<section id="${name}"><h2>${name}</h2><div>${cells.join("")}</div></section>`;
  });
  const contents = pictures.map((name) => `<a href="#${name}">${name}</a>`).join(" ");
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Counterside: every screen</title>
<style>body{margin:1.5rem;font:14px/1.5 system-ui,sans-serif;background:#f6f4f0;color:#23221f}
nav a{display:inline-block;margin-inline-end:1rem}h2{margin:2rem 0 .5rem;font-size:1rem}
div{display:grid;grid-template-columns:repeat(${looks.length},1fr);gap:.75rem}img{inline-size:100%;border:1px solid #c9c4ba}</style>
<h1>Every screen</h1><p>${pictures.length} states; from left to right: ${looks.join(", ")}.</p><nav>${contents}</nav>
${rows.join("\n")}</html>
`,
  );
}
