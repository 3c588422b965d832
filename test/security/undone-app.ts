/** Copies of the built app in which something is undone: what a check says of them shows that it can fail. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appFolder } from "../../scripts/lib/app/launch-app.mjs";

export type Undoing = readonly [part: "main" | "preload", what: RegExp, by: string];

/** What a page may do at all. */
export const PREFERENCES_UNDONE: readonly Undoing[] = [
  ["main", /nodeIntegration: false/g, "nodeIntegration: true"],
  ["main", /contextIsolation: true/g, "contextIsolation: false"],
  ["main", /\bsandbox: true/g, "sandbox: false"],
  [
    "main",
    /webSecurity: true/g,
    'webSecurity: false, allowRunningInsecureContent: true, experimentalFeatures: true, enableBlinkFeatures: "FontUnicodeRange"',
  ],
  ["main", /webviewTag: false/g, "webviewTag: true"],
];

/** The page's own policy, by which most of what a page tries fails already. */
export const PAGE_POLICY_UNDONE: readonly Undoing[] = [
  ["main", /"Content-Security-Policy": \[/, '"X-Undone": ['],
  ["main", /"X-DNS-Prefetch-Control": "off"/, '"X-DNS-Prefetch-Control": "on"'],
];

/** What keeps the page's session from every network. */
export const NETWORK_UNDONE: readonly Undoing[] = [
  ["main", /const cancel = .*;/, "const cancel = false;"],
  ["main", /mode: "fixed_servers"/, 'mode: "direct"'],
  ["main", /"disable_non_proxied_udp"/, '"default"'],
  ["main", /dnsPrefetchingEnabled=false/, "dnsPrefetchingEnabled=true"],
];

/** What is watched while it runs. */
export const GUARDS_UNDONE: readonly Undoing[] = [
  ...NETWORK_UNDONE,
  ["main", /var mayNavigate = .*;/, "var mayNavigate = () => true;"],
  [
    "main",
    /function webLink\(address\) \{/,
    "function webLink(address) { return { ok: true, href: address };",
  ],
  ["main", /action: "deny"/, 'action: "allow"'],
  ["main", /var mayHavePermission = .*;/, "var mayHavePermission = () => true;"],
  ["main", /var mayCall = .*;/, "var mayCall = () => true;"],
  ["main", /"default-src 'none'"/, `"default-src * 'unsafe-inline' 'unsafe-eval' data:"`],
  ["main", /"script-src 'self'"/, `"script-src * 'unsafe-inline' 'unsafe-eval'"`],
  ["main", /"require-trusted-types-for 'script'",\s*"trusted-types 'none'"/, ""],
  ["main", /(contents\.on\("will-attach-webview", \(event\) => \{)\s*event\.preventDefault\(\);/, "$1"],
  ["main", /navigateOnDragDrop: false/, "navigateOnDragDrop: true"],
  ["preload", /\(_, event\) => listener\(event\)/, "(raw, event) => listener(event, raw)"],
  [
    "preload",
    /exposeInMainWorld\("counterside", \{/,
    'exposeInMainWorld("counterside", { send: (...all) => electron.ipcRenderer.send(...all),',
  ],
];

/** Makes the copy; throws where there is nothing to undo any more, so that no undoing is here in vain. */
export function makeUndoneApp(undoings: readonly Undoing[]): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "counterside-undone-"));
  cpSync(join(appFolder, "out"), join(folder, "out"), { recursive: true });
  cpSync(join(appFolder, "package.json"), join(folder, "package.json"));
  symlinkSync(join(appFolder, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [part, what, by] of undoings) {
    const changed = codeOf(join(folder, "out", part)).filter((path) => {
      const before = readFileSync(path, "utf8");
      const after = before.replace(what, by);
      if (after === before) return false;
      writeFileSync(path, after);
      return true;
    });
    if (changed.length === 0)
      throw new Error(`There is nothing like ${what} in ${part}: this undoing must be written anew.`);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Every file of built code in a folder and below it. */
export const codeOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.c?js$/.test(name))
    .map((name) => join(folder, name));
