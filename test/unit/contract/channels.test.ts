/** The registry of channels: what is left out beside a channel's schemas doesn't compile, and what isn't in it can't be called. */
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { CountersideBridge } from "../../../contract/bridge.ts";
import { nothing } from "../../../contract/channels/common.ts";
import { engine, shell } from "../../../contract/channels/declare.ts";
import { CHANNELS, channelOf, isChannelName } from "../../../contract/channels.ts";
import { type CallEngine, createDispatch, type ShellHandlers } from "../../../main/ipc/dispatch.ts";
import { mayAsk } from "../../../main/ipc/sender.ts";

// Each expected error is asked for by `npm run types`: where a fact could be left out, it is the error.
it("a channel that leaves out which right it needs, or what a field names, is refused by the compiler", () => {
  const file = z.strictObject({ kind: z.string(), rejectedPath: z.string().optional() });
  const server = z.strictObject({ serviceUrl: z.string() });
  const look = z.strictObject({ theme: z.string() }).partial();
  const refused = [
    // @ts-expect-error no right
    () => engine.changes(nothing, nothing),
    // @ts-expect-error no such right
    () => engine.changes("everything", nothing, nothing),
    // @ts-expect-error no purpose for the file
    () => engine.reads("nothing", file, nothing),
    // @ts-expect-error no dialog gives a file for that
    () => engine.reads("nothing", file, nothing, { rejectedPath: "server" }),
    // @ts-expect-error no word on the server
    () => engine.enters("nothing", server, nothing),
    // @ts-expect-error a field that isn't there
    () => engine.reads("nothing", nothing, nothing, { path: "backup" }),
    // @ts-expect-error a field that isn't there
    () => shell.changes(({ colour }) => (colour ? "nothing" : ["settings"]), look, nothing),
  ];
  expect(refused).toHaveLength(7);
  expect(shell.changes(({ theme }) => (theme ? "nothing" : ["settings"]), look, nothing).names).toEqual({});
  expect(
    engine.reads("nothing", file, nothing, { rejectedPath: "saveRejected" }).needs({ kind: "" }, null),
  ).toBe("nothing");
});

it("a window can name only channels of the registry", () => {
  const call = (bridge: CountersideBridge) => [
    () => bridge.invoke("sync.status", {}),
    // @ts-expect-error not in the registry
    () => bridge.invoke("engine.stop", {}),
    // @ts-expect-error not what the channel takes
    () => bridge.invoke("draft.remove", {}),
  ];
  expect(call).toHaveLength(1);
});

const behind = { engine: vi.fn<CallEngine>(async () => ({ ok: true, value: {} })), shell: vi.fn(() => ({})) };
const dispatch = createDispatch(
  new Proxy<ShellHandlers>(Object.create(null), { get: () => behind.shell }),
  behind.engine,
  () => undefined,
  () => undefined,
);

it("a name that isn't in the registry reaches nobody behind the gate, whatever it is", async () => {
  const inherited = fc.constantFrom(...["__proto__", "constructor", "toString", "hasOwnProperty", ""]);
  const altered = fc
    .tuple(fc.constantFrom(...Object.keys(CHANNELS)), fc.constantFrom(" ", ".", "\0", "s"))
    .map(([name, end]) => name + end);
  await fc.assert(
    fc.asyncProperty(fc.oneof(inherited, altered, fc.string(), fc.anything()), async (name) => {
      if (typeof name === "string" && isChannelName(name)) return;
      expect(await dispatch(name, {}, "program")).toMatchObject({
        ok: false,
        error: { code: "unknown_channel" },
      });
    }),
  );
  expect([behind.engine.mock.calls, behind.shell.mock.calls]).toEqual([[], []]);
});

it("a channel of the registry is answered by the process it names, and asked by one page or by none", async () => {
  for (const name of Object.keys(CHANNELS).filter(isChannelName)) {
    const { owner, page, input } = CHANNELS[name];
    const pages = (["program", "print"] as const).filter((role) => mayAsk(role, name));
    expect(pages, name).toEqual(page === null ? [] : [page]);
    if (!input.safeParse({}).success) continue;
    behind.engine.mockClear();
    behind.shell.mockClear();
    await dispatch(name, {}, "program");
    expect([behind.engine.mock.calls.length, behind.shell.mock.calls.length], name).toEqual(
      owner === "engine" ? [1, 0] : [0, 1],
    );
  }
  expect(channelOf("no.such")).toBeNull();
});
