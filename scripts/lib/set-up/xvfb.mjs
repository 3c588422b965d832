/** A display for machines without one: Xvfb, started and ended by us. */
import { spawn } from "node:child_process";
import { onPath } from "../run-command.mjs";
import { Refusal } from "../say.mjs";
import { ensureSystemLibraries } from "./system-libraries.mjs";

/** Does a window have somewhere to appear? @param {NodeJS.ProcessEnv} env */
export function hasDisplay(env = process.env) {
  return process.platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

const ensureXvfb = () => ensureSystemLibraries(["xvfb"], "open windows without a display");

/** Makes sure that there is a display, or what makes one. */
export async function ensureDisplay() {
  if (!hasDisplay()) await ensureXvfb();
}

/**
 * @param {{ width?: number, height?: number }} [size]
 * @returns {Promise<{ display: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startXvfb({ width = 1440, height = 900 } = {}) {
  await ensureXvfb();
  // Without -noreset it begins anew whenever its last window closes, and a window that opens then finds no display.
  // Xvfb picks a free display itself and writes its number to the descriptor.
  const child = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-noreset"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const ended = new Promise((settle) => child.once("close", settle));
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const number = await new Promise((settle, fail) => {
    const giveUp = setTimeout(
      () => fail(new Refusal("Xvfb did not start within 15 s: run the same command again.")),
      15_000,
    );
    child.once("close", () => fail(new Refusal("Xvfb ended at once: see what the command Xvfb says.")));
    child.once("error", fail);
    child.stdio[3]?.once("data", (bytes) => {
      clearTimeout(giveUp);
      settle(String(bytes).trim());
    });
  });
  const stop = async () => {
    process.off("exit", endWithUs);
    child.kill("SIGTERM");
    await ended;
  };
  return { display: `:${number}`, pid: child.pid ?? 0, stop };
}

/**
 * Runs the work with an environment that has a display: the present one, or an Xvfb for as long as it takes.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @param {{ always?: boolean }} [choices] `always`: Xvfb even where there is a display, for equal pictures
 */
export async function withDisplay(work, { always = false } = {}) {
  if (process.platform !== "linux") return work(process.env);
  // A desktop without Xvfb still has a display to work on.
  if (hasDisplay() && (!always || !onPath("Xvfb"))) return work(process.env);
  const xvfb = await startXvfb();
  try {
    const { WAYLAND_DISPLAY: _, ...env } = process.env;
    return await work({ ...env, DISPLAY: xvfb.display });
  } finally {
    await xvfb.stop();
  }
}
