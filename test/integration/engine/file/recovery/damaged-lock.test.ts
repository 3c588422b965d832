/** The file that is only ever locked, and what others wrote into it. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claimFile } from "../../../../../main/engine/file/database/file-claim.ts";
import { newFolder } from "../../../../helpers/engine.ts";

const NOISE = Buffer.alloc(5_000, "no database");

it("a lock that holds what is no database is emptied and taken, and keeps others out", () => {
  const path = join(newFolder(), "shop.sqlite");
  writeFileSync(`${path}-lock`, NOISE);
  const release = claimFile(path, null);
  expect(statSync(`${path}-lock`).size).toBe(0);
  expect(() => claimFile(path, null)).toThrow(expect.objectContaining({ code: "storage_busy" }));
  release();
  claimFile(path, null)();
});

it("a lock that another engine has stays its own, whatever was written into it since", () => {
  const path = join(newFolder(), "shop.sqlite");
  const release = claimFile(path, null);
  writeFileSync(`${path}-lock`, NOISE, { flag: "r+" });
  for (let n = 0; n < 2; n += 1)
    expect(() => claimFile(path, null)).toThrow(expect.objectContaining({ code: "storage_busy" }));
  release();
  claimFile(path, null)();
});
