/** For the bundler: importing a guide's README.md gives its pages, read when the program is built. */
import { dirname } from "node:path";
import { readGuide } from "./guide.mjs";

const CONTENTS = /[\\/]docs[\\/]guide[\\/][a-z]{2}[\\/]README\.md$/;

/** @returns {import("vite").Plugin} */
export function guidePlugin() {
  return {
    name: "guide",
    enforce: "pre",
    load(id) {
      if (!CONTENTS.test(id)) return null;
      const folder = dirname(id);
      const { pages, pictures } = readGuide(folder);
      for (const { name } of pages) this.addWatchFile(`${folder}/${name}.md`);
      const imports = pictures.map(
        (path, index) => `import picture${index} from ${JSON.stringify(`${path}?no-inline`)};`,
      );
      const names = pictures.map((_, index) => `picture${index}`).join(", ");
      return {
        code: `${imports.join("\n")}
export const guide = { pages: ${JSON.stringify(pages)}, pictures: [${names}] };`,
        moduleType: "js",
      };
    },
  };
}
