/** The PIN of an owner who works alone, through the channels of an engine with a real file. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { NO_FIXED_RIGHTS } from "../../../../../contract/rights.ts";
import { HASH_COSTS } from "../../../../../main/engine/core/context.ts";
import { hashSecret, isSecret } from "../../../../../main/engine/subjects/people/secret-hash.ts";
import {
  aReturn,
  aVoucher,
  enter,
  openPaused,
  openTestEngine,
  type TestEngine,
} from "../../../../helpers/engine.ts";

const EVERYTHING: Omit<ChannelInput<"pin.set">, "pin"> = {
  asksFor: ["taxVoucher", "restore", "outbox", "settings"],
  keepOpenMinutes: 5,
};
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const set = (engine: TestEngine, chosen = EVERYTHING) => engine.call("pin.set", { pin: "1234", ...chosen });
const unlock = (engine: TestEngine, pin = "1234") => engine.call("pin.unlock", { pin });
const status = (engine: TestEngine) => engine.call("pin.status", {});
const wait = ({ clock }: TestEngine, ms: number) => clock.runUntil(clock.now() + ms);
/** The same profile and the same moment, in another start of the program. */
async function restart(engine: TestEngine): Promise<TestEngine> {
  await engine.close();
  return openTestEngine({ profile: engine.profile, clock: engine.clock });
}
/** Whether a voucher can be changed now. */
async function opens(engine: TestEngine, n = 1): Promise<boolean> {
  try {
    await enter(engine, "taxVoucher", n);
    return true;
  } catch (error) {
    expect(String(error)).toContain("pin_needed");
    return false;
  }
}
async function tryWrong(engine: TestEngine, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    expect((await engine.refusal("pin.unlock", { pin: "0000" })).code).toBe("pin_wrong");
}
const acts = async (engine: TestEngine) =>
  (await engine.call("audit.list", {})).entries
    .filter(({ action }) => action.startsWith("pin."))
    .map(({ action, details }) => [action, details])
    .reverse();

