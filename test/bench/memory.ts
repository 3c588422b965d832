/** How much memory the headless engine holds after a thousand postings: the built one, as it ships. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { built } from "../../scripts/lib/build.mjs";
import { median, type Section } from "./figures.ts";
import { typicalReturn } from "./post.ts";

const AIM_MB = 120;

/** Resident memory in megabytes (10^6 bytes), as the system counts it. Linux only. */
function residentMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kib === undefined) throw new Error("the system doesn't say how much memory a process holds");
  return (Number(kib) * 1_024) / 1e6;
}

interface Run {
  startMb: number;
  endMb: number;
}

async function oneRun(headless: string, posts: number): Promise<Run> {
  const profile = mkdtempSync(join(tmpdir(), "counterside-bench-"));
  const engine = spawn(process.execPath, [headless, "--profile", profile], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => engine.once("close", resolve));
  const pid = engine.pid ?? 0;
  let startMb = 0;
  let endMb = 0;
  let answered = 0;
  const ask = (id: number, channel: string, input: unknown): void =>
    void engine.stdin.write(`${JSON.stringify({ id, channel, input })}\n`);
  try {
    for await (const line of createInterface({ input: engine.stdout })) {
      if (line.startsWith('{"event":"engine.ready"')) {
        startMb = residentMb(pid);
        // Nobody listens there: the entries wait, as during an outage.
        ask(0, "connection.save", {
          serviceUrl: "http://127.0.0.1:9",
          tenantId: 7001,
          userId: 501,
          token: "t",
        });
      }
      if (line.startsWith('{"event"')) continue;
      if (!line.includes('"ok":true')) throw new Error(line);
      // One after the other, as a person enters them.
      if (answered < posts) ask(answered + 1, "purchaseReturn.post", typicalReturn(answered));
      else if (answered === posts) {
        endMb = residentMb(pid);
        engine.stdin.end();
      }
      answered += 1;
    }
    await exited;
    return { startMb, endMb };
  } finally {
    engine.kill("SIGKILL");
    await exited;
    rmSync(profile, { recursive: true, force: true });
  }
}

export async function measureMemory(
  choices: { runs: number; posts: number },
  progress: (words: string) => void,
): Promise<Section> {
  const runs: Run[] = [];
  for (let run = 1; run <= choices.runs; run += 1) {
    const figures = await oneRun(built.headless, choices.posts);
    runs.push(figures);
    progress(
      `  run ${run} of ${choices.runs}: ${figures.endMb.toFixed(1)} MB after ${choices.posts} postings`,
    );
  }
  const end = runs.map(({ endMb }) => endMb);
  return {
    title: "Engine memory",
    method:
      `Resident memory of the built headless engine in plain Node, when it is ready and after ${choices.posts} ` +
      "purchase returns of three lines, entered one after the other while the service is down.",
    figures: [
      { what: "when ready", unit: "MB", digits: 1, runs: runs.map(({ startMb }) => startMb) },
      { what: `after ${choices.posts} postings`, unit: "MB", digits: 1, runs: end },
    ],
    verdict: `Aim: under ${AIM_MB} MB. ${median(end) < AIM_MB ? "Met" : "**Not met**"}: ${median(end).toFixed(1)} MB.`,
  };
}
