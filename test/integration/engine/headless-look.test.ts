/** `--status` and `--verify`: what a monitor asks of a profile on which the program may be working. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { counterStatus } from "../../../contract/counter-status.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import manifest from "../../../package.json" with { type: "json" };
import { connectionFile, spoilFirstPage } from "../../helpers/damage.ts";
import {
  aReturn,
  aVoucher,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  until,
  voucherSerial,
} from "../../helpers/engine.ts";
import { connectHeadless, type Headless, spawnHeadless, startHeadless } from "../../helpers/headless.ts";
import { answer, goodBody, startHttpService } from "../../helpers/http-service.ts";

/** Everything in the folder: name, content, size and time of each file. */
function bytesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs, mode } = statSync(path);
      const hash = entry.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
      return `${path} ${size} ${mtimeMs} ${mode} ${hash}`;
    })
    .sort();
}

/** What it says and its exit code; nothing of the profile may be another than before. `working`: an engine on the profile. */
async function ask(profile: string, task: "--status" | "--verify", working?: Headless) {
  // What it does itself meanwhile would be taken as ours.
  if (working !== undefined) process.kill(working.pid, "SIGSTOP");
  const before = bytesIn(profile);
  const look = spawnHeadless(["--profile", profile, task]);
  const { code } = await look.ended;
  expect(look.words()).toBe("");
  expect(look.lines).toHaveLength(1);
  expect(bytesIn(profile)).toEqual(before);
  if (working !== undefined) process.kill(working.pid, "SIGCONT");
  return { code, said: look.lines[0] ?? {} };
}

const entries = { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 };

describe("--status", () => {
  it("answers 0 with exact values by currency, where entries only wait for a link", async () => {
    const profile = newFolder();
    const engine = await startHeadless(profile);
    await connectHeadless(engine, NOWHERE);
    await engine.call("purchaseReturn.post", aReturn());
    await engine.call(
      "taxVoucher.update",
      aVoucher({ serialNo: voucherSerial(1), currencyId: "YER", amount: "9007199254740993.01" }),
    );
    await engine.call(
      "taxVoucher.update",
      aVoucher({ serialNo: voucherSerial(2), currencyId: "YER", amount: "0.1" }),
    );
    await engine.call("sync.pause", {});
    await engine.call("sync.resume", {});
    await engine.finish();
    const { code, said } = await ask(profile, "--status");
    const status = counterStatus.parse(said);
    expect(status.unsentValue).toEqual({ YER: "9007199254752793.11" });
    expect({ code, needs: status.needs }).toEqual({ code: 0, needs: [] });
    expect(status).toMatchObject({
      version: manifest.version,
      state: "offline",
      backupAt: expect.any(String),
    });
    expect(Object.values(status.counts).reduce((sum, n) => sum + n)).toBe(3);
    expect(Date.parse(String(status.oldestUnsentAt))).toBeGreaterThan(Date.now() - 60_000);
  });

  it("answers 1 where an entry was refused or its outcome is unknown, and while an engine works on the profile", async () => {
    const profile = newFolder();
    const service = await startHttpService((outgoing, came) =>
      came.kind === "purchaseReturn"
        ? answer(500, "{}")(outgoing, came)
        : answer(422, '{"message":"no such voucher"}')(outgoing, came),
    );
    const engine = await startHeadless(profile);
    await connectHeadless(engine, service.url);
    await engine.call("purchaseReturn.post", aReturn());
    await engine.call("taxVoucher.update", aVoucher());
    await until(async () => {
      const { counts } = await engine.call("sync.status", {});
      return counts.outcome_unknown === 1 && counts.dead_letter === 1;
    });
    const { code, said } = await ask(profile, "--status", engine);
    expect(code).toBe(1);
    expect(said).toMatchObject({
      counts: { ...entries, outcome_unknown: 1, dead_letter: 1 },
      needs: ["refused", "unknown"],
    });
    // It goes on.
    expect((await engine.call("sync.status", {})).counts.dead_letter).toBe(1);
  });

  it("reads the log of an engine that was killed, and leaves it there", async () => {
    const profile = newFolder();
    const engine = await startHeadless(profile);
    await connectHeadless(engine, NOWHERE);
    for (let n = 0; n < 3; n += 1) await engine.call("purchaseReturn.post", aReturn());
    await engine.kill();
    const { said } = await ask(profile, "--status");
    expect(counterStatus.parse(said).oldestUnsentAt).not.toBeNull();
    const again = await startHeadless(profile);
    expect((await again.call("outbox.list", {})).entries).toHaveLength(3);
  });

  it("says online after an answer, and counts active people", async () => {
    const profile = newFolder();
    const service = await startHttpService((outgoing, came) => answer(200, goodBody(came))(outgoing, came));
    const engine = await startHeadless(profile);
    await connectHeadless(engine, service.url);
    await engine.call("people.save", { name: "Amal", userId: 1, role: "owner", pin: "4821" });
    await engine.call("people.switch", {
      personId: (await engine.call("people.list", {})).people[0]?.personId ?? "",
      pin: "4821",
    });
    await engine.call("purchaseReturn.post", aReturn());
    await until(async () => (await engine.call("sync.status", {})).lastConfirmedAt !== null);
    const { code, said } = await ask(profile, "--status", engine);
    expect(said).toMatchObject({ state: "online", people: 1, counts: entries, unsentValue: {} });
    expect(code).toBe(0);
    expect(JSON.stringify(said)).not.toContain("Amal");
  });

  it("answers 1 for a profile without a connection, and 2 where there is no profile or it can't be read", async () => {
    const profile = newFolder();
    expect(await ask(profile, "--status")).toMatchObject({
      code: 1,
      said: { state: "sign_in_needed", needs: ["not_connected"], counts: entries },
    });
    const missing = spawnHeadless(["--profile", join(profile, "nowhere"), "--status"]);
    expect(await missing.ended).toMatchObject({ code: 2 });
    expect(missing.lines[0]).toMatchObject({ state: "unreadable", error: { code: "file_unreadable" } });
    writeFileSync(join(profile, "profile.sqlite"), "not a database, but long enough to look at".repeat(100));
    expect(await ask(profile, "--status")).toMatchObject({
      code: 2,
      said: { error: { code: "storage_damaged" } },
    });
    const unnamed = spawnHeadless(["--status"]);
    expect(await unnamed.ended).toMatchObject({ code: 2 });
  });

  it("answers 2 where the connection's file is gone or an older one is in its place", async () => {
    const engine = await openPaused();
    await engine.call("purchaseReturn.post", aReturn());
    await engine.close();
    const [name = ""] = readdirSync(join(engine.profile, "connections")).filter((each) =>
      each.endsWith(".sqlite"),
    );
    const path = join(engine.profile, "connections", name);
    const older = readFileSync(path);
    const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    await again.call("purchaseReturn.post", aReturn());
    await again.close();
    writeFileSync(path, older);
    expect(await ask(engine.profile, "--status")).toMatchObject({ code: 2, said: { needs: ["unreadable"] } });
    rmSync(path);
    expect(await ask(engine.profile, "--status")).toMatchObject({ code: 2 });
  });

  it("is right at every moment while an engine writes and its log begins anew", async () => {
    const profile = newFolder();
    const engine = await startHeadless(profile);
    await connectHeadless(engine, NOWHERE);
    let isOver = false;
    let posted = 0;
    const posting = (async () => {
      while (!isOver) {
        await engine.call("purchaseReturn.post", aReturn());
        posted += 1;
      }
    })();
    for (let n = 0; n < 8; n += 1) {
      const before = posted;
      const look = spawnHeadless(["--profile", profile, "--status"]);
      const { code } = await look.ended;
      expect({ code, error: look.lines[0]?.error }).toEqual({ code: 0, error: undefined });
      const { counts } = counterStatus.parse(look.lines[0]);
      const seen = Object.values(counts).reduce((sum, each) => sum + each);
      expect(seen).toBeGreaterThanOrEqual(before);
      expect(seen).toBeLessThanOrEqual(posted + 1);
    }
    isOver = true;
    await posting;
  });
});

