import type { ElectronApplication } from "@playwright/test";

/** Holds the engine still until the returned function is called: every answer is late by as long as a test looks. */
export async function holdEngine(app: ElectronApplication): Promise<() => void> {
  const pid = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === "Counterside engine")?.pid,
  );
  if (pid === undefined) throw new Error("there is no engine process");
  process.kill(pid, "SIGSTOP");
  return () => void process.kill(pid, "SIGCONT");
}
