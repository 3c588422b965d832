/** How much memory the whole program holds at rest, beside a hello-world Electron window: every process's share. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { electronEnvironment, electronRuntime } from "../../scripts/lib/set-up/electron-runtime.mjs";
import { startXvfb } from "../../scripts/lib/set-up/xvfb.mjs";
import { type Figure, median, type Section } from "./figures.ts";
import { copyLargeProfile, type LargeProfile } from "./profiles/large-profile.ts";
import { helloWorld, LEAVES_WITHIN_MS } from "./window/window.ts";

const AIM = 1.3;
/** Others may run the same Electron for so long before a look is given up. */
const ALONE_WITHIN_MS = 300_000;
const root = resolve(import.meta.dirname, "..", "..");
const KINDS = ["main", "window", "engine", "graphics", "other"] as const;
type Kind = (typeof KINDS)[number];
type Shares = Record<Kind, number>;

/** What a process is, by its command line. */
function kindOf(command: string): Kind {
  if (!command.includes("--type=")) return "main";
  if (command.includes("--type=renderer")) return "window";
  if (command.includes("node.mojom.NodeService")) return "engine";
  return command.includes("--type=gpu-process") ? "graphics" : "other";
}

/** The text of a file under /proc; empty where its process has ended meanwhile. */
function procText(...parts: string[]): string {
  try {
    return readFileSync(join("/proc", ...parts), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw error;
  }
}

/** This process and all that it started. */
function family(pid: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(procText(name, "stat").split(") ").at(-1)?.split(" ")[1])]),
  );
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

/** Megabytes (10^6 bytes) by kind: what is shared between processes counts for each in its part (PSS). Linux only. */
function sharesOf(pid: number): Shares {
  const shares: Shares = { main: 0, window: 0, engine: 0, graphics: 0, other: 0 };
  for (const one of family(pid)) {
    const kib = /^Pss:\s+(\d+) kB/m.exec(procText(String(one), "smaps_rollup"))?.[1];
    shares[kindOf(procText(String(one), "cmdline"))] += (Number(kib ?? 0) * 1_024) / 1e6;
  }
  if (shares.main === 0) throw new Error("the system doesn't say how much memory a process holds");
  return shares;
}

/** The program file that a process runs; null where it has ended or belongs to another person. */
function programOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return null;
    throw error;
  }
}

/**
 * Waits until nobody else runs the same Electron: what is shared with a stranger counts as less, and a program would
 * seem to hold half of what it does.
 */
async function untilAlone(pid: number): Promise<void> {
  const program = programOf(pid);
  const strangers = () => {
    const mine = new Set(family(pid));
    return readdirSync("/proc").filter(
      (name) => /^\d+$/.test(name) && !mine.has(Number(name)) && programOf(Number(name)) === program,
    );
  };
  for (const until = Date.now() + ALONE_WITHIN_MS; program !== null && strangers().length > 0; ) {
    if (Date.now() > until)
      throw new Error("another program runs the same Electron: end it, or measure again when it has ended");
    await new Promise((settle) => setTimeout(settle, 500));
  }
}

const totalOf = (shares: Shares): number => KINDS.reduce((sum, kind) => sum + shares[kind], 0);

/** Starts all of them in turn `runs` times; each is looked at `restMs` after its start. */
export async function measureRest(
  choices: { runs: number; restMs: number; profile: LargeProfile },
  say: (words: string) => void,
): Promise<Section> {
  const runtime = await electronRuntime({ yes: true });
  const display = await startXvfb({});
  const env = electronEnvironment(runtime, { ...process.env, DISPLAY: display.display });
  const folder = mkdtempSync(join(tmpdir(), "counterside-rest-"));
  helloWorld(folder);
  const profiles = {
    hello: join(folder, "hello"),
    empty: join(folder, "empty"),
    large: join(folder, "large"),
  };

  const look = async (which: keyof typeof profiles): Promise<Shares> => {
    const profile = profiles[which];
    const own = [which === "hello" ? folder : root, `--user-data-dir=${profile}`, "--profile", profile];
    const child = spawn(runtime.executable, [...runtime.args, ...own], { env, stdio: "ignore" });
    const gone = once(child, "exit");
    try {
      await new Promise((settle) => setTimeout(settle, choices.restMs));
      await untilAlone(child.pid ?? 0);
      return sharesOf(child.pid ?? 0);
    } finally {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), LEAVES_WITHIN_MS);
      await gone;
      clearTimeout(late);
    }
  };

  const seen = { hello: [] as Shares[], empty: [] as Shares[], large: [] as Shares[] };
  try {
    await copyLargeProfile(choices.profile, profiles.large, say);
    for (let run = 1; run <= choices.runs; run += 1) {
      for (const which of ["hello", "empty", "large"] as const) seen[which].push(await look(which));
      say(`  run ${run} of ${choices.runs}`);
    }
  } finally {
    await display.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  return sectionOf(seen, choices);
}

function sectionOf(
  seen: Record<"hello" | "empty" | "large", Shares[]>,
  { restMs, profile }: { restMs: number; profile: LargeProfile },
): Section {
  const totals = (shares: Shares[]) => shares.map(totalOf);
  const ratios = (shares: Shares[]) =>
    totals(shares).map((mb, index) => mb / (totals(seen.hello)[index] ?? Number.NaN));
  const parts = (name: string, shares: Shares[]): Figure[] =>
    KINDS.map((kind) => ({
      what: `${name}: ${kind}`,
      unit: "MB",
      digits: 1,
      runs: shares.map((one) => one[kind]),
    }));
  const shop = `${profile.products} products, ${profile.entries} entries`;
  const judged = (shares: Shares[]) =>
    `${median(ratios(shares)) <= AIM ? "met" : "**not met**"} (${median(ratios(shares)).toFixed(2)} ×)`;
  return {
    title: "Memory at rest",
    method:
      `Memory of all processes ${restMs / 1_000} s after their start (PSS: shared memory counts in parts), in turn ` +
      "with a hello-world Electron window, while nothing else runs the same Electron.",
    figures: [
      { what: "hello world", unit: "MB", digits: 1, runs: totals(seen.hello) },
      { what: "empty profile", unit: "MB", digits: 1, runs: totals(seen.empty) },
      { what: "ratio", unit: "×", digits: 2, runs: ratios(seen.empty) },
      { what: shop, unit: "MB", digits: 1, runs: totals(seen.large) },
      { what: "ratio", unit: "×", digits: 2, runs: ratios(seen.large) },
    ],
    details: [
      ...parts("hello world", seen.hello),
      ...parts("empty profile", seen.empty),
      ...parts(shop, seen.large),
    ],
    verdict: `Aim: at most ${AIM} × the hello-world window: empty profile ${judged(seen.empty)}; ${shop} ${judged(seen.large)}.`,
  };
}
