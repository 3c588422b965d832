/** Has vitest run its test files on Windows' Node in Wine: one process for each worker, spoken to over a socket. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join, resolve, win32 } from "node:path";
import type { PoolRunnerInitializer } from "vitest/node";
import { inWine, type WindowsNode, wineEnvironment } from "../../scripts/lib/set-up/windows-node.mjs";
import { readFrames, sendFrame } from "./frames.mjs";

const root = resolve(import.meta.dirname, "../..");

/** `temporary`: the run's folder, as Windows names it. */
export interface WineRun extends WindowsNode {
  temporary: string;
}

async function connected(start: (port: number) => ChildProcess, log: string) {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const child = start(typeof address === "object" ? (address?.port ?? 0) : 0);
  const ended = once(child, "exit").then(() => {
    throw new Error(`Windows' Node ended at once: ${readFileSync(log, "utf8").slice(-2_000)}`);
  });
  // Where it is connected, its end is waited for by nobody.
  ended.catch(() => undefined);
  const [socket]: Socket[] = await Promise.race([once(server, "connection"), ended]);
  server.close();
  if (socket === undefined) throw new Error("no connection");
  return { child, socket };
}

export function winePool({ wine, node, prefix, temporary }: WineRun): PoolRunnerInitializer {
  // What a worker writes itself: a crash of it says why in here.
  const log = join(prefix, "drive_c", win32.basename(temporary), "workers.log");
  const start = (env: Partial<NodeJS.ProcessEnv>) => (port: number) => {
    const output = openSync(log, "a");
    const worker = inWine(join(import.meta.dirname, "worker.mjs"));
    const words = [node, "--disable-warning=ExperimentalWarning", worker, String(port), temporary];
    const child = spawn(wine, words, {
      cwd: root,
      env: {
        ...env,
        ...wineEnvironment(prefix),
        NODE_COMPILE_CACHE: inWine(join(root, "node_modules/.cache/node")),
      },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    return child;
  };
  return {
    name: "wine",
    createPoolWorker({ env }) {
      const messages = new EventEmitter();
      let process: { child: ChildProcess; socket: Socket } | null = null;
      return {
        name: "wine",
        on: (event, listener) => void messages.on(event, listener),
        off: (event, listener) => void messages.off(event, listener),
        send: (message) => void (process && sendFrame(process.socket, message)),
        deserialize: (message) => message,
        async start() {
          process = await connected(start(env), log);
          process.child.on("exit", (code) => messages.emit("exit", code));
          process.socket.on("error", () => undefined);
          readFrames(process.socket, (message) => messages.emit("message", message));
        },
        async stop() {
          if (process === null) return;
          const { child, socket } = process;
          socket.destroy();
          if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        },
      };
    },
  };
}
