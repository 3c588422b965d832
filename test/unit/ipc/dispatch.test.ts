import { describe, expect, it, vi } from "vitest";
import { CHANNELS } from "../../../contract/channels.ts";
import {
  type CallEngine,
  createDispatch,
  type Guard,
  isWithinSize,
  type ShellHandlers,
} from "../../../main/ipc/dispatch.ts";
import { refused } from "../../helpers/refused.ts";

/** Two that throw; every other channel answers, whatever channels there are. */
const throwing: Readonly<Record<string, () => never>> = {
  "settings.set": () => {
    throw new Error("secret path /home/staff and a stack");
  },
  "vault.status": () => {
    throw refused("vault_unavailable", { backend: "none" });
  },
};
const handlers = new Proxy<ShellHandlers>(Object.create(null), {
  get: (_, name) => throwing[String(name)] ?? (() => ({})),
});
const engine = vi.fn<CallEngine>(async (_, input) => ({ ok: true, value: input }));
const guard = vi.fn<Guard>();
const unexpected = vi.fn();
const dispatch = createDispatch(handlers, engine, guard, unexpected);

describe("dispatch", () => {
  it("answers every channel of the contract", async () => {
    for (const name of Object.keys(CHANNELS)) {
      const reply = await dispatch(name, { no: "such field" }, "program");
      expect(reply, name).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    }
  });

  it("hands the engine what was parsed, not what came", async () => {
    const input = { serviceUrl: "HTTPS://Books.Example/api/", tenantId: "7", userId: 1, token: " t " };
    expect(await dispatch("connection.save", input, "program")).toEqual({
      ok: true,
      value: { serviceUrl: "https://books.example/api", tenantId: 7, userId: 1, token: "t" },
    });
  });

  it("tells the engine which page asks", async () => {
    await dispatch("sync.status", {}, "program");
    const call = expect.objectContaining({
      channel: "sync.status",
      from: expect.objectContaining({ page: "program" }),
    });
    expect(engine).toHaveBeenLastCalledWith(call, {});
  });

  it("names each wrong field", async () => {
    const reply = await dispatch(
      "connection.save",
      { serviceUrl: "http://books.example", tenantId: "x" },
      "program",
    );
    expect(reply).toMatchObject({
      error: {
        details: {
          issues: expect.arrayContaining([
            expect.objectContaining({ field: "serviceUrl", reason: "insecure_url" }),
            expect.objectContaining({ field: "tenantId", reason: "not_an_integer" }),
            expect.objectContaining({ field: "userId", reason: "required" }),
          ]),
        },
      },
    });
  });

  it("passes errors that are meant for the caller, and hides all others", async () => {
    expect(await dispatch("vault.status", {}, "program")).toEqual({
      ok: false,
      error: { code: "vault_unavailable", message: "vault_unavailable", details: { backend: "none" } },
    });
    const hidden = await dispatch("settings.set", {}, "program");
    expect(hidden).toMatchObject({
      ok: false,
      error: { code: "internal", details: { reason: "unexpected" } },
    });
    expect(JSON.stringify(hidden)).not.toContain("secret");
    expect(unexpected).toHaveBeenCalledWith("settings.set", expect.any(Error));
  });

  it("lets nothing through that its guard holds back, at once or later, to the shell or to the engine", async () => {
    guard.mockImplementation(async ({ channel }) => {
      throw refused("pin_needed", { channel });
    });
    engine.mockClear();
    for (const [name, input] of [
      ["sync.now", {}],
      ["settings.set", { statusMeanings: {} }],
    ] as const)
      expect(await dispatch(name, input, "program")).toMatchObject({ error: { code: "pin_needed" } });
    expect(await dispatch("sync.now", { no: "such field" }, "program")).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect(engine).not.toHaveBeenCalled();
    expect(unexpected).not.toHaveBeenCalled();
    guard.mockReset();
  });

  it("answers for an engine that throws", async () => {
    engine.mockRejectedValueOnce(new Error("broken pipe"));
    expect(await dispatch("sync.now", {}, "program")).toMatchObject({
      ok: false,
      error: { code: "internal" },
    });
  });

  it("refuses what is too large or oddly made before looking into it", async () => {
    for (const input of [{ a: "x".repeat(9_000_000) }, new Map(), { a: new Date() }, () => undefined])
      expect(await dispatch("settings.set", input, "program")).toMatchObject({
        ok: false,
        error: { code: "too_large" },
      });
  });
});

describe("isWithinSize", () => {
  it("counts characters, keys and values", () => {
    expect(isWithinSize({ a: ["x", 1, null, true] })).toBe(true);
    expect(isWithinSize("x".repeat(100), 50)).toBe(false);
    expect(isWithinSize({ ["k".repeat(100)]: 1 }, 50)).toBe(false);
    expect(
      isWithinSize(
        Array.from({ length: 100 }, () => 1),
        50,
      ),
    ).toBe(false);
  });

  it("ends in a circle and in depth", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(isWithinSize(circle)).toBe(false);
    let deep: unknown = 1;
    for (let at = 0; at < 10_000; at += 1) deep = [deep];
    expect(isWithinSize(deep)).toBe(false);
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect([isWithinSize(nested(32)), isWithinSize(nested(33))]).toEqual([true, false]);
  });

  it("takes the largest draft", () => {
    expect(isWithinSize({ draftId: "d", kind: "purchaseReturn", content: "x".repeat(4_000_000) })).toBe(true);
  });
});
