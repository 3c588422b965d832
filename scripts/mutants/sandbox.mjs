/** A copy of the tree in which faults are planted, and the process that runs tests in it. */
import { fork, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inRoot, root } from "../lib/paths.mjs";
import { fittingNode, withNodeFirst } from "../lib/set-up/fitting-node.mjs";
import { instrumented } from "./coverage.mjs";

/**
 * @typedef {{ file: string, id: string }} RunTest `id` empty: all of the file
 * @typedef {{ do: "cover", file: string } | { do: "plant", path: string, text: string, rounds: RunTest[][] }} Job
 * @typedef {{ id: string, name: string, ms: number, passed: boolean }} RanTest
 * @typedef {{ tests: RanTest[], hits: Record<string, number[]> } | { by: string | null } | { wrong: string }} Answer
 * @typedef {{ folder: string, ask: (job: Job, limitMs: number) => Promise<Answer | "late">, close: () => void }} Sandbox
 */

/** What coverage adds to each test file: whose turn it is, and what was reached. */
const SETUP = `import "./cover-hit.mjs";
import { writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach } from "vitest";
const cover = globalThis.countersideCover;
cover.isTest = true;
beforeEach(({ task }) => { cover.turn(task.id); });
afterEach(() => { cover.turn(""); });
afterAll(() => {
  const hits = Object.fromEntries([...cover.of].map(([id, places]) => [id, [...places]]));
  writeFileSync(FOLDER + "/cover-hits.json", JSON.stringify(hits));
});
`;

/** A child process and a thread have no turns: what they reach counts for the whole test file. */
const HIT = `import { appendFileSync } from "node:fs";
globalThis.countersideCover ??= {
  isTest: false,
  of: new Map([["", new Set()]]),
  places: null,
  turn(id) {
    if (!this.of.has(id)) this.of.set(id, new Set());
    this.places = this.of.get(id);
  },
};
const cover = globalThis.countersideCover;
cover.places ??= cover.of.get("");
export function hit(place) {
  if (cover.places.has(place)) return;
  cover.places.add(place);
  if (!cover.isTest) appendFileSync(FOLDER + "/cover-children", place + "\\n");
}
`;

/** A copy of what git knows, with the packages of this tree; where it covers, its sources tell what is reached. @param {readonly string[] | null} covered */
export function newSandbox(covered) {
  const folder = mkdtempSync(join(tmpdir(), "counterside-mutants-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of listed.stdout.split("\0").filter(Boolean)) {
    if (path.startsWith("docs/") && path.endsWith(".png")) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(inRoot(path), join(folder, path));
    // All files run in one project here, so what is drawn names its page itself.
    if (path.startsWith("test/unit/drawn/"))
      appendFileSync(join(folder, path), "// @vitest-environment happy-dom\n");
  }
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  if (covered !== null) {
    const said = (/** @type {string} */ text) => text.replaceAll("FOLDER", JSON.stringify(folder));
    writeFileSync(join(folder, "cover-setup.mjs"), said(SETUP));
    writeFileSync(join(folder, "cover-hit.mjs"), said(HIT));
    for (const [path, text] of instrumented(covered, join(folder, "cover-hit.mjs")))
      writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Opens a sandbox; what hangs in it is ended, and it begins anew. @param {readonly string[] | null} covered @returns {Sandbox} */
export function openSandbox(covered) {
  const folder = newSandbox(covered);
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  const end = () => {
    // Its workers and their children go with it: all are of its process group.
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    child = null;
  };
  const start = async () => {
    child = fork(inRoot("scripts", "mutants", "runner.mjs"), [covered === null ? "plant" : "cover"], {
      cwd: folder,
      detached: true,
      execPath: fittingNode(),
      env: { ...withNodeFirst(), NODE_ENV: "test", VITEST: "1" },
      stdio: ["ignore", "ignore", process.env.COUNTERSIDE_MUTANTS_SAY ? "inherit" : "ignore", "ipc"],
    });
    await said(child, 60_000);
    return child;
  };
  return {
    folder,
    ask: async (job, limitMs) => {
      const before = job.do === "plant" ? readFileSync(join(folder, job.path), "utf8") : "";
      const asked = child ?? (await start());
      asked.send(job);
      const answer = await said(asked, limitMs);
      if (answer === "late") {
        end();
        if (job.do === "plant") writeFileSync(join(folder, job.path), before);
      }
      return answer;
    },
    close: () => {
      end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The next message, or "late" where none comes in time or the process ends. @param {import("node:child_process").ChildProcess} child @param {number} limitMs @returns {Promise<Answer | "late">} */
function said(child, limitMs) {
  return new Promise((settle) => {
    const over = (/** @type {Answer | "late"} */ answer) => {
      clearTimeout(timer);
      child.off("message", answered);
      child.off("exit", ended);
      settle(answer);
    };
    const answered = (/** @type {unknown} */ message) => over(/** @type {Answer} */ (message));
    const ended = () => over("late");
    const timer = setTimeout(ended, limitMs);
    child.on("message", answered);
    child.on("exit", ended);
  });
}
