/** The whole engine as a process of Windows: each of the six operations into the books, and kills while it works. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { restoreInputOf } from "../../contract/channels/posting.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../contract/operations.ts";
import { enter, newFolder, until } from "../helpers/engine.ts";
import { startHeadless } from "../helpers/headless.ts";
import { deletedIds, startPractice } from "../helpers/practice/requests.ts";
import { campaign } from "../process-kills/campaign.ts";
import { signInWith } from "../process-kills/headless-life.ts";

/** All sixty in `npm run windows`. */
const KILLS = process.env.COUNTERSIDE_WINDOWS === "whole" ? 60 : 3;
/** Against what hangs. */
const LIMIT_MS = 900_000;

it("each operation reaches the practice service's books and is confirmed, and nothing is warned of", async () => {
  const service = await startPractice();
  const profile = join(newFolder(), "متجر 1");
  const engine = await startHeadless(profile);
  await engine.call("connection.save", signInWith(service));
  for (const kind of OPERATION_KINDS) {
    const { restores } = OPERATIONS[kind];
    const { entryId } =
      restores === null
        ? { entryId: await enter(engine, kind) }
        : await engine.call("restore.request", restoreInputOf(restores.list, deletedIds(restores.list)));
    await until(
      async () => !/^(pending|in_flight)$/.test((await engine.call("outbox.get", { entryId })).state),
    );
    expect([kind, (await engine.call("outbox.get", { entryId })).state]).toEqual([kind, "confirmed"]);
  }
  await engine.call("backup.create", {});
  expect(await engine.finish()).toEqual({ code: 0, signal: null });
  expect(engine.words()).toBe("");
  expect(readdirSync(profile)).toContain("backups");
});

it(
  `${KILLS} kills while returns go in and out lose nothing and book nothing twice`,
  async () => {
    const choices = { seed: 22, kills: KILLS, appKills: 0, posts: KILLS * 12, withinMs: LIMIT_MS / 2 };
    const figures = await campaign(choices);
    expect(figures).toMatchObject({ integrityChecks: KILLS, lost: 0, killed: { engine: KILLS } });
    expect(figures.inBooks).toBe(figures.acknowledged + figures.unansweredButKept);
  },
  LIMIT_MS,
);
