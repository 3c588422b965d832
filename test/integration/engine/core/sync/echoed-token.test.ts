/** A service that repeats the token in every spelling: it is in no file, in no line of the log and in no channel's answer. */
import { expect, it } from "vitest";
import { connect, enter, openTestEngine, until } from "../../../../helpers/engine.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";
import { filesWith, spellingsOf } from "../../../../security/token-search.ts";

const SECRET = "shop+4f1c9a7e20b35d68/tok=";

it("a token that the service repeats in any spelling is kept, logged and shown nowhere", async () => {
  const spellings = spellingsOf(SECRET).map((bytes) => bytes.toString("latin1"));
  const reversed = [...SECRET].reverse().join("");
  // What is searched for in base64 is only its middle; what is repeated is all of it, as of the whole header.
  const isBase64 = (text: string): boolean => Buffer.from(text, "base64").includes(SECRET.slice(4, 12));
  const plain = spellings.filter((text) => /^[ -~]+$/.test(text) && text !== reversed && !isBase64(text));
  const packed = ["Bearer ", "", "a", "ab"].map((before) => Buffer.from(before + SECRET));
  const echoes = [
    ...plain,
    ...packed.flatMap((bytes) => [bytes.toString("base64"), bytes.toString("base64url")]),
  ].map((text) => `{"message":"refused: ${text} ."}`);
  expect(echoes.length).toBeGreaterThan(12);
  let at = 0;
  const service = await startHttpService((outgoing) => {
    outgoing.writeHead(422, { "content-type": "application/json" });
    outgoing.end(echoes[at]);
  });
  const shown: string[] = [];
  const profiles: string[] = [];
  // A counter for each: a service that refuses one entry like another would be believed to be in trouble.
  for (; at < echoes.length; at += 1) {
    const engine = openTestEngine();
    await connect(engine, service.url, SECRET);
    const entryId = await enter(engine, "restoreAccount");
    await until(async () => {
      engine.clock.runUntil(engine.clock.now());
      return (await engine.entry(entryId)).state === "dead_letter";
    });
    const entry = JSON.stringify(await engine.entry(entryId));
    expect(entry).toMatch(/token removed|repeats_token/);
    shown.push(entry, JSON.stringify(await engine.call("outbox.list", {})), JSON.stringify(engine.events));
    shown.push(JSON.stringify(await engine.call("audit.list", {})), ...engine.logged);
    await engine.close();
    profiles.push(engine.profile);
  }
  expect(shown.filter((text) => spellings.some((spelling) => text.includes(spelling)))).toEqual([]);
  const { found, searched } = await filesWith(profiles, SECRET);
  expect(found).toEqual([]);
  expect(searched).toBeGreaterThan(profiles.length);
});
