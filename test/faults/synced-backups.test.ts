/** A backup, its attached files and a loaded backup are on the disk before they get their names, and then their names are: in system calls. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { aReturn, newFolder } from "../helpers/engine.ts";
import { headlessProgram } from "../helpers/headless-process.ts";

const TRACE = "trace=write,writev,pwrite64,pwritev,fsync,fdatasync,rename,renameat,renameat2";
const RENAME = /\brename(?:at2?)?\((?:AT_FDCWD[^,]*, )?"([^"]+)", (?:AT_FDCWD[^,]*, )?"([^"]+)"/;

const WRITE = /\bp?write(?:v|64)?\(\d+<([^>]+)>/;

interface Named {
  /** All that was written had been synced before. */
  isSynced: boolean;
  /** Its folder was synced since. */
  isKept: boolean;
}

/** The new names of files that were renamed. */
function renamed(calls: readonly string[]): Map<string, Named> {
  const synced = new Set<string>();
  const names = new Map<string, Named>();
  for (const call of calls) {
    const written = WRITE.exec(call)?.[1];
    if (written !== undefined) synced.delete(written);
    const sync = /\b(?:fsync|fdatasync)\(\d+<([^>]+)>/.exec(call);
    if (sync?.[1] !== undefined) synced.add(sync[1]);
    for (const [name, named] of names) if (dirname(name) === sync?.[1]) named.isKept = true;
    const [, from, to] = RENAME.exec(call) ?? [];
    if (from !== undefined && to !== undefined) names.set(to, { isSynced: synced.has(from), isKept: false });
  }
  return names;
}

describe("the order of system calls", () => {
  it("is wrong where a name is given before the sync", () => {
    const [sync, rename] = ["1 fsync(3</b/.x.part>) = 0", '1 rename("/b/.x.part", "/b/x") = 0'];
    const found = (...calls: string[]) => renamed(calls).get("/b/x");
    expect(found(rename, sync)).toEqual({ isSynced: false, isKept: false });
    expect(found(sync, rename)).toEqual({ isSynced: true, isKept: false });
    const write = '1 pwrite64(3</b/.x.part>, "x", 1, 0) = 1';
    expect(found(sync, write, rename)).toMatchObject({ isSynced: false });
    const folder = "1 fsync(4</b>) = 0";
    expect(found(sync, folder, rename)).toMatchObject({ isKept: false });
    expect(found(sync, rename, folder)).toMatchObject({ isKept: true });
  });

  it("of backups is: written, synced, named, and the folder synced", { timeout: 120_000 }, (context) => {
    if (spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status !== 0)
      context.skip("there is no strace here, or it may not trace");
    const folder = newFolder();
    const carried = join(folder, "mine.sqlite");
    const run = (profile: string, input: readonly object[]): Map<string, Named> => {
      const calls = join(folder, "calls");
      const watch = ["-f", "-qq", "-y", "-e", TRACE, "-o", calls];
      const engine = ["--no-warnings", headlessProgram, "--profile", profile];
      const { stdout } = spawnSync("strace", [...watch, process.execPath, ...engine], {
        input: input.map((line) => `${JSON.stringify(line)}\n`).join(""),
        encoding: "utf8",
      });
      expect(stdout.match(/"ok":true/g), stdout).toHaveLength(input.length);
      return renamed(readFileSync(calls, "utf8").split("\n"));
    };
    const profile = join(folder, "profile");
    const content = Buffer.from("an invoice");
    const kept = { sha256: createHash("sha256").update(content).digest("hex"), name: "a.pdf", bytes: 10 };
    mkdirSync(join(profile, "attachments"), { recursive: true });
    writeFileSync(join(profile, "attachments", `${kept.sha256}.pdf`), content);
    const who = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "t" };
    const posting = aReturn({ documentReferences: [{ type: 1, reference: "a", kept }] });
    const made = run(profile, [
      { id: 1, channel: "connection.save", input: who },
      { id: 2, channel: "purchaseReturn.post", input: posting },
      { id: 3, channel: "backup.create", input: {} },
      { id: 4, channel: "backup.create", input: { path: carried } },
    ]);
    const loaded = run(join(folder, "other"), [
      { id: 1, channel: "backup.restore", input: { path: carried } },
    ]);
    const names = [...made, ...loaded].filter(
      // What Node keeps of the program is a file too.
      ([name]) => name.startsWith(folder) && !name.includes("profile.sqlite"),
    );
    expect(names.filter(([, { isSynced, isKept }]) => !isSynced || !isKept)).toEqual([]);
    const kinds = [/\/files\/[0-9a-f]{64}$/, /\/counter-[^/]+\/[^/]+\.sqlite$/, /mine\.sqlite$/];
    for (const kind of [
      ...kinds,
      /\/attachments\/[0-9a-f]{64}\.pdf$/,
      /\/connections\/[0-9a-f]{16}\.sqlite$/,
    ])
      expect(
        names.some(([name]) => kind.test(name)),
        String(kind),
      ).toBe(true);
  });
});
