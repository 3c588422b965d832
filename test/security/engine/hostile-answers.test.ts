/** A service that answers to hurt: the engine takes it as one odd answer, and everything goes on. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { EngineChannel } from "../../../contract/channels.ts";
import { connect, enter, openTestEngine, type TestEngine, until } from "../../helpers/engine.ts";
import { answer, type Behave, goodBody, startHttpService } from "../../helpers/http-service.ts";
import { countedConnect, writtenTime } from "../../helpers/written-time.ts";

const raw =
  (status: number, headers: Record<string, string | string[]>, body: string | Buffer): Behave =>
  (outgoing) => {
    outgoing.sendDate = false;
    outgoing.writeHead(status, headers);
    outgoing.end(body);
  };
const json = { "content-type": "application/json" };
const FAR = [
  "+275760-09-13T00:00:00.000Z",
  "Fri, 31 Dec 99999 23:59:59 GMT",
  "9999999999",
  "Sat, 01 Jan 0001 00:00:00 GMT",
];

/** A whole, good transaction with some fields in place of the good ones. */
const withFields = (fields: string): Behave =>
  answer(200, (came) => goodBody(came).replace(/^\[\{/, `[{${fields},`).replaceAll('"serviceId":1,', ""));

const ANSWERS: [string, Behave][] = [
  ["nested a million deep", answer(200, "[".repeat(1_000_000))],
  ["nested in objects", answer(200, '{"a":'.repeat(500_000))],
  [
    "of prototype keys",
    answer(200, '[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]'),
  ],
  [
    "with prototype keys beside the good ones",
    withFields('"__proto__":{"polluted":true},"toString":1,"hasOwnProperty":2'),
  ],
  ["with numbers beyond all bounds", withFields('"serviceId":1e999999999,"a":-0,"b":1E+400')],
  ["with a very long number", withFields(`"serviceId":${"9".repeat(100_000)}`)],
  [
    "with times that never were",
    withFields('"createdAt":"+275760-09-13T00:00:00.000Z","updatedAt":"0000-00-00T99:99:99.999Z"'),
  ],
  ["with texts that are none", raw(200, json, Buffer.from([0x5b, 0xff, 0xfe, 0x00, 0xc0, 0xaf, 0x5d]))],
  [
    "of markup",
    raw(200, { "content-type": "text/html" }, "<script>alert(1)</script><img src=x onerror=alert(1)>"),
  ],
  [
    "packed, though nobody asked for it",
    raw(200, { ...json, "content-encoding": "gzip" }, gzipSync(Buffer.alloc(5_000_000))),
  ],
  ["with very many fields", withFields(Array.from({ length: 50_000 }, (_, n) => `"f${n}":${n}`).join())],
  ["with very many rows", answer(200, `[${Array.from({ length: 20_000 }, () => "{}").join()}]`)],
  ["with one very long text", answer(422, JSON.stringify({ message: "x".repeat(3_000_000) }))],
  [
    "with direction marks and control characters",
    answer(422, JSON.stringify({ message: "\u202e\u0000\u001b[2Jgood" })),
  ],
  ["larger than is read", raw(200, json, Buffer.alloc(40 * 1024 * 1024, 0x20))],
  ...FAR.map((time): [string, Behave] => [
    `to wait until ${time}`,
    raw(503, { ...json, "retry-after": time }, "{}"),
  ]),
  ...FAR.map((time): [string, Behave] => [`of the day ${time}`, raw(200, { ...json, date: time }, "[]")]),
  [
    "to wait from the first day to the last",
    raw(
      429,
      { ...json, "retry-after": "+275760-09-13T00:00:00.000Z", date: "-271821-04-20T00:00:00.000Z" },
      "{}",
    ),
  ],
  ["with a status that is none", raw(299, json, "{}")],
  [
    "with a cookie, a refresh and a link",
    raw(
      200,
      { ...json, "set-cookie": ["a=1", "b=2"], refresh: "0; url=http://127.0.0.1:1", link: "<x>; rel=next" },
      "[]",
    ),
  ],
];

const READS: [EngineChannel, object][] = [
  ["sync.status", {}],
  ["outbox.list", {}],
  ["outbox.summary", {}],
  ["documents.search", { text: "" }],
  ["audit.list", {}],
  ["mirror.counts", {}],
  ["connection.list", {}],
];

/** Is everything that a screen asks for still answered as the contract says? */
async function isWell(engine: TestEngine, entryId: string): Promise<void> {
  for (const [channel, input] of READS) await engine.call(channel, Object.assign({}, input));
  const { serialNo } = await engine.entry(entryId);
  if (serialNo !== null) await engine.call("documents.get", { serialNo });
}

describe("an answer", () => {
  it.each(ANSWERS)("%s is taken as one odd answer", { timeout: 30_000 }, async (_, behave) => {
    const service = await startHttpService(behave);
    const { connect: counted, opening } = countedConnect();
    const engine = openTestEngine({ connect: counted });
    await connect(engine, service.url);
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(id)).attempts[0]?.endedAt != null);
    await isWell(engine, id);
    // The next entry is not held up by what was said of this one.
    service.behave = answer(200);
    const next = await enter(engine, "restoreAccount", 2);
    await writtenTime(engine, opening).pass(400_000);
    expect(await engine.entry(next)).toMatchObject({ state: "confirmed" });
    expect(engine.logged.filter((line) => /failed|unexpected/i.test(line))).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    const { profile } = engine;
    await engine.close();
    for (const name of readdirSync(join(profile, "connections")).filter((one) => one.endsWith(".sqlite"))) {
      const db = new Database(join(profile, "connections", name), { readonly: true });
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
      db.close();
    }
  });

  it("that asks to wait for ever gets a time that can be written, and staff may still send at once", async () => {
    for (const time of FAR.slice(0, 3)) {
      const service = await startHttpService(raw(503, { ...json, "retry-after": time }, "{}"));
      const engine = openTestEngine();
      await connect(engine, service.url);
      const id = await enter(engine, "restoreAccount");
      engine.clock.runUntil(engine.clock.now());
      await until(async () => (await engine.entry(id)).state === "retry_wait");
      expect((await engine.entry(id)).nextAttemptAt, time).toMatch(/^\d{4}-/);
      service.behave = answer(200);
      await engine.call("outbox.resend", { entryId: id });
      engine.clock.runUntil(engine.clock.now() + 1_000);
      await until(async () => (await engine.entry(id)).state === "confirmed");
    }
  });
});
