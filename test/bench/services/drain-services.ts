/** The services that the outbox is drained to, each new and in a separate process on this computer. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { z } from "zod";
import { OPERATIONS } from "../../../contract/operations.ts";
import { SERIAL_NO_HERE } from "./lean-service.ts";

export interface Service {
  url: string;
  token: string;
  stop: () => Promise<void>;
}

const practiceService = fileURLToPath(new URL("../../helpers/practice/serve.ts", import.meta.url));
const leanService = fileURLToPath(new URL("./lean-service.ts", import.meta.url));
const announced = z.object({ url: z.string(), token: z.string() });

/** Starts the program and reads its address from its first line. */
async function start(program: string, words: readonly string[]): Promise<Service> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token } = announced.parse(JSON.parse(line));
    const stop = () => {
      child.kill();
      return ended;
    };
    return { url, token, stop };
  }
  throw new Error("the service ended before it said its address");
}

export const startPractice = (): Promise<Service> =>
  start(practiceService, ["--port", "0", "--folder", ":memory:"]);

const SERIAL_NO = /"serialNo":"([^"]+)"/;

/** What the practice service answers to this body, with a mark where the serial number is. */
async function recordedAnswer(body: string): Promise<string> {
  const service = await startPractice();
  try {
    const { method, path } = OPERATIONS.purchaseReturn;
    const headers = { "content-type": "application/json", authorization: `Bearer ${service.token}` };
    const answer = await request(`${service.url}${path}`, { method, headers, body });
    const text = await answer.body.text();
    const serialNo = SERIAL_NO.exec(body)?.[1];
    if (answer.statusCode !== 201 || serialNo === undefined || !text.includes(serialNo))
      throw new Error(`no answer to record: ${answer.statusCode} ${text.slice(0, 200)}`);
    return text.replaceAll(serialNo, SERIAL_NO_HERE);
  } finally {
    await service.stop();
  }
}

/** Starts a service that answers at once with what the practice service answered to `body`. */
export async function startLean(body: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-lean-"));
  const answer = join(folder, "answer.json");
  writeFileSync(answer, await recordedAnswer(body));
  const service = await start(leanService, [answer]);
  return {
    ...service,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
