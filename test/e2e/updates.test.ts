/** From one version to the next in the real program: an update server on loopback, entries unsent, nothing lost. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import {
  newUpdateKeys,
  startUpdateServer,
  type UpdateKeys,
  type UpdateServer,
} from "../helpers/update-server.ts";
import { answerBoxes, test as base, ended, type OpenedApp } from "./shell/open-app.ts";

const OLD = "#!/bin/sh\nexit 0\n";

interface Fixtures {
  server: UpdateServer;
  keys: UpdateKeys;
  /** The file that plays the AppImage: the program runs from elsewhere, and replaces this. */
  appImage: string;
  openOld: (env?: Record<string, string>) => Promise<OpenedApp>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  server: async ({}, use) => {
    const server = await startUpdateServer();
    await use(server);
    await server.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  keys: async ({}, use) => use(newUpdateKeys()),
  appImage: async ({ profile }, use) => {
    mkdirSync(join(profile, "Apps"), { recursive: true });
    const path = join(profile, "Apps", "Counterside.AppImage");
    writeFileSync(path, OLD);
    chmodSync(path, 0o755);
    await use(path);
  },
  openOld: async ({ open, keys, appImage }, use) => {
    await use((env = {}) =>
      open({ env: { COUNTERSIDE_UPDATE_KEY: keys.publicKey, APPIMAGE: appImage, ...env } }),
    );
  },
});

const answerOf = async (opened: OpenedApp, channel: string, input: unknown = {}): Promise<unknown> => {
  const reply = await opened.call(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
  return reply.value;
};

/** The practice shop with its service switched off, and one restore waiting to be sent. */
async function withSomethingUnsent(opened: OpenedApp): Promise<void> {
  await answerOf(opened, "practice.start");
  await answerOf(opened, "practice.setServiceUp", { up: false });
  await answerOf(opened, "restore.request", { kind: "permission", permissionId: 3 });
}

async function openSettings({ page }: OpenedApp, server: UpdateServer): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/settings/updates";
  });
  const panel = page.getByTestId("updates");
  await expect(panel).toContainText("No address is set");
  await panel.getByTestId("updates-server").fill(server.url);
  // The address is saved by leaving its field.
  await panel.getByTestId("updates-server").press("Tab");
  await panel.getByTestId("updates-check").click();
}

test("is downloaded from Settings, and takes the old one's place when the program is closed with entries unsent", async ({
  server,
  keys,
  appImage,
  openOld,
}) => {
  const { content } = server.publish(
    { version: "99.0.0", content: Buffer.alloc(3_000_000, "the new program "), notes: "Faster at the till." },
    keys,
  );
  const opened = await openOld();
  await withSomethingUnsent(opened);
  await openSettings(opened, server);
  const panel = opened.page.getByTestId("updates");
  await expect(panel).toContainText("Faster at the till.");
  await panel.getByTestId("updates-download").click();
  await expect(panel).toContainText("is ready to install");
  await expect(panel.getByTestId("updates-at-quit")).toBeChecked();
  expect(readFileSync(appImage, "utf8")).toBe(OLD);

  // The question about what is unsent is asked as ever; "quit anyway" goes on.
  await answerBoxes(opened.app, 1);
  const code = ended(opened);
  await opened.app.evaluate(({ app }) => void setTimeout(() => app.quit()));
  expect(await code).toBe(0);
  expect(readFileSync(appImage).equals(content)).toBe(true);
  expect(statSync(appImage).mode & 0o111).toBe(0o111);
  expect(readFileSync(`${appImage}.previous`, "utf8")).toBe(OLD);

  const next = await openOld();
  await expect
    .poll(async () => JSON.stringify(await next.call("outbox.list", {})), { timeout: 15_000 })
    .toContain('"kind":"restorePermission"');
  expect(await answerOf(next, "updates.status")).toMatchObject({
    last: { version: "99.0.0", problem: null },
  });
});

