/** The engine that a benchmark measures: opened as the program opens it, on the machine's own clock. */
import { type Engine, openEngine } from "../../main/engine/engine.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";

type Outside = Parameters<typeof openEngine>[0];

const quiet = (): void => undefined;

export const openBench = (profile: string, other: Partial<Outside> = {}): Engine =>
  openEngine({
    profile,
    appVersion: "bench",
    sqliteBinding: null,
    proxy: null,
    tokens: {},
    clock: systemClock,
    randomness: systemRandomness,
    resendUnknown: false,
    emit: quiet,
    log: { info: quiet, warn: quiet, error: quiet },
    ...other,
  });

/** The answer's value; throws where it is a refusal. */
export async function invoked(engine: Engine, channel: string, input: unknown): Promise<unknown> {
  const reply = await engine.invoke(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
  return reply.value;
}

/** Connects to a service, which by default nobody answers for, and holds the sending back. */
export async function connectPaused(engine: Engine, serviceUrl = "http://127.0.0.1:9"): Promise<void> {
  await invoked(engine, "connection.save", { serviceUrl, tenantId: 7001, userId: 501, token: "t" });
  await invoked(engine, "sync.pause", {});
}

/** A new counter that is connected and holds its sending back. */
export async function pausedEngine(profile: string, other: Partial<Outside> = {}): Promise<Engine> {
  const engine = openBench(profile, other);
  await connectPaused(engine);
  return engine;
}
