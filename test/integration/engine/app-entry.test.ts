/** The engine's entry as the app starts it: what it says over its port, before it is open, while it is and at its end. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFolder, openTestEngine, TENANT, TOKEN, USER, until } from "../../helpers/engine.ts";

const NOWHERE = "http://127.0.0.1:9";

function startEntry() {
  const child = fork(resolve("test/helpers/engine-process.ts"), [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said: unknown[] = [];
  let log = "";
  child.on("message", (message) => void said.push(message));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  /** The first message of this kind. */
  const first = async (type: string): Promise<unknown> => {
    const find = () => said.find((message) => Reflect.get(Object(message), "type") === type);
    await until(() => find() !== undefined);
    return find();
  };
  return { child, said, first, ended, log: () => log };
}
const init = (profile: string, more: Record<string, unknown> = {}) => ({
  type: "init",
  profile,
  appVersion: "0.0.0-test",
  sqliteBinding: null,
  tokens: {},
  proxy: null,
  ...more,
});
const invoke = (id: number, channel: string, input: unknown) => ({ type: "invoke", id, channel, input });

it("answers by the number it was asked with, before it is open too, and ends with 0 when it is told to", async () => {
  const { child, said, first, ended } = startEntry();
  child.send(invoke(7, "sync.status", {}));
  expect(await first("reply")).toEqual({
    type: "reply",
    id: 7,
    reply: {
      ok: false,
      error: { code: "engine_unavailable", message: "The engine is not open.", details: {} },
    },
  });
  child.send(init(newFolder()));
  expect(await first("ready")).toEqual({ type: "ready", pid: child.pid });
  const save = { serviceUrl: NOWHERE, tenantId: TENANT, userId: USER, token: TOKEN };
  child.send(invoke(8, "connection.save", save));
  const replyTo = async (id: number): Promise<unknown> => {
    const find = () => said.find((message) => Reflect.get(Object(message), "id") === id);
    await until(() => find() !== undefined);
    return find();
  };
  expect(await replyTo(8)).toMatchObject({ reply: { ok: true, value: { userId: USER, hasToken: true } } });
  child.send({ type: "networkHint" });
  child.send({ type: "record", act: { action: "pin.set", at: 1_000, details: { minutes: 5 } } });
  child.send(invoke(9, "audit.list", {}));
  expect(await replyTo(9)).toMatchObject({
    reply: { ok: true, value: { entries: [{ action: "pin.set", at: "1970-01-01T00:00:01.000Z" }] } },
  });
  expect(said).toContainEqual({
    type: "event",
    event: { event: "connection.changed", payload: { connected: true } },
  });
  child.send({ type: "stop" });
  expect(await ended).toEqual([0, null]);
});

it("that can't be opened says why in the words and facts of whoever refused, and ends with 1", async () => {
  const other = openTestEngine();
  const { child, first, ended, log } = startEntry();
  child.send(init(other.profile));
  expect(await first("failed")).toEqual({
    type: "failed",
    error: {
      code: "profile_in_use",
      message: expect.stringContaining(`already running on this profile: ${other.profile}.`),
      details: { path: other.profile },
    },
  });
  expect(await ended).toEqual([1, null]);
  expect(log()).toBe("");
});

it("that meets what nobody expected says so without its words, which are in the log, and ends with 1", async () => {
  const { child, first, ended, log } = startEntry();
  child.send(init(newFolder(), { sqliteBinding: "/nowhere/binding.node" }));
  expect(await first("failed")).toEqual({
    type: "failed",
    error: {
      code: "internal",
      message: "The engine could not start; the log holds the details.",
      details: {},
    },
  });
  expect(await ended).toEqual([1, null]);
  expect(JSON.parse(log())).toMatchObject({ level: "error", message: "the engine could not start" });
});
