/** Small faults that once went unnoticed: each of these guards is looked at by itself. */
import { execFileSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import * as system from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createFeed } from "../../../../main/shell/updates/feed.ts";
import { fetchSmall } from "../../../../main/shell/updates/fetch-file.ts";
import { readUpdateKey } from "../../../../main/shell/updates/manifest.ts";
import { createProgramUpdater } from "../../../../main/shell/updates/program-updater.ts";
import { type Disk, replaceFile, requireProven } from "../../../../main/shell/updates/replace-file.ts";
import type { InstallTarget } from "../../../../main/shell/updates/target.ts";
import { writeFailure } from "../../../../main/shell/updates/update-failure.ts";
import { newUpdateKeys, startUpdateServer } from "../../../helpers/update-server.ts";
import { quietLog } from "../stand-ins.ts";

const folderOf = (): string => {
  const folder = system.mkdtempSync(join(tmpdir(), "counterside-test-small-faults-"));
  onTestFinished(() => system.rmSync(folder, { recursive: true, force: true }));
  return folder;
};

async function serverThat(answers: (outgoing: ServerResponse) => void): Promise<string> {
  const server = createServer((_, outgoing) => answers(outgoing));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  return `http://127.0.0.1:${address.port}/latest.yml`;
}
const ask = (url: string, signal: AbortSignal) => fetch(url, { redirect: "error", signal });

it("a key of another kind than Ed25519 is none", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ed448");
  for (const { publicKey } of [curve, other])
    expect(readUpdateKey(publicKey.export({ type: "spki", format: "pem" }).toString())).toBeNull();
  expect(readUpdateKey(newUpdateKeys().publicKey)).not.toBeNull();
});

it("an answer that is not 200 is no file, also where it is a success", async () => {
  const url = await serverThat((outgoing) => outgoing.writeHead(206).end("version: 1"));
  await expect(fetchSmall(ask, url, 100)).rejects.toMatchObject({ problem: "unreachable" });
});

it.each([
  [300, "redirected"],
  [399, "redirected"],
  [400, "unreachable"],
  [404, "not_found"],
  [410, "not_found"],
])("an answer of %i is told as %s", async (status, problem) => {
  const url = await serverThat((outgoing) => outgoing.writeHead(status).end("elsewhere"));
  await expect(fetchSmall(ask, url, 100)).rejects.toMatchObject({ problem });
});

it("what was thrown while a file was written is told in its own words", () => {
  expect(writeFailure(new Error("no room")).message).toBe("no room");
  expect(writeFailure("no room").message).toBe("no room");
});

it("a server that falls silent after the first piece is given up", async () => {
  const url = await serverThat((outgoing) => void outgoing.writeHead(200).write("version:"));
  await expect(fetchSmall(ask, url, 100, 200)).rejects.toMatchObject({
    problem: "unreachable",
    message: "the server stopped answering",
  });
});

it("a file of the list is downloaded only with the list's own hash", async () => {
  const server = await startUpdateServer();
  onTestFinished(() => server.close());
  const keys = newUpdateKeys();
  const { file } = server.publish({ version: "1.3.0", content: Buffer.from("program") }, keys);
  const key = readUpdateKey(keys.publicKey);
  if (key === null) throw new Error("the key is none");
  const feed = createFeed({
    server: server.url,
    channel: "latest",
    key,
    platform: "linux",
    arch: "x64",
    fetch: ask,
  });
  const runtime = { isUseMultipleRangeRequest: false, platform: "linux" as const, executor: feed.executor };
  await Reflect.get(Reflect.construct(feed.provider, [null, null, runtime]), "getLatestVersion")();
  const download = (sha512: string) =>
    feed.executor.download(new URL(`${server.url}/${file}`), join(folderOf(), "x"), {
      sha512,
      cancellationToken: { once: () => undefined },
    });
  await expect(download("other")).rejects.toMatchObject({ problem: "no_file" });
  await download(createHash("sha512").update("program").digest("base64"));
});

it.each<InstallTarget>([
  { kind: "appimage", path: "/nowhere/c.AppImage", start: () => undefined },
  { kind: "nsis", configPath: "/nowhere/app-update.yml" },
  { kind: "by_hand" },
])("the updater for $kind downloads whole files, newer ones, and only when it is told to", (target) => {
  const key = readUpdateKey(newUpdateKeys().publicKey);
  if (key === null) throw new Error("the key is none");
  const feed = createFeed({
    server: "https://updates.example",
    channel: "latest",
    key,
    platform: "linux",
    arch: "x64",
    fetch: ask,
  });
  const { updater } = createProgramUpdater({
    target,
    version: "1.2.0",
    folder: folderOf(),
    feed,
    log: quietLog,
  });
  expect(updater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableDifferentialDownload: true,
    disableWebInstaller: true,
  });
});

it("a program that is being run can't be written, and that is told as such", () => {
  for (const code of ["EACCES", "EPERM", "EROFS", "ETXTBSY"])
    expect(writeFailure(Object.assign(new Error("x"), { code })).problem).toBe("read_only");
});