describe("the owner's PIN", () => {
  it("asks for nothing until it is set, then for what was chosen and never for a return", async () => {
    const engine = await openPaused();
    expect(await opens(engine)).toBe(true);
    await set(engine, { ...EVERYTHING, asksFor: ["outbox"] });
    expect(await opens(engine, 2)).toBe(true);
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    const refused = await engine.refusal("outbox.discard", { entryId, reason: "twice" });
    expect(refused).toMatchObject({
      code: "pin_needed",
      details: { channel: "outbox.discard", action: "outbox" },
    });
    // To replace an entry that waits is to discard it.
    expect((await engine.refusal("purchaseReturn.post", aReturn({ corrects: entryId }))).code).toBe(
      "pin_needed",
    );
    expect((await engine.refusal("pin.set", { pin: "9999", ...EVERYTHING })).code).toBe("wrong_state");
    expect((await engine.entry(entryId)).state).toBe("pending");
  });

  it("opens for its minutes, and closes when they are over", async () => {
    const engine = await openPaused();
    await set(engine);
    expect(await unlock(engine)).toMatchObject({ open: true });
    wait(engine, 5 * MINUTE - 1);
    expect(await opens(engine)).toBe(true);
    wait(engine, 1);
    expect(engine.events.findLast(({ event }) => event === "pin.changed")?.payload).toMatchObject({
      open: false,
    });
    expect(await opens(engine)).toBe(false);
  });

  it("stays open no longer where the clock is set back meanwhile", async () => {
    const engine = await openPaused();
    await set(engine);
    await unlock(engine);
    engine.clock.turnTo(engine.clock.now() - DAY);
    wait(engine, 5 * MINUTE);
    expect(await opens(engine)).toBe(false);
  });

  it("that is asked each time lets one action through, and what asks for nothing doesn't use it up", async () => {
    const engine = await openPaused();
    await set(engine, { ...EVERYTHING, keepOpenMinutes: 0 });
    await unlock(engine);
    await enter(engine, "purchaseReturn");
    expect([await opens(engine), await opens(engine)]).toEqual([true, false]);
    await unlock(engine);
    wait(engine, MINUTE);
    expect(await opens(engine)).toBe(false);
  });

  it("locks at once, and is locked at every start", async () => {
    const engine = await openPaused();
    await set(engine);
    await unlock(engine);
    expect(await engine.call("pin.lock", {})).toMatchObject({ open: false });
    expect(await opens(engine)).toBe(false);
    await unlock(engine);
    expect(await opens(await restart(engine))).toBe(false);
  });

  it("is asked for every change of itself, and the new one counts from then on", async () => {
    const engine = await openPaused();
    await set(engine);
    const refused = async (
      channel: "pin.change" | "pin.configure" | "pin.remove" | "pin.renewCode",
      more = {},
    ) => (await engine.refusal(channel, { pin: "0000", ...more })).code;
    expect(await refused("pin.change", { newPin: "5678" })).toBe("pin_wrong");
    expect(await refused("pin.configure", EVERYTHING)).toBe("pin_wrong");
    expect(await refused("pin.remove")).toBe("pin_wrong");
    expect(await refused("pin.renewCode")).toBe("pin_wrong");
    await engine.call("pin.change", { pin: "1234", newPin: "5678" });
    const chosen = { asksFor: ["restore" as const], keepOpenMinutes: 15 as const };
    expect((await engine.refusal("pin.configure", { pin: "1234", ...chosen })).code).toBe("pin_wrong");
    expect(await engine.call("pin.configure", { pin: "5678", ...chosen })).toMatchObject(chosen);
  });

  it("that was removed asks for nothing, also after the next start, and can be set anew", async () => {
    const engine = await openPaused();
    await set(engine);
    expect(await engine.call("pin.remove", { pin: "1234" })).toMatchObject({ isSet: false, asksFor: [] });
    const again = await restart(engine);
    expect(await status(again)).toMatchObject({ isSet: false, open: false });
    expect((await again.call("people.status", {})).standing).toEqual({ state: "free" });
    expect((await again.refusal("pin.unlock", { pin: "1234" })).code).toBe("wrong_state");
    expect(await opens(again)).toBe(true);
    await again.call("pin.set", { pin: "5678", ...EVERYTHING });
    expect(await opens(again)).toBe(false);
    await unlock(again, "5678");
    expect(await opens(again)).toBe(true);
  });

  it("asks for what the owner's policy adds to what was chosen, once it is set", async () => {
    const fixed = { ...NO_FIXED_RIGHTS, pinAsksFor: ["taxVoucher" as const] };
    const engine = await openPaused({ fixed });
    expect((await status(engine)).asksFor).toEqual([]);
    expect(await opens(engine)).toBe(true);
    await set(engine, { ...EVERYTHING, asksFor: ["outbox"] });
    expect((await status(engine)).asksFor).toEqual(["taxVoucher", "outbox"]);
    expect(await opens(engine)).toBe(false);
    // What the policy adds is no choice of this counter's.
    expect((await status(await restart(engine))).asksFor).toEqual(["outbox"]);
  });

  it("of two that are set at once is the first's alone", async () => {
    const engine = await openPaused();
    const both = await Promise.allSettled([
      set(engine),
      engine.call("pin.set", { pin: "5678", ...EVERYTHING }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await engine.call("people.list", {})).people).toHaveLength(1);
  });
});

describe("wrong tries of the PIN", () => {
  it("wait from the fifth on, also after a start and a change of the clock, and the right one ends it", async () => {
    const engine = await openPaused();
    await set(engine);
    await tryWrong(engine, 5);
    expect((await status(engine)).pinWaitMs).toBe(30_000);
    engine.clock.turnTo(engine.clock.now() + DAY);
    expect((await engine.refusal("pin.unlock", { pin: "1234" })).code).toBe("pin_wait");
    wait(engine, 29_000);
    expect((await status(engine)).pinWaitMs).toBe(1_000);

    const again = await restart(engine);
    expect((await status(again)).pinWaitMs).toBe(30_000);
    expect((await again.refusal("pin.change", { pin: "1234", newPin: "5678" })).code).toBe("pin_wait");
    wait(again, 30_000);
    await tryWrong(again, 1);
    expect((await status(again)).pinWaitMs).toBe(60_000);
    wait(again, 60_000);
    await unlock(again);
    await tryWrong(again, 1);
    expect((await status(again)).pinWaitMs).toBe(0);
  });

  it("are written down before they are checked", async () => {
    const engine = await openPaused();
    await set(engine);
    await tryWrong(engine, 4);
    const asked = engine.refusal("pin.unlock", { pin: "0000" });
    // The check takes a tenth of a second; the fifth try waits for the others already.
    expect((await status(engine)).pinWaitMs).toBe(30_000);
    expect((await asked).code).toBe("pin_wrong");
  });

  it("that come all at once are counted one by one", async () => {
    const engine = await openPaused();
    await set(engine);
    const tried = Array.from({ length: 8 }, () => engine.refusal("pin.unlock", { pin: "0000" }));
    const codes = (await Promise.all(tried)).map(({ code }) => code).sort();
    expect(codes).toEqual([...Array(3).fill("pin_wait"), ...Array(5).fill("pin_wrong")]);
  });
});

describe("the recovery code", () => {
  it("sets a new PIN while the PIN waits, opens, and works once", async () => {
    const engine = await openPaused();
    const { recoveryCode } = await set(engine);
    await tryWrong(engine, 5);
    const next = await engine.call("pin.reset", { recoveryCode, newPin: "5678" });
    expect(await status(engine)).toMatchObject({ open: true, pinWaitMs: 0, codeWaitMs: 0 });
    expect((await engine.refusal("pin.reset", { recoveryCode, newPin: "9999" })).code).toBe("pin_wrong");
    await tryWrong(engine, 1);
    expect((await engine.refusal("pin.unlock", { pin: "1234" })).code).toBe("pin_wrong");
    await unlock(engine, "5678");
    await engine.call("pin.reset", { recoveryCode: next.recoveryCode, newPin: "4321" });
  });

  it("used twice at once sets one PIN", async () => {
    const engine = await openPaused();
    const { recoveryCode } = await set(engine);
    const both = await Promise.allSettled(
      ["5678", "9999"].map((newPin) => engine.call("pin.reset", { recoveryCode, newPin })),
    );
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("waits after wrong tries, also after the next start, and the PIN doesn't", async () => {
    const engine = await openPaused();
    await set(engine);
    const { recoveryCode: wrong } = await engine.call("pin.renewCode", { pin: "1234" });
    await engine.call("pin.renewCode", { pin: "1234" });
    for (let n = 0; n < 5; n += 1)
      expect((await engine.refusal("pin.reset", { recoveryCode: wrong, newPin: "5678" })).code).toBe(
        "pin_wrong",
      );
    expect(await status(await restart(engine))).toMatchObject({ codeWaitMs: 30_000, pinWaitMs: 0 });
  });
});

describe("what is kept of a PIN", () => {
  it("is neither the PIN nor the code: not in the files, the log or the activity", async () => {
    const engine = await openPaused();
    const { recoveryCode } = await set(engine);
    await engine.call("pin.change", { pin: "1234", newPin: "135790246" });
    await engine.refusal("pin.unlock", { pin: "864209753" });
    await engine.call("pin.reset", { recoveryCode, newPin: "975310864" });
    const said = JSON.stringify([await engine.call("audit.list", {}), engine.logged, engine.events]);
    await engine.close();
    const folder = join(engine.profile, "connections");
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => readFileSync(join(folder, name), "latin1"));
    expect(files.length).toBeGreaterThan(0);
    for (const secret of [
      "135790246",
      "864209753",
      "975310864",
      recoveryCode,
      recoveryCode.replaceAll(" ", ""),
    ])
      expect([said, ...files].some((text) => text.includes(secret))).toBe(false);
  });

  it("is each act of it in the activity", async () => {
    const engine = await openPaused();
    const { recoveryCode } = await set(engine);
    await tryWrong(engine, 1);
    await unlock(engine);
    await engine.call("pin.lock", {});
    await engine.call("pin.lock", {});
    await unlock(engine);
    wait(engine, 5 * MINUTE);
    await engine.call("pin.configure", { pin: "1234", asksFor: ["restore"], keepOpenMinutes: 0 });
    await unlock(engine);
    await enter(engine, "restoreAccount");
    await engine.call("pin.change", { pin: "1234", newPin: "5678" });
    await engine.call("pin.renewCode", { pin: "5678" });
    await engine.refusal("pin.reset", { recoveryCode, newPin: "1111" });
    await engine.call("pin.remove", { pin: "5678" });
    expect(await acts(engine)).toEqual([
      ["pin.set", { asksFor: EVERYTHING.asksFor, minutes: 5 }],
      ["pin.wrong", { which: "pin", wrongTries: 1, waitSeconds: 0 }],
      ["pin.opened", { minutes: 5 }],
      ["pin.locked", { why: "person" }],
      ["pin.opened", { minutes: 5 }],
      ["pin.locked", { why: "time_over" }],
      ["pin.configured", { asksFor: ["restore"], minutes: 0 }],
      ["pin.opened", { minutes: 0 }],
      ["pin.changed", {}],
      ["pin.codeRenewed", {}],
      ["pin.wrong", { which: "code", wrongTries: 1, waitSeconds: 0 }],
      ["pin.removed", {}],
    ]);
  });

  it("is a hash with a new salt each time, which knows its secret alone", async () => {
    const [one, two] = await Promise.all([
      hashSecret("1234", HASH_COSTS.dear),
      hashSecret("1234", HASH_COSTS.dear),
    ]);
    expect(one.hash).not.toBe(two.hash);
    expect(await isSecret(one, "1234")).toBe(true);
    expect(await isSecret(two, "1235")).toBe(false);
    expect(await isSecret({ ...one, hash: one.hash.slice(0, 8) }, "1234")).toBe(false);
  });
});

it("an owner who works alone enters as the connection's user, and nothing has a person", async () => {
  const engine = await openPaused();
  await set(engine);
  await unlock(engine);
  const { entryId } = await engine.call("taxVoucher.update", aVoucher());
  const entry = await engine.entry(entryId);
  expect(entry).toMatchObject({ person: null, approver: null });
  expect(JSON.parse(entry.requestBody)).toMatchObject({ creatorUserId: 501 });
});
