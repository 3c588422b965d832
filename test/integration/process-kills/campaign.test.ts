/** A short campaign of real kills, and the proof that its checks can fail. The long one is `npm run process-kills`. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { newFolder } from "../../helpers/engine.ts";
import { startHeadless } from "../../helpers/headless.ts";
import { startPractice } from "../../helpers/practice/requests.ts";
import { campaign } from "../../process-kills/campaign.ts";
import { headlessCounter, signInWith } from "../../process-kills/headless-life.ts";
import { examine, newLedger } from "../../process-kills/ledger.ts";
import { planKills } from "../../process-kills/plan.ts";

/** Lives begin for so long; the last one then empties its outbox, however busy the machine is. */
const WITHIN_MS = 30_000;
/** Against what hangs. */
const LIMIT_MS = 300_000;

it(
  "up to ten SIGKILLs while 120 returns go in and out lose nothing and book nothing twice",
  async () => {
    const figures = await campaign({ seed: 11, kills: 10, appKills: 0, posts: 120, withinMs: WITHIN_MS });
    expect(figures).toMatchObject({ integrityChecks: figures.killed.engine, lost: 0 });
    expect(figures.killed.engine).toBeGreaterThan(0);
    if (!figures.cutShort) {
      expect(figures.killed.engine).toBe(10);
      expect(figures.acknowledged).toBeGreaterThanOrEqual(120);
    }
    expect(figures.inBooks).toBe(figures.acknowledged + figures.unansweredButKept);
  },
  LIMIT_MS,
);

it(
  "a campaign whose time is over begins no further life, and still empties its outbox into the books",
  async () => {
    let time = 0;
    const minutesPass = () => {
      time += 60_000;
      return time;
    };
    const choices = { seed: 2, kills: 10, appKills: 0, posts: 30, withinMs: 3 * 60_000 };
    const figures = await campaign(choices, undefined, minutesPass);
    expect(figures).toMatchObject({ cutShort: true, killed: { engine: 3 }, integrityChecks: 3, lost: 0 });
    expect(figures.inBooks).toBe(figures.acknowledged + figures.unansweredButKept);
  },
  LIMIT_MS,
);

it("plans as many kills as asked, the app's in pairs, and the same for the same seed", () => {
  const planned = planKills(3, 300, 40);
  const count = (victim: string) => planned.filter((kill) => kill.victim === victim).length;
  expect([count("engine"), count("engineInApp"), count("app")]).toEqual([260, 20, 20]);
  for (const [index, kill] of planned.entries())
    if (kill.victim === "engineInApp") expect(planned[index + 1]?.victim).toBe("app");
  expect(planKills(3, 300, 40)).toEqual(planned);
  expect(planKills(4, 300, 40)).not.toEqual(planned);
});

it("names an acknowledged posting that isn't there, and a file that is damaged", async () => {
  const service = await startPractice();
  const profile = newFolder();
  const engine = await startHeadless(profile);
  await engine.call("connection.save", signInWith(service));
  const posted = await headlessCounter(engine).post("the only one");
  await engine.kill();
  const ledger = newLedger();
  ledger.acknowledged.set("the only one", posted?.serialNo ?? "");
  expect(examine(profile, ledger)).toMatchObject({ integrity: "ok", lost: [], entries: 1 });
  ledger.acknowledged.set("another", "00000000-0000-4000-8000-000000000000");
  expect(examine(profile, ledger).lost).toEqual(["another"]);

  const folder = join(profile, "connections");
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? "");
  const db = new Database(file);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  writeFileSync(file, Buffer.alloc(64, 0xee), { flag: "r+" });
  expect(() => examine(profile, ledger)).toThrow(/not a database|malformed/);
});
