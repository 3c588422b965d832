/** Linux writes no core dump of any process of the program: it would be its memory, with the token in it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./open-app.ts";
import { practiceShop } from "./shared-app.ts";

const shop = practiceShop();

/** The process and all below it. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
    } catch {
      // It ended meanwhile.
      parents.delete(Number(name));
    }
  const family = [pid];
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}

/** "1 1" of each process: no file, and nothing for a program that takes dumps. */
const limitsOf = (pid: number): string[] =>
  familyOf(pid).flatMap((one) => {
    try {
      const limit = /^Max core file size +(\S+) +(\S+)/m.exec(readFileSync(`/proc/${one}/limits`, "latin1"));
      return limit === null ? [] : [`${limit[1]} ${limit[2]}`];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });

test("no process may leave a core dump, and no memory of the main process or an engine goes into one, from its first line on", async () => {
  test.skip(process.platform !== "linux", "elsewhere the system is the administrator's to set");
  const { app, call } = await shop({ callsOnly: true });
  const main = await app.evaluate(() => process.pid);
  await expect.poll(() => [...new Set(limitsOf(main))]).toEqual(["1 1"]);
  expect(limitsOf(main).length).toBeGreaterThan(4);
  const engine = () =>
    app.evaluate(
      ({ app: electron }) =>
        electron.getAppMetrics().find(({ name }) => name === "Counterside engine")?.pid ?? 0,
    );
  const first = await engine();
  process.kill(first, "SIGKILL");
  await expect.poll(async () => (await call("app.info", {})).ok).toBe(true);
  expect([...new Set(limitsOf(main))]).toEqual(["1 1"]);
  expect(await engine()).not.toBe(first);
  for (const pid of [main, await engine()])
    expect(readFileSync(`/proc/${pid}/coredump_filter`, "latin1").trim()).toBe("00000000");
});
