/** The packaged program with a key laid into its archive: from one whole program to the next, with entries unsent. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createPackageWithOptions, extractAll } from "@electron/asar";
import { test as base, expect } from "@playwright/test";
import { z } from "zod";
import { newUpdateKeys, startUpdateServer, type UpdateServer } from "../../helpers/update-server.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";
import { type PackagedApp, startPackaged } from "./packaged-app.ts";

interface Fixtures {
  /** A folder of the test's own. */
  work: string;
  server: UpdateServer;
  /** Starts a packaged program; whatever still runs is ended afterwards. */
  start: typeof startPackaged;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  work: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "counterside-packaged-update-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  server: async ({}, use) => {
    const server = await startUpdateServer();
    await use(server);
    await server.close();
  },
  // Needs the folder, so that it is removed after the programs that work in it.
  start: async ({ work: _work }, use) => {
    const started: PackagedApp[] = [];
    await use(async (...given) => {
      const app = await startPackaged(...given);
      started.push(app);
      return app;
    });
    for (const app of started) await app.end();
  },
});

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

interface Release {
  publicKey: string;
  /** The made package's own where left out. */
  version?: string;
}

/** The made package as that release would be: linked file by file, only its archive made anew. */
async function asReleased(
  made: MadePackage,
  work: string,
  { publicKey, version }: Release,
): Promise<MadePackage> {
  mkdirSync(work, { recursive: true });
  const folder = join(work, basename(made.folder));
  execFileSync("cp", ["-al", made.folder, folder]);
  const resources = join(folder, "resources");
  const archive = join(resources, "app.asar");
  const content = join(work, "content");
  extractAll(archive, content);
  writeFileSync(join(content, "update-key.pem"), publicKey);
  const described = join(content, "package.json");
  const description: unknown = JSON.parse(readFileSync(described, "utf8"));
  if (version !== undefined)
    writeFileSync(described, JSON.stringify(Object.assign({}, description, { version })));
  rmSync(archive);
  rmSync(`${archive}.unpacked`, { recursive: true });
  await createPackageWithOptions(content, archive, { unpack: "*.node" });
  return { ...made, folder, resources, executable: join(folder, basename(made.executable)) };
}

/**
 * The program as one file that unpacks itself and runs, as an AppImage does where it can't be mounted. The tool that
 * makes real ones is not needed for this: what the program knows of an AppImage is the environment's APPIMAGE.
 */
function asOneFile(made: MadePackage, path: string): void {
  const script = (size: number) =>
    `#!/bin/sh
folder=$(mktemp -d) || exit 1
export APPIMAGE="$0"
tail -c +${String(size + 1).padStart(6, "0")} "$0" | tar -x -C "$folder" || exit 1
exec "$folder/${basename(made.executable)}" "$@"
`;
  const head = script(script(0).length);
  writeFileSync(path, head);
  execFileSync("sh", ["-c", `tar -c -C "$1" . >> "$2"`, "sh", made.folder, path]);
  chmodSync(path, 0o755);
}

/** A profile in which the person named this update server before: a new one would be asked about in a box. */
function profileThatAsks(work: string, server: string): string {
  const profile = join(work, "profile");
  mkdirSync(profile, { recursive: true });
  writeFileSync(join(profile, "settings.json"), JSON.stringify({ updateServer: server }));
  return profile;
}

const ask = ({ page }: PackagedApp, channel: string, input: unknown = {}): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => Reflect.apply(Reflect.get(window.counterside, "invoke"), null, [name, given]),
    [channel, input] as const,
  );

/** What a channel answered; throws where it refused. */
function answerIn(reply: unknown): Record<string, unknown> {
  return z.object({ ok: z.literal(true), value: z.record(z.string(), z.unknown()) }).parse(reply).value;
}

test("replaces its own file by a release that bears its key, when it is closed", async ({
  work,
  server,
  start,
}) => {
  test.setTimeout(PACKAGING_MS);
  const keys = newUpdateKeys();
  const appImage = join(work, "Counterside.AppImage");
  writeFileSync(appImage, "the program as it was", { mode: 0o755 });
  const made = await asReleased(await makePackageOnce(), work, keys);
  const { content } = server.publish({ version: "99.0.0", content: Buffer.alloc(2_000_000, "new ") }, keys);
  // A key of the environment counts in a source checkout only.
  const env = { APPIMAGE: appImage, COUNTERSIDE_UPDATE_KEY: newUpdateKeys().publicKey };
  const running = await start(made, { env, profile: profileThatAsks(work, server.url) });
  expect(await ask(running, "updates.check")).toMatchObject({
    value: { replacesItself: true, now: { state: "found", release: { version: "99.0.0" } } },
  });
  await ask(running, "updates.download");
  await expect.poll(async () => JSON.stringify(await ask(running, "updates.status"))).toContain('"ready"');
  await Promise.allSettled([ask(running, "app.quit")]);
  await expect.poll(running.hasEnded, { timeout: 20_000 }).toBe(true);
  expect(running.child.exitCode).toBe(0);
  expect(readFileSync(appImage).equals(content)).toBe(true);
  expect(readFileSync(`${appImage}.previous`, "utf8")).toBe("the program as it was");
});

test("the next version takes the old one's place, and sends what the old one could not", async ({
  work,
  server,
  start,
}) => {
  test.setTimeout(PACKAGING_MS);
  const keys = newUpdateKeys();
  const appImage = join(work, "Counterside.AppImage");
  const profile = profileThatAsks(work, server.url);
  const env = { TMPDIR: work };
  const made = await makePackageOnce();
  asOneFile(await asReleased(made, join(work, "old"), keys), appImage);
  const nextFile = join(work, "next");
  asOneFile(await asReleased(made, join(work, "new"), { ...keys, version: "99.0.0" }), nextFile);
  const { content } = server.publish({ version: "99.0.0", content: readFileSync(nextFile) }, keys);
  const startFile = () => start({ ...made, executable: appImage }, { env, profile });

  const old = await startFile();
  const { version } = answerIn(await ask(old, "app.info"));
  expect(version).not.toBe("99.0.0");
  await ask(old, "practice.start");
  await ask(old, "practice.setServiceUp", { up: false });
  const asked = answerIn(await ask(old, "restore.request", { kind: "permission", permissionId: 604 }));
  await ask(old, "updates.check");
  await ask(old, "updates.download");
  await expect
    .poll(async () => JSON.stringify(await ask(old, "updates.status")), { timeout: 60_000 })
    .toContain('"ready"');
  // The system's own wish to end: a person would be asked about what is unsent, in a window of the system.
  old.child.kill("SIGTERM");
  await expect.poll(old.hasEnded, { timeout: 60_000 }).toBe(true);
  await old.end();
  expect(readFileSync(appImage).equals(content)).toBe(true);

  const next = await startFile();
  expect(answerIn(await ask(next, "app.info")).version).toBe("99.0.0");
  await expect
    .poll(async () => JSON.stringify(await ask(next, "outbox.list")), { timeout: 20_000 })
    .toContain(String(asked.entryId));
  await ask(next, "practice.setServiceUp", { up: true });
  await ask(next, "sync.now");
  await expect
    .poll(async () => JSON.stringify(await ask(next, "outbox.get", { entryId: asked.entryId })), {
      timeout: 20_000,
    })
    .toContain('"state":"confirmed"');
  const { entries } = answerIn(await ask(next, "outbox.list"));
  expect(entries).toHaveLength(1);
});
