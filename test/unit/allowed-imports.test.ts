/** Each import rule can fail: a small tree with one planted violation of each, and one that is allowed. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What may be imported by the planted files; none of it breaks a rule itself. */
const bystanders: Record<string, string> = {
  "contract/values.ts": 'import { z } from "zod";\nexport const values = z.string();',
  "contract/english.ts": "export const english = 1;",
  "main/index.ts": 'import { app } from "electron";\nexport const main = app;',
  "main/shell/window/window.ts": 'import { app } from "electron";\nexport const shell = app;',
  "main/engine/ports.ts": "export const ports = 1;",
  "main/engine/engine.ts": 'export { good } from "./subjects/one/good.ts";',
  "main/engine/file/schema/good.ts": 'export { values as good } from "../../../../contract/values.ts";',
  "main/engine/file/database/good.ts": 'export { good } from "../schema/good.ts";',
  "main/engine/core/good.ts": 'export { good } from "../file/database/good.ts";',
  "main/engine/file/good.ts": 'export { good } from "../core/good.ts";',
  "main/engine/mirror/good.ts": 'export { good } from "../file/good.ts";',
  "main/engine/import/good.ts": 'export { good } from "../mirror/good.ts";',
  "main/engine/subjects/shop.ts": 'export { good } from "../import/good.ts";',
  "main/engine/subjects/one/good.ts": 'export { good } from "../shop.ts";',
  "main/engine/subjects/two/good.ts": 'export { good } from "../shop.ts";',
  "main/practice/good.ts": "export const practice = 1;",
  "main/lib/good.ts": "export const lib = 1;",
  "main/shell/files/good.ts": 'export { lib } from "../../lib/good.ts";',
  "main/engine/core/good-lib.ts": 'export { lib } from "../../lib/good.ts";',
  "renderer/lib/good.ts": 'export { values } from "../../contract/values.ts";',
  "renderer/i18n/good.ts": 'export { values } from "../lib/good.ts";',
  "renderer/theme/good.ts": 'export { values } from "../lib/good.ts";',
  "renderer/shortcuts/good.ts": 'export { values } from "../lib/good.ts";',
  "renderer/reports/good.ts": 'export { values } from "../i18n/good.ts";',
  "renderer/client/good.ts": 'export { values } from "../reports/good.ts";',
  "renderer/ui/good.ts": 'export { values } from "../client/good.ts";',
  "renderer/features/good.ts": 'export { values } from "../ui/good.ts";',
  "renderer/screens/one/good.ts": 'export { values } from "../../features/good.ts";',
  "renderer/screens/one/good-screen.ts": 'export { values } from "./good.ts";',
  "renderer/screens/two/good.ts": 'export { values } from "../../features/good.ts";',
  "renderer/screens/purchase-return/form.ts": 'export { values } from "./draft/good.ts";',
  "renderer/screens/purchase-return/draft/good.ts": 'export { values } from "../../../lib/good.ts";',
  "renderer/app/good.ts": 'export { values } from "../screens/one/good.ts";',
  "renderer/print/good.ts": 'export { values } from "../client/good.ts";',
};

