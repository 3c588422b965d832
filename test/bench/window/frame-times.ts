/** How late the page's frames come, measured by the page itself, and its longest tasks, taken from the browser's trace. */
import { readFileSync, rmSync } from "node:fs";
import type { ElectronApplication, Page } from "@playwright/test";
import { z } from "zod";

/** The screen's 60 a second. */
const FRAME_MS = 1_000 / 60;

/** Counts the page's frames from now on; a task that keeps the page's thread busy keeps its frame waiting. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    Object.assign(window, { frameGaps: gaps });
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** By how many milliseconds each frame since the last time came later than one frame after the one before. */
export async function lateness(page: Page): Promise<number[]> {
  const gaps = await page.evaluate(() => {
    const all: unknown = Reflect.get(window, "frameGaps");
    return Array.isArray(all) ? all.splice(0).map(Number) : [];
  });
  return gaps.map((gap) => Math.max(0, gap - FRAME_MS));
}

const event = z.object({
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds: on the clock, and of the processor. */
  dur: z.number().default(0),
  tdur: z.number().default(0),
  args: z.object({ name: z.string().optional() }).default({}),
});
const trace = z.object({ traceEvents: z.array(z.unknown()) });

/** Milliseconds that the page's thread worked at one task: by the clock, and by the processor's time alone. */
export interface LongestTask {
  ms: number;
  cpuMs: number;
}

/** The longest tasks of the page's thread while the work is done; tracing itself costs a little. */
export async function longestTask(
  app: ElectronApplication,
  work: () => Promise<unknown>,
): Promise<LongestTask> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ["toplevel"], excluded_categories: ["*"] }),
  );
  await work();
  const path = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const { traceEvents } = trace.parse(JSON.parse(readFileSync(path, "utf8")));
  rmSync(path);
  const events = traceEvents.flatMap((one) => {
    const read = event.safeParse(one);
    return read.success ? [read.data] : [];
  });
  const thread = events.find(({ ph, args }) => ph === "M" && args.name === "CrRendererMain");
  if (thread === undefined) throw new Error("the trace doesn't name the page's thread");
  const tasks = events.filter(({ ph, pid, tid }) => ph === "X" && pid === thread.pid && tid === thread.tid);
  if (tasks.length === 0) throw new Error("the trace holds no task of the page's thread");
  const most = (of: (task: (typeof tasks)[number]) => number): number =>
    tasks.reduce((longest, task) => Math.max(longest, of(task) / 1_000), 0);
  return { ms: most(({ dur }) => dur), cpuMs: most(({ tdur }) => tdur) };
}
