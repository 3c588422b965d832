/** Every row of the outcome policy, for every operation, over real HTTP. */

import { describe, expect, it } from "vitest";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../../../../contract/operations.ts";
import { START, writtenRandomness } from "../../../../helpers/clock.ts";
import { connect, enter, openTestEngine, TOKEN, until } from "../../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../../helpers/http-service.ts";
import { ROWS, type Row } from "../../../../helpers/outcome-rows.ts";

/** Half of every ceiling: 500 ms after the first failure. */
const HALF = 0.5;
const at = (afterMs: number): string => new Date(START + afterMs).toISOString();

const otherKind = (kind: OperationKind): OperationKind =>
  kind === "restorePermission" ? "restoreAccount" : "restorePermission";

/** One entry that meets the row, and then one under another key that would be taken. */
async function meet(row: Row, kind: OperationKind) {
  const secondServer = await startHttpService();
  const subjectPath = OPERATIONS[kind].path;
  let gaveUp = false;
  const service = await startHttpService((outgoing, came) => {
    const meetsRow = came.path === subjectPath && !gaveUp;
    (meetsRow ? row.behave(secondServer.url) : answer(200))(outgoing, came);
  });
  const engine = openTestEngine({ randomness: writtenRandomness(HALF) });
  await connect(engine, service.url);
  const subject = await enter(engine, kind, 1);
  engine.clock.runUntil(START);
  if (row.afterMs !== undefined) {
    await until(() => service.came.some((came) => came.kind === kind));
    // Service and engine share this process: what was answered is read within a few turns of its loop.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
    engine.clock.runUntil(START + row.afterMs);
    gaveUp = true;
  }
  await until(async () => (await engine.entry(subject)).attempts.some((attempt) => attempt.endedAt !== null));
  const other = await enter(engine, otherKind(kind), 2);
  engine.clock.runUntil(engine.clock.now());
  return { engine, service, secondServer, subject, other };
}

describe.each(ROWS)("$name", (row) => {
  it.each(OPERATION_KINDS)("for %s", async (kind) => {
    const { engine, service, secondServer, subject, other } = await meet(row, kind);
    const expected =
      OPERATIONS[kind].repeat === "converges" ? { ...row.expect, ...row.expectIfConverges } : row.expect;
    const entry = await engine.entry(subject);
    const status =
      OPERATIONS[kind].repeat === "converges" ? (row.statusIfConverges ?? row.status) : row.status;
    if (status !== "online") expect((await engine.call("sync.status", {})).state).toBe(status);

    expect(entry.state).toBe(expected.state);
    expect(entry.attemptCount).toBe(expected.counted ? 1 : 0);
    expect(entry.needsAttention).toBe(["outcome_unknown", "dead_letter"].includes(expected.state));
    expect(entry.nextAttemptAt).toBe(
      expected.waitMs === null ? null : at((row.afterMs ?? 0) + expected.waitMs),
    );
    expect(entry.answerUnderstood).toBe(expected.understood ?? null);
    if (expected.words === null) expect(entry.lastError).toBeNull();
    else expect(entry.lastError).toMatch(expected.words);

    const [attempt, ...more] = entry.attempts;
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({
      startedAt: at(0),
      endedAt: at(row.afterMs ?? 0),
      outcome: expected.outcome,
      httpStatus: expected.httpStatus,
      counted: expected.counted,
    });
    const sent = service.came.find((came) => came.kind === kind);
    const kept = row.kept === undefined ? null : typeof row.kept === "string" ? row.kept : row.kept(sent);
    expect(attempt?.responseBody).toBe(kept);
    expect(attempt?.problem !== null).toBe(row.isLost ?? false);

    // What was sent is what was stored, with the token and to nobody else.
    expect(sent?.body).toBe(entry.requestBody);
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
    });
    expect(service.came.filter((came) => came.kind === kind)).toHaveLength(1);
    expect(secondServer.connections()).toBe(0);

    // What has another key goes on, unless the whole line or the sign-in is in the way.
    if (row.others === "go_on") {
      await until(async () => {
        engine.clock.runUntil(engine.clock.now() + 1_000);
        return (await engine.entry(other)).state === "confirmed";
      });
      if (expected.waitMs === null) {
        expect((await engine.entry(subject)).state).toBe(expected.state);
        expect((await engine.call("sync.status", {})).state).toBe("online");
      }
    } else expect(await engine.entry(other)).toMatchObject({ state: "pending", attempts: [] });
    expect(engine.logged).toEqual([]);
  });
});

it("the good body of this test is as in the interface", () => {
  for (const kind of OPERATION_KINDS) {
    const body = kind.startsWith("restore") ? "{}" : `{"serialNo":"11111111-1111-4111-8111-111111111111"}`;
    const good: unknown = JSON.parse(goodBody({ kind, body }));
    expect(OPERATIONS[kind].response.safeParse(good).success).toBe(true);
  }
});
