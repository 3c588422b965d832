/** Small functions of the services whose answers a person reads. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { freeBytesOf, leastSpare } from "../../../../main/engine/file/disk.ts";
import { newFolder } from "../../../helpers/engine.ts";

it("the room that is left is known from the disks that answer, and is unknown only where none does", () => {
  const folder = newFolder();
  const gone = join(folder, "gone", "further");
  expect(freeBytesOf(gone)).toBeNull();
  expect(leastSpare([gone])).toBeNull();
  expect(leastSpare([gone, folder])).toBeLessThan(freeBytesOf(folder) ?? 0);
});
