/** Copies of the built app in which something is undone: what a check says of them shows that it can fail. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appFolder } from "../../scripts/lib/launch-app.mjs";

export type Undoing = readonly [file: "main/index.js" | "preload/index.cjs", what: RegExp, by: string];

/** What a page may do at all. */
export const PREFERENCES_UNDONE: readonly Undoing[] = [
  ["main/index.js", /nodeIntegration: false/g, "nodeIntegration: true"],
  ["main/index.js", /contextIsolation: true/g, "contextIsolation: false"],
  ["main/index.js", /\bsandbox: true/g, "sandbox: false"],
  [
    "main/index.js",
    /webSecurity: true/g,
    'webSecurity: false, allowRunningInsecureContent: true, experimentalFeatures: true, enableBlinkFeatures: "FontUnicodeRange"',
  ],
  ["main/index.js", /webviewTag: false/g, "webviewTag: true"],
];

/** What is watched while it runs. */
export const GUARDS_UNDONE: readonly Undoing[] = [
  ["main/index.js", /var mayNavigate = .*;/, "var mayNavigate = () => true;"],
  [
    "main/index.js",
    /function externalLink\(address\) \{/,
    "function externalLink(address) { return address;",
  ],
  ["main/index.js", /action: "deny"/, 'action: "allow"'],
  ["main/index.js", /var mayHavePermission = .*;/, "var mayHavePermission = () => true;"],
  ["main/index.js", /var mayCall = .*;/, "var mayCall = () => true;"],
  ["main/index.js", /"default-src 'none'"/, `"default-src * 'unsafe-inline' 'unsafe-eval' data:"`],
  ["main/index.js", /"script-src 'self'"/, `"script-src * 'unsafe-inline' 'unsafe-eval'"`],
  [
    "main/index.js",
    /(contents\.on\("will-attach-webview", \(event\) => \{)\s*event\.preventDefault\(\);/,
    "$1",
  ],
  ["main/index.js", /navigateOnDragDrop: false/, "navigateOnDragDrop: true"],
  ["preload/index.cjs", /\(_, event\) => listener\(event\)/, "(raw, event) => listener(event, raw)"],
  [
    "preload/index.cjs",
    /exposeInMainWorld\("counterside", \{/,
    'exposeInMainWorld("counterside", { send: (...all) => electron.ipcRenderer.send(...all),',
  ],
];

/** Makes the copy; throws where there is nothing to undo any more, so that no undoing stands here in vain. */
export function makeUndoneApp(undoings: readonly Undoing[]): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "counterside-undone-"));
  cpSync(join(appFolder, "out"), join(folder, "out"), { recursive: true });
  cpSync(join(appFolder, "package.json"), join(folder, "package.json"));
  symlinkSync(join(appFolder, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [file, what, by] of undoings) {
    const path = join(folder, "out", file);
    const before = readFileSync(path, "utf8");
    const after = before.replace(what, by);
    if (after === before)
      throw new Error(`There is nothing like ${what} in ${file}: this undoing must be written anew.`);
    writeFileSync(path, after);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
