/** The packaged program with a key laid into its archive: proves a release, downloads it, and replaces its own file. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createPackageWithOptions, extractAll } from "@electron/asar";
import { expect, test } from "@playwright/test";
import { newUpdateKeys, startUpdateServer } from "../../helpers/update-server.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";
import { type PackagedApp, startPackaged } from "./packaged-app.ts";

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

/** The made package as it would be with this key: linked file by file, only its archive made anew. */
async function withKey(made: MadePackage, work: string, publicKey: string): Promise<MadePackage> {
  const folder = join(work, basename(made.folder));
  execFileSync("cp", ["-al", made.folder, folder]);
  const resources = join(folder, "resources");
  const archive = join(resources, "app.asar");
  const content = join(work, "content");
  extractAll(archive, content);
  writeFileSync(join(content, "update-key.pem"), publicKey);
  rmSync(archive);
  rmSync(`${archive}.unpacked`, { recursive: true });
  await createPackageWithOptions(content, archive, { unpack: "*.node" });
  return { ...made, folder, resources, executable: join(folder, basename(made.executable)) };
}

const ask = ({ page }: PackagedApp, channel: string, input: unknown = {}): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => Reflect.apply(Reflect.get(window.counterside, "invoke"), null, [name, given]),
    [channel, input] as const,
  );

test("replaces its own file by a release that bears its key, when it is closed", async () => {
  test.setTimeout(PACKAGING_MS);
  const work = mkdtempSync(join(tmpdir(), "counterside-packaged-update-"));
  const server = await startUpdateServer();
  const keys = newUpdateKeys();
  const appImage = join(work, "Counterside.AppImage");
  writeFileSync(appImage, "the program as it was", { mode: 0o755 });
  let app: PackagedApp | null = null;
  try {
    const made = await withKey(await makePackageOnce(), work, keys.publicKey);
    const { content } = server.publish({ version: "99.0.0", content: Buffer.alloc(2_000_000, "new ") }, keys);
    // A key of the environment counts in a source checkout only.
    const env = { APPIMAGE: appImage, COUNTERSIDE_UPDATE_KEY: newUpdateKeys().publicKey };
    const running = await startPackaged(made, { env });
    app = running;
    await ask(running, "settings.set", { updateServer: server.url });
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
  } finally {
    await app?.end();
    await server.close();
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
});
