/** The deb as a shop's computer gets it: installed, used by an ordinary user in Chromium's sandbox, removed, purged. */
import { existsSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import {
  askForRestores,
  editVoucher,
  fillPurchaseReturn,
  goTo,
  outboxEntries,
  PURCHASE_RETURN,
  post,
  setServiceUp,
  untilAllAre,
  VOUCHER,
} from "../../../scripts/tour/steps.mjs";
import { test } from "../shell/open-app.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";
import { attach } from "./packaged-app.ts";
import { makeOwnRoot, type OwnRoot } from "./root-of-its-own.ts";

test.skip(process.platform !== "linux", "a deb is installed on Linux");
test.describe.configure({ mode: "serial" });

const USER = "shopkeeper";
const HELPER = "/opt/Counterside/chrome-sandbox";
const PROFILE = `/home/${USER}/.config/Counterside`;

let made: MadePackage;
let root: OwnRoot;
let display: string;
/** Why the rest can't be tried, or null. */
let lacks: string | null = null;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  const own = await makeOwnRoot();
  test.skip("refusal" in own, "refusal" in own ? own.refusal : "");
  if ("refusal" in own) return;
  root = own;
  made = await makePackageOnce();
});

test.afterAll(async () => {
  await root?.end();
});

// A test that is skipped keeps none after it from being run.
test.beforeEach(() => test.skip(lacks !== null, lacks ?? ""));

/** Runs a command inside and answers what it said; throws where it failed. */
async function must(command: string, ...words: string[]): Promise<string> {
  const said = await root.run(command, words);
  if (said.code !== 0)
    throw new Error(`${command} ${words.join(" ")} ended with ${said.code}:\n${said.words}`);
  return said.words.trim();
}

/** The profile's files, each with its SHA-256. */
const profileFiles = () =>
  must("sh", "-c", `cd ${PROFILE} && find . -type f -exec sha256sum {} + | sort -k2`);

/** What the package laid outside people's own folders, as far as its name tells. An empty /opt goes with its last file. */
const traces = () =>
  must("sh", "-c", "find /usr /etc $(ls -d /opt 2>/dev/null) -xdev -iname '*counterside*'");

/** One line for each process of the program: kind, seccomp mode, no new privileges, user, its network. */
const PROCESSES = `for p in /proc/[0-9]*; do
  c=$(tr '\\0' ' ' 2>/dev/null <$p/cmdline) || continue
  case "$(readlink $p/exe)" in */opt/Counterside/counterside) ;; *) continue ;; esac
  kind=$(expr "$c" : '.*--type=\\([a-z-]*\\)')
  echo "\${kind:-main} $(awk '/^Seccomp:/{s=$2} /^NoNewPrivs:/{n=$2} /^Uid:/{u=$2} END{print s,n,u}' $p/status)" \
    "$(readlink $p/ns/net)" "$(case "$c" in *--no-sandbox*) echo off ;; *) echo on ;; esac)"
done`;

test("it installs with what it depends on, and every file is as it was packed", async () => {
  test.setTimeout(PACKAGING_MS);
  await must("useradd", "--create-home", "--shell", "/bin/sh", USER);
  root.put(made.deb, "/tmp/counterside.deb");
  // What it depends on is the machine's, installed before the first test: nothing is fetched here.
  const said = await root.run("dpkg", ["--install", "/tmp/counterside.deb"]);
  const missing = [...said.words.matchAll(/^\s*Package (\S+) is not installed\.$/gm)].map(([, name]) => name);
  if (missing.length > 0) lacks = `the system has no ${missing.join(", ")}, which the deb depends on`;
  test.skip(lacks !== null, lacks ?? "");
  expect(said.words).not.toMatch(/^dpkg: error/m);
  expect(await must("dpkg", "--status", "counterside")).toContain("Status: install ok installed");
  expect(await must("dpkg", "--verify", "counterside")).toBe("");
  expect(await must("stat", "--format=%a %U %G", HELPER)).toBe("4755 root root");
  expect(await must("readlink", "--canonicalize", "/usr/bin/counterside")).toBe(
    "/opt/Counterside/counterside",
  );
});

interface Running {
  page: Page;
  quit(): Promise<unknown>;
}

