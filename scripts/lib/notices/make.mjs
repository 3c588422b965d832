/** THIRD-PARTY-NOTICES.txt, made of the present bundles. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "../paths.mjs";
import { checkLicences, licenceTexts, shippedPackages } from "./shipped.mjs";
import { noticeOf, noticesText } from "./text.mjs";

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
