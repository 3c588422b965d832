/** The headless contract, line by line (contract.md, "Headless"). */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENTS } from "../../../contract/events.ts";
import { replyError } from "../../../contract/reply.ts";
import { aReturn, NOWHERE, newFolder, until } from "../../helpers/engine.ts";
import { connectHeadless, type Headless, spawnHeadless, startHeadless } from "../../helpers/headless.ts";
import { answer, startHttpService } from "../../helpers/http-service.ts";

const errorLine = z.strictObject({ id: z.unknown(), ok: z.literal(false), error: replyError });

/** The error reply that the line gets. */
async function refusal(engine: Headless, line: string | Buffer, id: unknown) {
  const before = engine.lines.length;
  engine.write(line);
  const find = () => engine.lines.slice(before).find((reply) => reply.id === id && reply.ok === false);
  await until(() => find() !== undefined);
  return errorLine.parse(find()).error;
}

/** It goes on: an ordinary request is answered. */
const goesOn = async (engine: Headless) =>
  expect((await engine.call("sync.status", {})).counts.pending).toBe(0);

describe("the headless engine", () => {
  it("says first that it is ready, with its own process id", async () => {
    const engine = await startHeadless(newFolder());
    expect(engine.lines[0]).toEqual({ event: "engine.ready", payload: { pid: engine.pid } });
  });

  it("says to a person what it met, with its numbers", async () => {
    const profile = newFolder();
    const service = await startHttpService(() => undefined);
    const first = await startHeadless(profile);
    await connectHeadless(first, service.url);
    await first.call("purchaseReturn.post", aReturn());
    await until(() => service.came.length > 0);
    await first.kill();
    const again = await startHeadless(profile);
    await until(() => again.words() !== "");
    expect(again.words()).toBe('warning: entries were in flight when the program ended {"count":1}\n');
  });

  it("says first that it is ready even where it has more to tell", async () => {
    const profile = newFolder();
    const service = await startHttpService(() => undefined);
    const first = await startHeadless(profile);
    await connectHeadless(first, service.url);
    await first.call("purchaseReturn.post", aReturn());
    await until(() => service.came.length > 0);
    await first.kill();
    // The entry is unknown now; another start finds that out, and a third releases it while it opens.
    await (await startHeadless(profile)).kill();
    const third = await startHeadless(profile, "--resend-unknown");
    await until(() => third.events("outbox.changed").length > 0);
    expect(third.lines[0]).toMatchObject({ event: "engine.ready" });
  });

  it("gives back every id as it came", async () => {
    const engine = await startHeadless(newFolder());
    const ids = ["1", '"a-b"', "9007199254740993", "1.50", '"\\u0627"', "-7", "null", '{"not":"an id"}'];
    for (const id of ids) engine.write(`{"id":${id},"channel":"sync.status","input":{}}\n`);
    await until(() => engine.lines.filter((line) => "ok" in line).length === ids.length);
    const given = [...engine.output().matchAll(/^\{"id":(.+?),"ok":true/gm)].map((match) => match[1]);
    expect(given).toEqual(["1", '"a-b"', "9007199254740993", "1.50", '"ا"', "-7", "null", "null"]);
  });

  it("answers app.info, and before a connection what can be answered", async () => {
    const profile = newFolder();
    const engine = await startHeadless(profile);
    const info = await engine.call("app.info", {});
    expect(info).toMatchObject({ profile, engine: { node: process.versions.node } });
    expect(await engine.call("connection.get", {})).toBeNull();
    expect((await engine.call("sync.status", {})).state).toBe("sign_in_needed");
    expect(await refusal(engine, '{"id":"x","channel":"outbox.list","input":{}}\n', "x")).toMatchObject({
      code: "not_connected",
    });
  });

  it.each([
    ["a line that is not JSON", "oh no\n", null, "not_json"],
    ["half a line of JSON", '{"id":5,\n', null, "not_json"],
    ["a line that is no object", "[1]\n", null, "not_json"],
    ["a number", "12345678901234567890\n", null, "not_json"],
    ["nothing but depth", `${"[".repeat(100_000)}\n`, null, "not_json"],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), null, "not_json"],
    ["no channel", '{"id":6}\n', 6, "invalid_input"],
    ["an unknown channel", '{"id":7,"channel":"sync.stop","input":{}}\n', 7, "unknown_channel"],
    ["a channel of the window", '{"id":8,"channel":"settings.get","input":{}}\n', 8, "unknown_channel"],
    ["an inherited name as channel", '{"id":9,"channel":"constructor","input":{}}\n', 9, "unknown_channel"],
    ["a wrong input", '{"id":10,"channel":"sync.status","input":{"x":1}}\n', 10, "invalid_input"],
    ["an input that is no object", '{"id":11,"channel":"sync.status","input":5}\n', 11, "invalid_input"],
    [
      "__proto__ in the input",
      '{"id":12,"channel":"sync.now","input":{"__proto__":{}}}\n',
      12,
      "invalid_input",
    ],
  ])("refuses %s and goes on", async (_name, line, id, code) => {
    const engine = await startHeadless(newFolder());
    const error = await refusal(engine, line, id);
    expect(error.code).toBe(code);
    expect(error.message).not.toBe("");
    await goesOn(engine);
  });

  it("takes CRLF, blank lines, UTF-8 cut anywhere, and a last line without an end", async () => {
    const engine = await startHeadless(newFolder());
    await connectHeadless(engine, NOWHERE);
    const note = "مرتجع — تالف 🧾";
    const line = JSON.stringify({ id: "utf8", channel: "purchaseReturn.post", input: aReturn({ note }) });
    const bytes = Buffer.from(`\r\n\n${line}\r\n`);
    for (const byte of bytes) engine.write(Buffer.from([byte]));
    const posted = z.object({ value: z.object({ entryId: z.string() }) }).parse(await engine.reply("utf8"));
    const entry = await engine.call("outbox.get", { entryId: posted.value.entryId });
    expect(entry.requestBody).toContain(JSON.stringify(note));
    engine.write('{"id":"last","channel":"sync.status","input":{}}');
    expect((await engine.finish()).code).toBe(0);
    expect(await engine.reply("last")).toMatchObject({ ok: true });
  });

  it("keeps numbers beyond 2^53 digit for digit", async () => {
    const engine = await startHeadless(newFolder());
    await connectHeadless(engine, NOWHERE);
    const input = JSON.stringify(aReturn())
      .replace('"storeId":1', '"storeId":9007199254740993')
      .replace('"price":"5900"', '"price":1234567890123.4567')
      .replace('"quantity":"2"', '"quantity":0.30000000000000004');
    engine.write(`{"id":"big","channel":"purchaseReturn.post","input":${input}}\n`);
    const posted = z.object({ value: z.object({ entryId: z.string() }) }).parse(await engine.reply("big"));
    const { requestBody } = await engine.call("outbox.get", { entryId: posted.value.entryId });
    for (const text of [
      '"storeId":9007199254740993,',
      '"price":1234567890123.4567,',
      '"quantity":0.30000000000000004,',
    ])
      expect(requestBody).toContain(text);
  });

  it("refuses a note of 40 MB and a line of 70 MB in words, and goes on", { timeout: 60_000 }, async () => {
    const engine = await startHeadless(newFolder());
    await connectHeadless(engine, NOWHERE);
    const note = JSON.stringify(aReturn({ note: "x".repeat(40 * 1024 * 1024) }));
    const tooLong = await refusal(
      engine,
      `{"id":"note","channel":"purchaseReturn.post","input":${note}}\n`,
      "note",
    );
    expect(tooLong.code).toBe("invalid_input");
    expect(tooLong.details.issues).toEqual([expect.objectContaining({ field: "note", reason: "too_long" })]);
    expect(JSON.stringify(tooLong).length).toBeLessThan(1_000);
    expect(
      await refusal(engine, `{"id":"line","x":"${"y".repeat(70 * 1024 * 1024)}"}\n`, null),
    ).toMatchObject({
      code: "too_large",
    });
    await goesOn(engine);
  });

  it("tells what happens as events of the contract, and nothing else on standard output", async () => {
    const service = await startHttpService();
    const engine = await startHeadless(newFolder());
    await connectHeadless(engine, service.url);
    const { entryId, serialNo } = await engine.call("purchaseReturn.post", aReturn());
    const states = () =>
      engine.events("outbox.changed").map((payload) => EVENTS["outbox.changed"].parse(payload));
    await until(() => states().some(({ state }) => state === "confirmed"));
    expect(states()).toEqual(
      ["pending", "in_flight", "confirmed"].map((state) => ({ entryId, serialNo, state })),
    );
    await until(() => engine.events("mirror.changed").length > 0);
    expect(engine.events("mirror.changed")).toEqual([{ serialNo }]);
    expect(engine.events("sync.statusChanged").length).toBeGreaterThan(0);
    expect((await engine.finish()).code).toBe(0);
    for (const line of engine.output().trimEnd().split("\n")) {
      const parsed: unknown = JSON.parse(line);
      const event = z.object({ event: z.enum(Object.keys(EVENTS)), payload: z.unknown() }).safeParse(parsed);
      const reply = z.object({ id: z.unknown(), ok: z.boolean() }).safeParse(parsed);
      expect(event.success || reply.success, line).toBe(true);
    }
    expect(engine.output()).not.toContain("a-token");
    expect(engine.words()).toBe("");
  });

  it("finishes what is in flight when standard input ends, and exits with 0", async () => {
    const profile = newFolder();
    const late: (() => void)[] = [];
    const service = await startHttpService((outgoing) => {
      late.push(() => outgoing.writeHead(422).end('"no"'));
    });
    const engine = await startHeadless(profile);
    await connectHeadless(engine, service.url);
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    await until(() => late.length === 1);
    const ended = engine.finish();
    for (const answerLate of late) answerLate();
    expect(await ended).toEqual({ code: 0, signal: null });
    const again = await startHeadless(profile);
    expect((await again.call("outbox.get", { entryId })).state).toBe("dead_letter");
  });

  it("exits with 0 on a signal to end", async () => {
    const engine = await startHeadless(newFolder());
    process.kill(engine.pid, "SIGTERM");
    expect(await engine.ended).toEqual({ code: 0, signal: null });
  });

  it("leaves the profile to the one that has it: a second exits non-zero with a clear sentence", async () => {
    const profile = newFolder();
    const first = await startHeadless(profile);
    const second = spawnHeadless(["--profile", profile]);
    expect((await second.ended).code).toBe(1);
    expect(second.output()).toBe("");
    expect(second.words()).toContain(`Another Counterside is already running on this profile: ${profile}.`);
    expect(second.words().trim().split("\n")).toHaveLength(1);
    await goesOn(first);
    await first.kill();
    // The lock ends with the process, however that ends.
    await goesOn(await startHeadless(profile));
  });

  it.each([[[]], [["--profile"]], [["--profile", ""]], [["--nonsense"]]])(
    "exits non-zero with one sentence for the arguments %j",
    async (args) => {
      const engine = spawnHeadless(args);
      expect((await engine.ended).code).toBe(1);
      expect(engine.output()).toBe("");
      expect(engine.words()).toMatch(/--help/);
    },
  );

  it("takes the requests after a connection.save as meant for the new connection", async () => {
    const engine = await startHeadless(newFolder());
    const save = { serviceUrl: NOWHERE, tenantId: 1, userId: 2, token: "t" };
    engine.write(
      `${JSON.stringify({ id: 1, channel: "connection.save", input: save })}\n` +
        `${JSON.stringify({ id: 2, channel: "purchaseReturn.post", input: aReturn() })}\n`,
    );
    expect((await engine.finish()).code).toBe(0);
    expect(await engine.reply(2)).toMatchObject({ ok: true });
  });

  it.each(["connection.save", "backup.restore"] as const)(
    "takes the requests after a %s as meant for the new books, however long the old ones take to close",
    async (change) => {
      const late: (() => void)[] = [];
      const service = await startHttpService((outgoing, came) => {
        late.push(() => answer(200)(outgoing, came));
      });
      const engine = await startHeadless(newFolder());
      const other = { serviceUrl: NOWHERE, tenantId: 1, userId: 2, token: "t" };
      await engine.call("connection.save", other);
      const { path } = await engine.call("backup.create", { path: join(newFolder(), "other.backup") });
      await connectHeadless(engine, service.url);
      await engine.call("purchaseReturn.post", aReturn());
      await until(() => late.length === 1);
      const input = change === "connection.save" ? other : { path };
      engine.write(
        `${JSON.stringify({ id: "change", channel: change, input })}\n` +
          `${JSON.stringify({ id: "post", channel: "purchaseReturn.post", input: aReturn() })}\n` +
          `${JSON.stringify({ id: "list", channel: "outbox.list", input: {} })}\n`,
      );
      setTimeout(() => late[0]?.(), 200);
      expect(await engine.reply("change")).toMatchObject({ ok: true });
      const posted = z.object({ value: z.object({ entryId: z.string() }) }).parse(await engine.reply("post"));
      expect(await engine.reply("list")).toMatchObject({
        ok: true,
        value: { entries: [{ entryId: posted.value.entryId }] },
      });
    },
  );
});
