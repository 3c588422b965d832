/** Folders: of a disk, of one without hard links, and of one that is full, read-only, gone or synced. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  type linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openFolder } from "../../../../../main/engine/subjects/counters/place/folder.ts";
import { probe } from "../../../../../main/engine/subjects/counters/place/probe.ts";
import { contentOf, getAll } from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { newFolder } from "../../../../helpers/engine.ts";
import { mountDisk } from "../../../../helpers/small-disk.ts";
import { placeContract } from "./place-contract.ts";

const UUID = "11111111-1111-4111-8111-111111111111";
const ALL = { putIfAbsent: true, rename: true, list: true };
const shared = mkdtempSync(join(tmpdir(), "counterside-test-shop-"));
afterAll(() => rmSync(shared, { recursive: true, force: true }));
mkdirSync(join(shared, "linked"));
mkdirSync(join(shared, "unlinked"));

const noLink: typeof linkSync = () => {
  throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM", syscall: "link" });
};

placeContract("a folder", {
  lacking: null,
  open: async () => openFolder(join(shared, "linked")),
  can: ALL,
});
placeContract("a folder of a disk without hard links", {
  lacking: null,
  open: async () => openFolder(join(shared, "unlinked"), noLink),
  can: ALL,
});

describe("a folder", () => {
  const content = contentOf(Buffer.alloc(2_000_000, "x"));

  it("is not made up where it isn't there, and is used again when it is", async () => {
    const folder = newFolder();
    const place = openFolder(join(folder, "share"));
    for (const ask of [() => place.put("a", content), () => place.list(""), () => place.get("a")])
      await expect(ask()).rejects.toMatchObject({ details: { reason: "not_found" } });
    mkdirSync(join(folder, "share"));
    await place.put("a", content);
    renameSync(join(folder, "share"), join(folder, "away"));
    await expect(place.get("a")).rejects.toMatchObject({ details: { reason: "not_found" } });
    renameSync(join(folder, "away"), join(folder, "share"));
    expect((await getAll(place, "a", 3_000_000))?.length).toBe(2_000_000);
  });

  it("is full where the disk is, keeps what was there, and leaves nothing half-done", async (context) => {
    const folder = mountDisk(context, "size=1m");
    const place = openFolder(folder);
    await place.put("kept", contentOf(Buffer.from("kept")));
    await expect(place.put("kept", content)).rejects.toMatchObject({ details: { reason: "full" } });
    await expect(place.putIfAbsent("new", content)).rejects.toMatchObject({ details: { reason: "full" } });
    expect((await getAll(place, "kept", 100))?.toString()).toBe("kept");
    expect((await place.list("")).map(({ name }) => name)).toEqual(["kept"]);
    await place.put("small", contentOf(Buffer.alloc(900_000)));
  });

  it("is read-only where the disk is", async (context) => {
    const folder = mountDisk(context, "size=1m,ro");
    await expect(probe(openFolder(folder), UUID)).rejects.toMatchObject({ details: { reason: "read_only" } });
  });

  it("opens what it puts to whom the shop folder is open, whatever the process makes else", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o770);
    const before = process.umask(0o077);
    try {
      await openFolder(folder).put("status/a.json", content);
    } finally {
      process.umask(before);
    }
    expect(statSync(join(folder, "status")).mode & 0o777).toBe(0o770);
    expect(statSync(join(folder, "status/a.json")).mode & 0o777).toBe(0o660);
  });

  it("can't put if absent where it is a synced folder, by its name, its marks, or a person's word", async () => {
    const found = async (make: (folder: string) => string) => {
      const folder = newFolder();
      return (await probe(openFolder(make(folder)), UUID)).putIfAbsent;
    };
    const inside = (folder: string, ...names: string[]): string => {
      const path = join(folder, ...names);
      mkdirSync(path, { recursive: true });
      return path;
    };
    expect(await found((folder) => folder)).toBe(true);
    expect(await found((folder) => inside(folder, "OneDrive - Example Ltd", "shop"))).toBe(false);
    expect(await found((folder) => inside(folder, "Dropbox (Example)"))).toBe(false);
    expect(await found((folder) => inside(folder, "boxes"))).toBe(true);
    expect(
      await found((folder) => {
        mkdirSync(join(folder, ".stfolder"));
        return inside(folder, "shop");
      }),
    ).toBe(false);
    expect(
      await found((folder) => {
        writeFileSync(join(folder, "synced"), "");
        return folder;
      }),
    ).toBe(false);
  });

  it("doesn't wait for a pipe that lies under a name", async () => {
    const folder = newFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(await openFolder(folder).get("pipe")).toBeNull();
  });
});
