/** The packaged program without a window: for monitors and other programs, on a computer without a display. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { sandboxSwitches } from "../../../scripts/lib/set-up/electron-runtime.mjs";
import { test } from "../shell/open-app.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

let made: MadePackage;
let switches: string[];
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  made = await makePackageOnce();
  switches = await sandboxSwitches(made.executable);
  folder = mkdtempSync(join(tmpdir(), "counterside-headless-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Its exit code, and standard output as JSON lines: nothing else may be on it. */
function run(words: string[], input = "") {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _w, ...env } = process.env;
  const { status, stdout } = spawnSync(made.executable, [...switches, ...words], {
    env: { ...env, HOME: folder },
    encoding: "utf8",
    input,
    timeout: 60_000,
  });
  const lines: unknown[] = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { status, lines };
}

test("it answers --status and --verify without a display, and makes nothing in the profile", () => {
  const profile = mkdtempSync(join(folder, "profile-"));
  const status = run(["--status", "--profile", profile]);
  expect(status).toMatchObject({ status: 1, lines: [{ needs: ["not_connected"], state: "sign_in_needed" }] });
  expect(run(["--verify", `--profile=${profile}`])).toMatchObject({ status: 0, lines: [{ ok: true }] });
  expect(readdirSync(profile)).toEqual([]);
  expect(run(["--status", "--profile", join(profile, "nowhere")])).toMatchObject({
    status: 2,
    lines: [{ state: "unreadable" }],
  });
});

test("its headless engine answers lines on standard output, and ends with its input", () => {
  const profile = join(folder, "new");
  const save = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "a-token" };
  const { status, lines } = run(
    ["--headless", "--profile", profile],
    `${JSON.stringify({ id: 1, channel: "connection.save", input: save })}\n${JSON.stringify({ id: 2, channel: "sync.status", input: {} })}\n`,
  );
  expect(status).toBe(0);
  expect(lines[0]).toMatchObject({ event: "engine.ready" });
  expect(lines).toContainEqual(expect.objectContaining({ id: 2, ok: true }));
  expect(run(["--status", "--profile", profile])).toMatchObject({ status: 0, lines: [{ needs: [] }] });
});

test("its threads write the status and the page of all counters into a shop folder, from inside the package", () => {
  const shop = mkdtempSync(join(folder, "shop-"));
  const asked = [
    ["connection.save", { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "a-token" }],
    ["shopFolder.set", { place: shop }],
    ["shopFolder.refresh", {}],
    ["shopFolder.counters", {}],
  ];
  // One after the other: the input stays open until the last was answered.
  const lines = asked.map(([channel, input], n) => `${JSON.stringify({ id: n, channel, input })}\n`);
  const script = `const { spawn } = require("node:child_process");
    const [program, words, lines] = JSON.parse(process.argv[1]);
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
    let text = "";
    const next = () => (lines.length > 0 ? child.stdin.write(lines.shift()) : child.stdin.end());
    child.stdout.setEncoding("utf8").on("data", (more) => {
      const before = text.split('"ok":').length;
      text += more;
      for (let n = before; n < text.split('"ok":').length; n += 1) next();
    });
    child.on("close", (code) => { process.stdout.write(text); process.exit(code); });
    next();`;
  const words = [...switches, "--headless", "--profile", join(folder, "with-shop")];
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--eval", script, JSON.stringify([made.executable, words, lines])],
    { encoding: "utf8", timeout: 60_000 },
  );
  expect(stdout).not.toContain('"ok":false');
  expect(status).toBe(0);
  expect(stdout).toContain('"signature":"good"');
  expect(readdirSync(join(shop, "status"))).toHaveLength(2);
  expect(readFileSync(join(shop, "chain.html"), "utf8")).toMatch(/<meta name="counterside" content="\d/);
});

test("it takes the usual profile where none is named", () => {
  const save = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "a-token" };
  run(["--headless"], `${JSON.stringify({ id: 1, channel: "connection.save", input: save })}\n`);
  expect(existsSync(join(folder, ".config", "Counterside", "profile.sqlite"))).toBe(true);
  expect(run(["--status"])).toMatchObject({ status: 0, lines: [{ needs: [] }] });
});
