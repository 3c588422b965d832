/** The headless engine in a test: ended with it, whatever happens. */
import { onTestFinished } from "vitest";
import { DEVICE, TENANT, TOKEN, USER } from "./engine.ts";
import { driveHeadless, type Headless } from "./headless-process.ts";

export type { Headless } from "./headless-process.ts";

/** Starts it without waiting for anything; it is ended with the test. */
export function spawnHeadless(args: string[], env: Record<string, string> = {}): Headless {
  const engine = driveHeadless(args, env);
  onTestFinished(async () => {
    await engine.kill();
  });
  return engine;
}

/** Starts it on a profile and waits until it is ready. */
export async function startHeadless(profile: string, ...args: string[]): Promise<Headless> {
  const engine = spawnHeadless(["--profile", profile, ...args]);
  await engine.ready;
  return engine;
}

export const connectHeadless = (engine: Headless, serviceUrl: string, token: string = TOKEN) =>
  engine.call("connection.save", { serviceUrl, tenantId: TENANT, userId: USER, token, deviceId: DEVICE });
