/** The engine's entry as the app starts it: what it says over its port, before it is open, while it is and at its end. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { THE_PROGRAM } from "../../../contract/call.ts";
import { errorInEnglish } from "../../../contract/english.ts";
import {
  DEVICE,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  TENANT,
  TOKEN,
  USER,
  until,
} from "../../helpers/engine.ts";
import { initOf } from "../../helpers/init-message.ts";

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
  const replyTo = async (id: number): Promise<unknown> => {
    const find = () => said.find((message) => Reflect.get(Object(message), "id") === id);
    await until(() => find() !== undefined);
    return find();
  };
  return { child, said, first, replyTo, ended, log: () => log };
}
const init = (profile: string, more: Record<string, unknown> = {}) => ({ ...initOf(profile), ...more });
const invoke = (id: number, channel: string, input: unknown) => ({
  type: "invoke",
  id,
  channel,
  input,
  from: THE_PROGRAM,
});

it("answers by the number it was asked with, before it is open too, and ends with 0 when it is asked to", async () => {
  const { child, said, first, replyTo, ended } = startEntry();
  child.send(invoke(7, "sync.status", {}));
  expect(await first("reply")).toEqual({
    type: "reply",
    id: 7,
    reply: {
      ok: false,
      error: {
        code: "engine_unavailable",
        message: "The engine is not open.",
        details: { reason: "not_open" },
      },
    },
  });
  child.send(init(newFolder()));
  expect(await first("ready")).toEqual({ type: "ready", pid: child.pid });
  const save = { serviceUrl: NOWHERE, tenantId: TENANT, userId: USER, token: TOKEN };
  child.send(invoke(8, "connection.save", save));
  expect(await replyTo(8)).toMatchObject({ reply: { ok: true, value: { userId: USER, hasToken: true } } });
  child.send({ type: "networkHint" });
  child.send(invoke(9, "policy.set", { resendUnknown: true }));
  expect(await replyTo(9)).toMatchObject({ reply: { ok: true, value: { resendUnknown: true } } });
  expect(said).toContainEqual({
    type: "event",
    event: { event: "connection.changed", payload: { connected: true } },
  });
  child.send({ type: "stop" });
  expect(await ended).toEqual([0, null]);
});

it("that can't be opened says why in the words and facts of what refused, and ends with 1", async () => {
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
      message: errorInEnglish("internal", { reason: "unexpected" }),
      details: { reason: "unexpected" },
    },
  });
  expect(await ended).toEqual([1, null]);
  expect(JSON.parse(log())).toMatchObject({ level: "error", message: "the engine could not start" });
});

it("opens beside books that a newer version wrote, says why they stay closed, and backs up what it can open at its end", async () => {
  const counter = await openPaused();
  await enter(counter, "purchaseReturn");
  await counter.close();
  const folder = join(counter.profile, "connections");
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".sqlite"));
  const setVersion = (from: (found: number) => number): void => {
    const db = new Database(join(folder, name));
    db.pragma(`user_version = ${from(Number(db.pragma("user_version", { simple: true })))}`);
    db.close();
  };
  setVersion((found) => found + 10);
  const refused = startEntry();
  refused.child.send(init(counter.profile));
  await refused.first("ready");
  refused.child.send(invoke(1, "recovery.refusal", {}));
  expect(await refused.replyTo(1)).toMatchObject({ reply: { ok: true, value: { code: "newer_database" } } });
  refused.child.send({ type: "stop" });
  expect(await refused.ended).toEqual([0, null]);
  setVersion((found) => found - 10);
  const backups = join(counter.profile, "backups", `counter-${DEVICE}`);
  const made = (): string[] => readdirSync(backups).filter((file) => file.endsWith(".sqlite"));
  // An engine that ends begins a backup and gives it three seconds: a busy machine may need another end.
  await until(async () => {
    const { child, first, ended } = startEntry();
    child.send(init(counter.profile));
    await first("ready");
    child.send({ type: "stop" });
    expect(await ended).toEqual([0, null]);
    return made().length > 0;
  });
  expect(made()).toHaveLength(1);
});