test("at once: says how many entries are unsent, closes in order without a second question, and starts the new one", async ({
  server,
  keys,
  appImage,
  openOld,
  profile,
}) => {
  const mark = join(profile, "started");
  const script = `#!/bin/sh\nprintf '%s ' "$@" > '${mark}.part' && mv '${mark}.part' '${mark}'\n`;
  server.publish({ version: "99.0.0", content: Buffer.from(script) }, keys);
  const opened = await openOld();
  await withSomethingUnsent(opened);
  await openSettings(opened, server);
  const panel = opened.page.getByTestId("updates");
  await panel.getByTestId("updates-download").click();
  await panel.getByTestId("updates-restart").click();
  await expect(opened.page.getByTestId("updates-restart-ask")).toContainText(
    "1 entry hasn't been sent yet. It stays on this computer",
  );
  const code = ended(opened);
  await opened.page.getByTestId("updates-restart-yes").click({ noWaitAfter: true });
  expect(await code).toBe(0);
  expect(readFileSync(appImage, "utf8")).toBe(script);
  await expect.poll(() => existsSync(mark)).toBe(true);
  expect(readFileSync(mark, "utf8")).toContain(`--profile ${profile}`);
});

test("that is not proven is refused in words, and closing leaves the program as it was", async ({
  server,
  keys,
  appImage,
  openOld,
}) => {
  server.publish({ version: "99.0.0", content: Buffer.from("somebody else's") }, newUpdateKeys());
  const opened = await openOld();
  await openSettings(opened, server);
  const panel = opened.page.getByTestId("updates");
  await expect(panel).toContainText("doesn't have the required signature");
  await expect(panel).toContainText("Nothing of it is used");
  server.publish({ version: "99.0.0", content: Buffer.from("the real one") }, keys);
  server.put("Counterside-99.0.0-linux-x64.AppImage", "another one!");
  await panel.getByTestId("updates-check").click();
  await panel.getByTestId("updates-download").click();
  await expect(panel).toContainText("not the one that was released");
  const code = ended(opened);
  await Promise.allSettled([opened.call("app.quit", {})]);
  expect(await code).toBe(0);
  expect(readFileSync(appImage, "utf8")).toBe(OLD);
});

test("a redirect is not followed, and no request says who asks", async ({ server, keys, openOld }) => {
  server.publish({ version: "99.0.0", content: Buffer.from("x") }, keys);
  server.behave("latest-linux.yml", (outgoing) =>
    outgoing.writeHead(302, { location: `${server.url}/elsewhere.yml` }).end(),
  );
  const opened = await openOld();
  await answerOf(opened, "settings.set", { updateServer: server.url });
  expect(await answerOf(opened, "updates.check")).toMatchObject({
    now: { state: "failed", problem: "redirected" },
  });
  expect(server.came.map(({ path }) => path)).toEqual(["/releases/latest-linux.yml"]);
  const headers = Object.keys(server.came[0]?.headers ?? {});
  expect(headers.filter((name) => /auth|cookie|token|staging|referer|device/i.test(name))).toEqual([]);
});

test("without a key nobody is asked, though a server is named", async ({ server, open }) => {
  const keyless = await open();
  await answerOf(keyless, "settings.set", { updateServer: server.url });
  expect(await answerOf(keyless, "updates.check")).toMatchObject({ now: { state: "off", reason: "no_key" } });
  expect(server.came).toEqual([]);
});

test("an installation that can't update itself says what exists and where to get it", async ({
  server,
  keys,
  openOld,
}) => {
  server.publish(
    { version: "99.0.0", content: Buffer.from("x"), file: "counterside_99.0.0_amd64.deb" },
    keys,
  );
  const opened = await openOld({ APPIMAGE: "" });
  await openSettings(opened, server);
  const panel = opened.page.getByTestId("updates");
  await expect(panel).toContainText("can't update itself");
  await expect(panel).toContainText(`${server.url}/counterside_99.0.0_amd64.deb`);
});