/** Starts it as a person would, by its name, and attaches to its page. */
async function startAsUser(choices: { chrooted?: boolean }): Promise<Running> {
  const words = ["--practice", "--remote-debugging-port=0"];
  const app = root.start("counterside", words, { user: USER, display, ...choices });
  const ended = new Promise<unknown>((settle) => app.once("close", settle));
  app.stdout?.resume();
  let said = "";
  const address = await new Promise<string>((settle, fail) => {
    app.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) settle(found);
    });
    app.once("close", (code) => fail(new Error(`The program ended with ${code}:\n${said}`)));
  });
  const browser = await attach(address);
  const context = browser.contexts()[0];
  if (context === undefined) throw new Error("The program has no browser context.");
  const page = context.pages()[0] ?? (await context.waitForEvent("page"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const quit = async () => {
    // The page may be gone before its answer arrives.
    await page.evaluate(() => window.counterside.invoke("app.quit", {})).catch(() => undefined);
    const code = await ended;
    await browser.close();
    return code;
  };
  return { page, quit };
}

/** What Linux says of the processes that draw pages. */
async function expectSandbox(): Promise<void> {
  const lines = (await must("sh", "-c", PROCESSES)).split("\n").map((line) => line.split(" "));
  const uid = await must("id", "--user", USER);
  const mains = lines.filter(([kind]) => kind === "main");
  expect(mains).toHaveLength(1);
  const renderers = lines.filter(([kind]) => kind === "renderer");
  expect(renderers.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.at(-1) !== "on" || line[3] !== uid)).toEqual([]);
  for (const [, seccomp, noNewPrivileges, , network] of renderers) {
    // A filter of system calls, no way to more rights, and a separate network in which there is nothing.
    expect({ seccomp, noNewPrivileges }).toEqual({ seccomp: "2", noNewPrivileges: "1" });
    expect(network).toMatch(/^net:/);
    expect(network).not.toBe(mains[0]?.[4]);
  }
}

const namespacesWork = async (chrooted: boolean) =>
  (await root.run("unshare", ["--user", "true"], { user: USER, chrooted })).code === 0;

test("an ordinary user starts it by its name, its pages run in the sandbox of the setuid helper, and the main job is done in it", async () => {
  test.setTimeout(PACKAGING_MS);
  const screen = root.start(
    "Xvfb",
    ["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset", "-ac"],
    {},
  );
  display = await new Promise<string>((settle, fail) => {
    screen.stdout?.once("data", (bytes: Buffer) => settle(`:${String(bytes).trim()}`));
    screen.once("close", (code) => fail(new Error(`Xvfb ended with ${code}.`)));
  });
  expect(await namespacesWork(true)).toBe(false);
  const running = await startAsUser({ chrooted: true });
  await expectSandbox();

  // Six entries without the service, then all confirmed.
  const { page } = running;
  await goTo(page, "/");
  await page.locator("header").getByRole("switch").waitFor();
  await setServiceUp(page, false);
  await fillPurchaseReturn(page, PURCHASE_RETURN);
  await post(page, 1);
  await editVoucher(page, VOUCHER);
  await post(page, 2);
  await askForRestores(page, async () => undefined);
  await untilAllAre(page, 6, ["pending", "retry_wait", "in_flight"]);
  await setServiceUp(page, true);
  await untilAllAre(page, 6, ["confirmed"]);
  expect((await outboxEntries(page)).map(({ state }) => state)).toEqual(Array(6).fill("confirmed"));
  expect(await running.quit()).toBe(0);
});

test("where people may have user namespaces, the sandbox is made of those", async () => {
  test.setTimeout(PACKAGING_MS);
  test.skip(!(await namespacesWork(false)), "this machine gives people no user namespaces");
  // Without the helper there is no other way.
  await must("chmod", "0755", HELPER);
  try {
    const running = await startAsUser({});
    await expectSandbox();
    expect(await running.quit()).toBe(0);
  } finally {
    await must("chmod", "4755", HELPER);
  }
});

test("removing and purging it leaves nothing of it, and the profile as it was", async () => {
  test.setTimeout(PACKAGING_MS);
  const before = await profileFiles();
  expect(before).toMatch(/ \.\/profile\.sqlite$/m);
  await must("dpkg", "--remove", "counterside");
  expect(await profileFiles()).toBe(before);
  await must("dpkg", "--purge", "counterside");
  expect(await profileFiles()).toBe(before);
  expect(await traces()).toBe("");
});

test("the machine has seen nothing of it", async () => {
  for (const path of ["/opt/Counterside", "/usr/bin/counterside", `/home/${USER}`])
    expect(existsSync(path)).toBe(false);
});
