/** What a SIGKILL leaves behind, wherever it falls. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OPERATION_KINDS, type OperationKind } from "../../../../../contract/operations.ts";
import { aReturn, enter, newFolder, until } from "../../../../helpers/engine.ts";
import { connectHeadless, startHeadless } from "../../../../helpers/headless.ts";
import { answer, type HttpService, startHttpService } from "../../../../helpers/http-service.ts";

/** So many answers widen the sending to all the lanes that the entries behind them need. */
const IN_FRONT = OPERATION_KINDS.length + 1;
/** Sets those behind apart from them. */
const LAST = 604;

/** A profile on which one entry of each kind was in flight when its engine was killed. */
async function killedInFlight(): Promise<{
  profile: string;
  service: HttpService;
  idOf: (kind: OperationKind) => string;
}> {
  const profile = newFolder();
  // Those in front are answered, so that many may be under way; those behind them are not.
  const service = await startHttpService();
  const engine = await startHeadless(profile);
  await connectHeadless(engine, service.url);
  await engine.call("sync.pause", {});
  for (let n = 1; n <= IN_FRONT; n += 1)
    await engine.call("restore.request", { kind: "permission", permissionId: n });
  const ids = new Map<OperationKind, string>();
  for (const kind of OPERATION_KINDS) ids.set(kind, await enter(engine, kind, LAST));
  service.behave = (outgoing, came) => {
    if (came.kind === "restorePermission" && !came.body.includes(String(LAST))) answer(200)(outgoing, came);
  };
  await engine.call("sync.resume", {});
  await until(() => service.came.length === IN_FRONT + OPERATION_KINDS.length);
  // An answer that the engine has not written down yet would be asked for again, too.
  await until(async () => (await engine.call("sync.status", {})).counts.in_flight === OPERATION_KINDS.length);
  await engine.kill();
  service.came.length = 0;
  return { profile, service, idOf: (kind) => ids.get(kind) ?? "" };
}

describe("an engine that was killed", () => {
  it("has every entry that it acknowledged, whenever it was killed", async () => {
    const profile = newFolder();
    const kept = new Map<string, string>();
    for (const killAfter of [1, 7, 23, 40]) {
      const engine = await startHeadless(profile);
      if (kept.size === 0) await connectHeadless(engine, "http://127.0.0.1:9");
      const acknowledged = () => engine.lines.filter((line) => line.ok === true && Number(line.id) > 1_000);
      for (let n = 1; n <= 60; n += 1) {
        const input = aReturn({ note: `round ${killAfter} return ${n}` });
        engine.write(`${JSON.stringify({ id: 1_000 + n, channel: "purchaseReturn.post", input })}\n`);
      }
      await until(() => acknowledged().length >= killAfter);
      await engine.kill();
      for (const line of acknowledged()) {
        const value: unknown = line.value;
        if (typeof value !== "object" || value === null || !("entryId" in value))
          throw new Error("no entryId");
        kept.set(String(value.entryId), `round ${killAfter} return ${Number(line.id) - 1_000}`);
      }
    }
    const engine = await startHeadless(profile);
    const { entries } = await engine.call("outbox.list", { limit: 1_000 });
    const found = new Map(entries.map((entry) => [entry.entryId, entry]));
    expect(kept.size).toBeGreaterThanOrEqual(71);
    for (const [entryId, note] of kept) {
      expect(found.get(entryId)?.state, note).toMatch(/^(pending|retry_wait)$/);
      const entry = await engine.call("outbox.get", { entryId });
      expect(JSON.parse(entry.requestBody).note).toBe(note);
      expect(entry.requestHash).toBe(createHash("sha256").update(entry.requestBody).digest("hex"));
    }
    // Nothing half: what isn't acknowledged is there whole or not at all.
    const { counts } = await engine.call("sync.status", {});
    expect(counts.pending + counts.retry_wait).toBe(entries.length);
  });

  it("leaves a return unknown and sends everything else again", async () => {
    const { profile, service, idOf } = await killedInFlight();
    service.behave = answer(200);
    const engine = await startHeadless(profile);
    const unknown = await engine.call("outbox.get", { entryId: idOf("purchaseReturn") });
    expect(unknown).toMatchObject({ state: "outcome_unknown", attemptCount: 1, needsAttention: true });
    expect(unknown.attempts).toMatchObject([{ outcome: "interrupted", counted: true, httpStatus: null }]);
    for (const kind of OPERATION_KINDS) {
      if (kind === "purchaseReturn") continue;
      const entry = await engine.call("outbox.get", { entryId: idOf(kind) });
      expect(entry.attempts, kind).toMatchObject([{ outcome: "interrupted", counted: true }]);
      expect(entry.state, kind).toBe("retry_wait");
    }
    // A token lives in memory only: nothing goes out before it is given again.
    expect((await engine.call("sync.status", {})).state).toBe("sign_in_needed");
    expect(service.came).toEqual([]);
    await connectHeadless(engine, service.url);
    await until(async () => (await engine.call("sync.status", {})).counts.retry_wait === 0);
    for (const kind of OPERATION_KINDS) {
      const entry = await engine.call("outbox.get", { entryId: idOf(kind) });
      expect(entry.state, kind).toBe(kind === "purchaseReturn" ? "outcome_unknown" : "confirmed");
      if (kind !== "purchaseReturn")
        expect(service.came.filter((came) => came.kind === kind).map((came) => came.body)).toEqual([
          entry.requestBody,
        ]);
    }
    expect(service.came.filter((came) => came.kind === "purchaseReturn")).toEqual([]);
  });

  it("sends a return again with --resend-unknown, with the same bytes", async () => {
    const { profile, service, idOf } = await killedInFlight();
    service.behave = answer(200);
    const engine = await startHeadless(profile, "--resend-unknown");
    expect((await engine.call("outbox.get", { entryId: idOf("purchaseReturn") })).state).toBe("retry_wait");
    await connectHeadless(engine, service.url);
    await until(
      async () =>
        (await engine.call("outbox.get", { entryId: idOf("purchaseReturn") })).state === "confirmed",
    );
    const entry = await engine.call("outbox.get", { entryId: idOf("purchaseReturn") });
    const sent = service.came.filter((came) => came.kind === "purchaseReturn");
    expect(sent.map((came) => came.body)).toEqual([entry.requestBody]);
    // For this run only: the owner's own setting stays as it was.
    await engine.finish();
    const later = await startHeadless(profile);
    expect(await later.call("policy.get", {})).toEqual({ resendUnknown: false, confirmAnySuccess: false });
  });

  it("finds out an unknown outcome that an earlier run left, too, with --resend-unknown", async () => {
    const { profile, service, idOf } = await killedInFlight();
    await (await startHeadless(profile)).kill();
    service.behave = answer(200);
    const engine = await startHeadless(profile, "--resend-unknown");
    await connectHeadless(engine, service.url);
    await until(
      async () =>
        (await engine.call("outbox.get", { entryId: idOf("purchaseReturn") })).state === "confirmed",
    );
    expect(service.came.filter((came) => came.kind === "purchaseReturn")).toHaveLength(1);
  });
});
