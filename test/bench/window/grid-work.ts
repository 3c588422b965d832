/** What keys cost the page's thread, from the browser's own trace: script, style, layout, paint. */
import { readFileSync, rmSync } from "node:fs";
import type { ElectronApplication } from "@playwright/test";
import { z } from "zod";

const event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().default(0),
  args: z.object({ data: z.object({ type: z.string().optional() }).optional() }).optional(),
});
type TraceEvent = z.infer<typeof event>;
const trace = z.object({ traceEvents: z.array(z.unknown()) });

/** A task of the thread as the trace names it. */
const TASK = "ThreadControllerImpl::RunTask";

const isKeydown = ({ name, args }: TraceEvent): boolean =>
  name === "EventDispatch" && args?.data?.type === "keydown";

/** Milliseconds of all tasks from one key's to the next one's, for each key but the last. */
function workOfKeys(text: string): number[] {
  const events = trace.parse(JSON.parse(text)).traceEvents.flatMap((one) => {
    const read = event.safeParse(one);
    return read.success && read.data.ph === "X" ? [read.data] : [];
  });
  const keys = events.filter(isKeydown).sort((a, b) => a.ts - b.ts);
  const [first] = keys;
  if (first === undefined) throw new Error("the trace holds no key");
  const tasks = events.filter(
    ({ name, pid, tid }) => name === TASK && pid === first.pid && tid === first.tid,
  );
  const work = keys.map(() => 0);
  for (const { ts, dur } of tasks) {
    // The task in which the key arrives began before it.
    const index = keys.findLastIndex((key) => key.ts <= ts + dur);
    if (index >= 0) work[index] = (work[index] ?? 0) + dur / 1000;
  }
  return work.slice(0, -1);
}

/** Runs the work while the browser writes its trace. Tracing costs its own time: nothing else is measured then. */
export async function traced(app: ElectronApplication, work: () => Promise<unknown>): Promise<number[]> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ["toplevel", "devtools.timeline"] }),
  );
  await work();
  const path = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const text = readFileSync(path, "utf8");
  rmSync(path);
  return workOfKeys(text);
}
