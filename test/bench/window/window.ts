/** From starting the process to a window that can be worked with, beside a hello-world Electron window. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { electronEnvironment, electronRuntime } from "../../../scripts/lib/set-up/electron-runtime.mjs";
import { startXvfb } from "../../../scripts/lib/set-up/xvfb.mjs";

const root = resolve(import.meta.dirname, "..", "..", "..");
/** Painted with what was known before, and painted with every answer; the hello-world window has the second alone. */
const MARKS = { seen: "counterside:seen", complete: "counterside:interactive" } as const;
/** Against what hangs; a busy machine takes long to start two programs side by side. */
const PATIENCE_MS = 120_000;
/** A large shop's last backup is given up after some seconds; what the next start shows is left after that. */
export const LEAVES_WITHIN_MS = 15_000;

/** The least that an Electron program can be: a sandboxed window with one button, marked when it is painted. */
export function helloWorld(folder: string): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "hello", main: "main.js" }));
  writeFileSync(
    join(folder, "main.js"),
    `const { app, BrowserWindow } = require("electron");
     app.whenReady().then(() => {
       const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });
       window.loadFile("index.html");
     });`,
  );
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><title>hello</title><button>Hello</button>
     <script>requestAnimationFrame(() => setTimeout(() => performance.mark("${MARKS.complete}")))</script>`,
  );
}

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The times of both marks, in milliseconds since 1970, asked for only after they are long past; of no first mark the second. */
async function readMarks(port: number): Promise<{ seen: number; complete: number }> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const page = browser.contexts()[0]?.pages()[0];
      const at = await page?.evaluate(({ seen, complete }) => {
        const timeOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? null;
        const last = timeOf(complete);
        const origin = performance.timeOrigin;
        return last === null ? null : { seen: origin + (timeOf(seen) ?? last), complete: origin + last };
      }, MARKS);
      await browser.close();
      if (at !== undefined && at !== null) return at;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    if (Date.now() > until) throw new Error("the window never became interactive");
    await delay(200);
  }
}

export interface WindowTimes {
  helloMs: number[];
  /** Until the window is painted with what is known, and takes input. */
  seenMs: number[];
  /** Until every answer of the engine is in it. */
  completeMs: number[];
}

/**
 * Starts both in turn `runs` times, each on a separate profile; nothing is attached while they start. The starts of
 * the warm-up aren't timed: Chromium caches compiled scripts after it has seen them a few times. `fill` puts into the
 * program's profile what it shall hold.
 */
export async function measureWindow(
  { runs, warmUps }: { runs: number; warmUps: number },
  fill: (profile: string) => Promise<void> = async () => undefined,
): Promise<WindowTimes> {
  const runtime = await electronRuntime({ yes: true });
  const display = await startXvfb({});
  const env = electronEnvironment(runtime, { ...process.env, DISPLAY: display.display });
  const hello = mkdtempSync(join(tmpdir(), "counterside-hello-"));
  helloWorld(hello);

  // Kept over the runs: a counter is opened every morning, and installed once.
  const profiles = {
    [hello]: mkdtempSync(join(tmpdir(), "counterside-hello-profile-")),
    [root]: mkdtempSync(join(tmpdir(), "counterside-bench-profile-")),
  };

  await fill(profiles[root] ?? "");

  const start = async (folder: string, port: number) => {
    const profile = profiles[folder] ?? "";
    const own = [`--user-data-dir=${profile}`, "--profile", profile];
    const args = [...runtime.args, `--remote-debugging-port=${port}`, folder, ...own];
    const startedAt = Date.now();
    const child = spawn(runtime.executable, args, { env, stdio: "ignore" });
    try {
      await delay(3_000);
      const { seen, complete } = await readMarks(port);
      return { seenMs: seen - startedAt, completeMs: complete - startedAt };
    } finally {
      // Asked to leave, so that what Chromium caches for the next start is written.
      child.kill("SIGTERM");
      const gone = once(child, "exit");
      await Promise.race([gone, delay(LEAVES_WITHIN_MS)]);
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await gone;
    }
  };

  const times: WindowTimes = { helloMs: [], seenMs: [], completeMs: [] };
  try {
    for (let run = -warmUps; run < runs; run += 1) {
      const port = 9_300 + 2 * (run + warmUps);
      const { completeMs: helloMs } = await start(hello, port);
      const { seenMs, completeMs } = await start(root, port + 1);
      if (run < 0) continue;
      times.helloMs.push(helloMs);
      times.seenMs.push(seenMs);
      times.completeMs.push(completeMs);
    }
    return times;
  } finally {
    await display.stop();
    for (const folder of [hello, ...Object.values(profiles)])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