const NEXT = "the program as it will be";
const HASH = createHash("sha512").update(NEXT).digest("base64");

/** A program, a download, and the file calls of replacing one by the other; `before` runs ahead of each. */
function replacing(before: (call: string, path: string) => void = () => undefined) {
  const folder = folderOf();
  const [path, from] = [join(folder, "c.AppImage"), join(folder, "download")];
  system.writeFileSync(path, "the program as it was");
  system.writeFileSync(from, NEXT);
  const calls: string[] = [];
  const names = new Map<number, string>();
  const noted = (call: string, name: string) => {
    calls.push(`${call} ${name.slice(folder.length + 1)}`.trim());
    before(call, name);
  };
  const disk: Disk = {
    ...system,
    openSync: (name, ...rest) => {
      const handle = system.openSync(name, ...rest);
      names.set(handle, String(name));
      return handle;
    },
    fsyncSync: (handle) => {
      noted("flush", names.get(handle) ?? "");
      system.fsyncSync(handle);
    },
    readSync: Object.assign((...given: Parameters<typeof system.readSync>) => {
      const [handle] = given;
      if (calls.at(-1) !== `read ${(names.get(handle) ?? "").slice(folder.length + 1)}`)
        noted("read", names.get(handle) ?? "");
      return system.readSync(...given);
    }),
    renameSync: (old, name) => {
      noted("rename", String(old));
      system.renameSync(old, name);
    },
  };
  return { folder, path, from, calls, run: () => replaceFile(path, from, HASH, disk) };
}

it("a new program is flushed, read back and hashed, then named, and then its folder is flushed", () => {
  const { calls, path, run } = replacing();
  run();
  expect(system.readFileSync(path, "utf8")).toBe(NEXT);
  expect(calls).toEqual([
    ...["read download", "flush c.AppImage.new", "read c.AppImage.new"],
    ...["rename c.AppImage.previous.new", "rename c.AppImage.new", "flush"],
  ]);
});

it("the program as it was is kept beside the new one also on a disk without hard links", () => {
  const { path, from } = replacing();
  const refuse = (): never => {
    throw Object.assign(new Error("no links here"), { code: "EPERM" });
  };
  replaceFile(path, from, HASH, { ...system, linkSync: refuse });
  expect(system.readFileSync(path, "utf8")).toBe(NEXT);
  expect(system.readFileSync(`${path}.previous`, "utf8")).toBe("the program as it was");
});

it("a program that could not take its name at the last step is replaced by the next try, and nothing more is left", () => {
  let isLocked = true;
  const { folder, path, run } = replacing((call, name) => {
    if (isLocked && call === "rename" && name.endsWith("AppImage.new"))
      throw Object.assign(new Error("in use"), { code: "EACCES" });
  });
  expect(run).toThrow(expect.objectContaining({ problem: "read_only" }));
  expect(system.readFileSync(path, "utf8")).toBe("the program as it was");
  isLocked = false;
  run();
  expect(system.readFileSync(path, "utf8")).toBe(NEXT);
  expect(system.readFileSync(`${path}.previous`, "utf8")).toBe("the program as it was");
  expect(system.readdirSync(folder).sort()).toEqual(["c.AppImage", "c.AppImage.previous", "download"]);
});

it.each<[string, (folder: string) => void]>([
  ["written into", (folder) => system.appendFileSync(join(folder, "c.AppImage.new"), "more")],
  [
    "replaced",
    (folder) => {
      system.rmSync(join(folder, "c.AppImage.new"));
      system.writeFileSync(join(folder, "c.AppImage.new"), "another program");
    },
  ],
])(
  "a new program that is %s after it was copied and before it takes the name is refused, and nothing is left of it",
  (_, act) => {
    const { folder, path, run } = replacing((call, name) => {
      if (call === "read" && name.endsWith(".new")) act(join(name, ".."));
    });
    expect(run).toThrow(expect.objectContaining({ problem: "changed_on_disk" }));
    expect(system.readFileSync(path, "utf8")).toBe("the program as it was");
    expect(system.readdirSync(folder).sort()).toEqual(["c.AppImage", "download"]);
  },
);

it.runIf(process.platform !== "win32").each<[string, (from: string) => void]>([
  [
    "a pipe",
    (from) => {
      execFileSync("mkfifo", [from]);
      // Without another end, a fault here would hold the test up instead of failing it.
      const end = system.openSync(from, "r+");
      onTestFinished(() => system.closeSync(end));
    },
  ],
  ["a device without an end", (from) => system.symlinkSync("/dev/null", from)],
  ["a folder", (from) => system.mkdirSync(from)],
])("%s in the place of the download is refused, and the program stays as it was", (_, put) => {
  const { path, from, run } = replacing();
  system.rmSync(from);
  put(from);
  for (const take of [run, () => requireProven(from, HASH)])
    expect(take).toThrow(expect.objectContaining({ problem: "changed_on_disk" }));
  expect(system.readFileSync(path, "utf8")).toBe("the program as it was");
});