/** Changes a letter of what an entry will send, which SQLite reads on over. */
function spoilBody(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf('"quantity"');
  expect(at).toBeGreaterThan(0);
  bytes.write('"quantitx"', at);
  writeFileSync(path, bytes);
}

describe("--verify", () => {
  const used = async () => {
    const profile = newFolder();
    const engine = await startHeadless(profile);
    await connectHeadless(engine, NOWHERE);
    for (let n = 0; n < 3; n += 1) await engine.call("purchaseReturn.post", aReturn());
    await engine.call("sync.pause", {});
    await engine.call("backup.create", {});
    return { profile, engine };
  };

  it("answers 0 where every page is whole, while an engine works on the profile", async () => {
    const { profile, engine } = await used();
    const { code, said } = await ask(profile, "--verify", engine);
    expect(said).toMatchObject({
      ok: true,
      version: manifest.version,
      file: { ok: true, entries: 3 },
      backup: { ok: true, entries: 3 },
      attachedFiles: { ok: true, files: 0, missing: 0 },
    });
    expect(code).toBe(0);
  });

  it("answers 1 and names the newest backup where that was damaged", async () => {
    const { profile, engine } = await used();
    await engine.finish();
    const [backup = ""] = readdirSync(join(profile, "backups"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".sqlite"))
      .sort()
      .reverse();
    const path = join(profile, "backups", backup);
    spoilBody(path);
    const { code, said } = await ask(profile, "--verify");
    expect(said).toMatchObject({ ok: false, file: { ok: true }, backup: { ok: false, path } });
    expect(code).toBe(1);
  });

  it("answers 1 where the body of an entry was changed in the file, and 2 where it is no database any more", async () => {
    const { profile, engine } = await used();
    await engine.finish();
    const path = connectionFile(profile);
    spoilBody(path);
    expect(await ask(profile, "--verify")).toMatchObject({
      code: 1,
      said: { ok: false, file: { ok: false, path } },
    });
    spoilFirstPage(path, "header");
    expect(await ask(profile, "--verify")).toMatchObject({
      code: 2,
      said: { error: { code: "storage_damaged" } },
    });
  });
});
