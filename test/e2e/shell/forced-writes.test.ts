/** What a posting from the page costs the disk: one forced write, watched from outside the program. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { lacking } from "../../helpers/system-programs.ts";
import { beginReturn, cell, startShop } from "../purchase-return-steps.ts";
import { test } from "./open-app.ts";
import { practiceShop } from "./shared-app.ts";

const shop = practiceShop(startShop);

const missing = lacking("strace");
test.skip(missing !== null, missing ?? "");

/** The process that holds the log of the open connection's file. */
function engineOf(profile: string): number {
  const holds = (pid: string) => {
    try {
      const folder = join("/proc", pid, "fd");
      return readdirSync(folder).some((fd) => {
        const path = readlinkSync(join(folder, fd));
        return path.startsWith(join(profile, "connections")) && path.endsWith("-wal");
      });
    } catch {
      // It ended, or one of its files was closed, while it was looked at.
      return false;
    }
  };
  const found = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holds(name));
  if (found === undefined) throw new Error("no process has the connection's file open");
  return Number(found);
}

test("a posting from the page forces one write, what was just typed included", async () => {
  const opened = await shop();
  let strace: ChildProcessWithoutNullStreams | null = null;
  try {
    const { page, invoke, profile } = opened;
    await invoke("practice.setServiceUp", { up: false });
    await beginReturn(opened, [{ productId: "1001" }]);
    // What is tried finds the outage; an idle link would be looked at only after half a minute.
    const { entryId: tried } = await invoke("restore.request", { kind: "permission", permissionId: 604 });
    await expect.poll(async () => (await invoke("sync.status", {})).state).toBe("offline");
    // Not while a try is under way.
    await expect(() => invoke("outbox.discard", { entryId: tried, reason: "tried" })).toPass();

    const record = join(profile, "forced-writes.txt");
    const calls = "trace=fsync,fdatasync,sync_file_range,msync";
    const watched = ["-f", "-yy", "-I", "1", "-e", calls, "-o", record];
    strace = spawn("strace", [...watched, "-p", String(engineOf(profile))]);
    let words = "";
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      words += text;
    });
    await expect.poll(() => words).toContain("attached");
    await cell(page, 0, "quantity").fill("7");
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await invoke("outbox.list", {})).entries.length).toBe(2);
    const ended = once(strace, "exit");
    strace.kill("SIGTERM");
    await ended;

    const forced = readFileSync(record, "utf8")
      .split("\n")
      .filter((line) => /\b(?:fsync|fdatasync|sync_file_range|msync)\(/.test(line));
    const ofFile = forced.map((line) => /<([^>]+)>/.exec(line)?.[1]?.replace(/^.*\//, "") ?? line);
    expect(ofFile).toEqual([expect.stringMatching(/-wal$/)]);
    const [entry] = (await invoke("outbox.list", {})).entries;
    const { requestBody } = await invoke("outbox.get", { entryId: entry?.entryId ?? "" });
    expect(requestBody).toContain('"quantity":7');
    expect((await invoke("draft.list", {})).drafts).toEqual([]);
    await invoke("practice.setServiceUp", { up: true });
    const states = async () => (await invoke("outbox.list", {})).entries.map(({ state }) => state);
    await expect.poll(states).toEqual(["confirmed", "discarded"]);
  } finally {
    strace?.kill("SIGTERM");
  }
});