/** Rule name to the file that breaks it. */
const planted: Record<string, { path: string; text: string }> = {
  "no-cycles": {
    path: "renderer/lib/circle.ts",
    text: 'import type { Other } from "./circle-other.ts";\nexport type One = Other | null;',
  },
  "no-orphan-resolve": {
    path: "renderer/lib/lost.ts",
    text: 'import { lost } from "./nowhere.ts";\nexport default lost;',
  },
  "contract-alone": {
    path: "contract/bad-alone.ts",
    text: 'import manifest from "../package.json" with { type: "json" };\nexport default manifest;',
  },
  "contract-libraries": {
    path: "contract/bad-library.ts",
    text: 'import { readFileSync } from "node:fs";\nexport default readFileSync;',
  },
  "preload-contract-only": {
    path: "preload/bad.ts",
    text: 'export { ports } from "../main/engine/ports.ts";',
  },
  "renderer-contract-only": {
    path: "renderer/ui/bad.tsx",
    text: 'import { ports } from "../../main/engine/ports.ts";\nexport const Bad = () => <p>{ports}</p>;',
  },
  "window-without-english": {
    path: "renderer/ui/bad-words.ts",
    text: 'export { english } from "../../contract/english.ts";',
  },
  "renderer-lib": { path: "renderer/lib/bad.ts", text: 'export { values } from "../i18n/good.ts";' },
  "renderer-i18n": { path: "renderer/i18n/bad.ts", text: 'export { values } from "../theme/good.ts";' },
  "renderer-theme": { path: "renderer/theme/bad.ts", text: 'export { values } from "../client/good.ts";' },
  "renderer-shortcuts": {
    path: "renderer/shortcuts/bad.ts",
    text: 'export { values } from "../i18n/good.ts";',
  },
  "renderer-reports": {
    path: "renderer/reports/bad.ts",
    text: 'export { values } from "../client/good.ts";',
  },
  "renderer-client": { path: "renderer/client/bad.ts", text: 'export { values } from "../ui/good.ts";' },
  "renderer-ui": { path: "renderer/ui/bad.ts", text: 'export { values } from "../features/good.ts";' },
  "renderer-features": {
    path: "renderer/features/bad.ts",
    text: 'export { values } from "../screens/one/good.ts";',
  },
  "renderer-screens": {
    path: "renderer/screens/one/bad.ts",
    text: 'export { values } from "../two/good.ts";',
  },
  "return-draft-pure": {
    path: "renderer/screens/purchase-return/draft/bad.ts",
    text: 'export { values } from "../form.ts";',
  },
  "renderer-app": { path: "renderer/app/bad.ts", text: 'export { values } from "../print/good.ts";' },
  "renderer-print": { path: "renderer/print/bad.ts", text: 'export { values } from "../ui/good.ts";' },
  "renderer-check": { path: "renderer/check/bad.ts", text: 'export { values } from "../ui/good.ts";' },
  "renderer-chain": { path: "renderer/chain/bad.ts", text: 'export { values } from "../ui/good.ts";' },
  "renderer-one-file": { path: "renderer/one-file/bad.ts", text: 'export { values } from "../ui/good.ts";' },
  "renderer-layers": { path: "renderer/widgets/bad.js", text: 'export { values } from "../lib/good.ts";' },
  "page-without-node": {
    path: "renderer/lib/bad-node.ts",
    text: 'import { readFileSync } from "node:fs";\nexport default readFileSync;',
  },
  "main-folders": { path: "main/extra/bad.ts", text: 'export { lib } from "../lib/good.ts";' },
  "main-alone": {
    path: "main/shell/files/bad.ts",
    text: 'import type { engine } from "../../engine/engine.ts";\nexport type Bad = typeof engine;',
  },
  "lib-alone": { path: "main/lib/bad.ts", text: 'export { values } from "../../contract/values.ts";' },
  "practice-alone": { path: "main/practice/bad.ts", text: 'export { ports } from "../engine/ports.ts";' },
  "engine-alone": { path: "main/engine/bad.ts", text: 'export { practice } from "../practice/good.ts";' },
  "engine-schema": {
    path: "main/engine/file/schema/bad.ts",
    text: 'export { good } from "../../core/good.ts";',
  },
  "engine-core": { path: "main/engine/core/bad.ts", text: 'export { good } from "../file/good.ts";' },
  "engine-file": { path: "main/engine/file/bad.ts", text: 'export { good } from "../mirror/good.ts";' },
  "engine-mirror": { path: "main/engine/mirror/bad.ts", text: 'export { good } from "../import/good.ts";' },
  "engine-import": { path: "main/engine/import/bad.ts", text: 'export { good } from "../subjects/shop.ts";' },
  "engine-subjects": {
    path: "main/engine/subjects/one/bad.ts",
    text: 'export { good } from "../two/good.ts";',
  },
  "engine-floors-known": {
    path: "main/engine/extra/bad.ts",
    text: 'export { good } from "../core/good.ts";',
  },
  "electron-in-three-places": {
    path: "main/engine/bad-electron.ts",
    text: 'import type { App } from "electron";\nexport type Bad = App;',
  },
};

let folder = "";
let violations: { rule: string; from: string }[] = [];
let rules: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterside-imports-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify({ type: "module", dependencies: { zod: "*" } }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries(bystanders)) write(path, text);
  for (const { path, text } of Object.values(planted)) write(path, text);
  write(
    "renderer/lib/circle-other.ts",
    'import type { One } from "./circle.ts";\nexport type Other = One | number;',
  );
  const report = await cruise();
  violations = report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  rules = report.summary.ruleSetUsed.forbidden.map(({ name }) => name);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  summary: {
    violations: { rule: { name: string }; from: string }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
}

function cruise(): Promise<Report> {
  const script = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const args = [script, "--config", config, "-T", "json", "contract", "main", "preload", "renderer"];
  return new Promise((settle, fail) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_exit, stdout, stderr) => {
      if (stdout === "") fail(new Error(stderr));
      else settle(JSON.parse(stdout));
    });
  });
}

describe("allowed imports", () => {
  it("has a planted violation for every rule", () => {
    expect(Object.keys(planted).sort()).toEqual([...rules].sort());
  });

  it.each(Object.entries(planted))("%s is caught", (rule, { path }) => {
    // A cycle is reported once, from whichever of its files was read first.
    const file = path.replace(/\.tsx?$/, "");
    expect(
      violations.filter((one) => one.rule === rule).map((one) => one.from.slice(0, file.length)),
    ).toContain(file);
  });

  it("leaves what is allowed alone", () => {
    expect(violations.filter(({ from }) => from in bystanders)).toEqual([]);
  });
});
