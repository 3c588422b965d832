/** What the engine tells support, of a profile whose files and rows hold what they should not. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { supportFacts } from "../../../../contract/channels/support.ts";
import { supportFactsOf } from "../../../../main/engine/subjects/support-facts.ts";
import { connectionFile } from "../../../helpers/damage.ts";
import { aReturn, connect, newFolder, openPaused, openTestEngine, TENANT } from "../../../helpers/engine.ts";

const SERVICE = "http://127.0.0.1:9/al-noor-trading";
const BOOKS = /noor|النور|81235/i;

it("say whether unknown outcomes are sent again by the owner's setting, or by this run's", async () => {
  const engine = openTestEngine();
  const isResent = async () => (await engine.call("support.facts", {})).resendUnknown;
  expect(await isResent()).toBe(false);
  await connect(engine, SERVICE);
  expect(await isResent()).toBe(false);
  await engine.call("policy.set", { resendUnknown: true });
  expect(await isResent()).toBe(true);
  const ofRun = openTestEngine({ resendUnknown: true });
  await connect(ofRun, SERVICE);
  expect((await ofRun.call("support.facts", {})).resendUnknown).toBe(true);
});

it("are counts, times and words of the program's own, whatever a damaged file holds and however its files are named", async () => {
  const profile = newFolder();
  const first = await openPaused({ profile }, SERVICE);
  await first.call("purchaseReturn.post", aReturn());
  await first.call("purchaseReturn.post", aReturn());
  await first.close();
  const db = new Database(connectionFile(profile));
  const odd = "Al-Noor 81235.50";
  db.prepare(
    "UPDATE entry SET kind = ?, last_outcome = ?, request_hash = ?, created_at = 9e15 WHERE sequence = 1",
  ).run(odd, odd, odd);
  for (const name of ["Al-Noor 81235.50.json", "backups/مؤسسة النور.sqlite", "Al-Noor.backup"]) {
    mkdirSync(join(profile, "backups"), { recursive: true });
    writeFileSync(join(profile, name), "x");
  }
  // As the engine would of a file whose damage it has not found yet.
  const facts = supportFacts.parse(
    supportFactsOf({
      db,
      profile,
      version: "1.0.0",
      sqliteVersion: "3.50.0",
      now: 0,
      file: "open",
      status: null,
      busy: null,
      connection: {
        serviceUrl: SERVICE,
        tenantId: TENANT,
        userId: "Al-Noor",
        deviceId: "Al-Noor",
        hasToken: false,
        practice: false,
      },
      resendUnknown: false,
    }),
  );
  db.close();
  expect(JSON.stringify(facts)).not.toMatch(BOOKS);
  expect(facts.connection).toMatchObject({ tenantId: TENANT, userId: null, deviceId: null, isHttps: false });
  expect(facts.connection?.serviceHash).toMatch(/^[0-9a-f]{16}$/);
  expect(facts.entries).toMatchObject([
    { kind: "purchaseReturn", state: "pending", createdAt: expect.stringMatching(/Z$/) },
    { kind: "other", lastOutcome: "other", bodyHash: "", createdAt: null },
  ]);
  expect(facts.entriesByState).toMatchObject({ pending: 2, confirmed: 0, dead_letter: 0 });
  expect(facts.storage.files.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["profile", "connection", "backup", "settings", "other"]),
  );
});
