/** Runs Quint on the model of the outbox: its TypeScript backend, which downloads nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Trace, traceOf } from "./trace.ts";

const program = fileURLToPath(
  new URL("../../../node_modules/@informalsystems/quint/dist/src/cli.js", import.meta.url),
);
const model = fileURLToPath(new URL("../../../model/outbox.qnt", import.meta.url));

export interface Ran {
  isWell: boolean;
  words: string;
}

/** `quint <command> model/outbox.qnt …`, types checked first: whether it was satisfied, and what it said. */
export async function quint(command: "test" | "run", ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [program, command, model, "--backend=typescript", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // What a runner tells its own children must not change what this one does.
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
  });
  const ended = once(child, "close");
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      words += text;
    });
  const [code] = await ended;
  return { isWell: code === 0, words };
}

/** The traces that a run wrote to this folder. */
export const tracesIn = (folder: string): Trace[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".itf.json"))
    .map((name) => traceOf(readFileSync(join(folder, name), "utf8")));
