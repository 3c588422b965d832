import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskLevel, diskStatusOf } from "../../../../main/engine/file/disk.ts";
import { newFolder } from "../../../helpers/engine.ts";
import { mountDisk } from "../../../helpers/small-disk.ts";

const GB = 1_000_000_000;

describe("the disk's room", () => {
  it("is judged by what is free and by what a backup takes", () => {
    expect(diskLevel(null, 0)).toBe("unknown");
    expect(diskLevel(50 * GB, 1_000)).toBe("fine");
    expect(diskLevel(0.9 * GB, 1_000)).toBe("low");
    expect(diskLevel(0.1 * GB, 1_000)).toBe("nearly_full");
    expect(diskLevel(3 * GB, 2 * GB)).toBe("low");
    expect(diskLevel(0.9 * GB, 2 * GB)).toBe("nearly_full");
  });

  it("is read from the file system, with the size of what is there", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "a.sqlite"), Buffer.alloc(5_000));
    const status = diskStatusOf(folder);
    expect(status.usedBytes).toBe(5_000);
    expect(status.freeBytes).toBeGreaterThan(0);
  });

  it("is nearly full on a disk of two megabytes", (context) => {
    expect(diskStatusOf(mountDisk(context, "size=2m")).level).toBe("nearly_full");
  });

  it("is called full, and no longer nearly full, once nothing more fits on the disk", (context) => {
    const folder = mountDisk(context, "size=2m");
    const fill = () => writeFileSync(join(folder, "ballast"), Buffer.alloc(3_000_000));
    expect(fill).toThrow("ENOSPC");
    expect(diskStatusOf(folder)).toMatchObject({ freeBytes: 0, level: "full" });
  });
});
