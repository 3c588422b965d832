import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { icns, ico } from "../../../scripts/lib/package/icon-files.mjs";

const folder = resolve(import.meta.dirname, "..", "..", "..", "build-resources");
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const pictures = new Map(
  sizes.map((size) => [size, readFileSync(join(folder, "icons", `${size}x${size}.png`))]),
);

describe("the committed icons", () => {
  it.each(sizes)("have a PNG of %i pixels that is one", (size) => {
    const png = pictures.get(size);
    expect(png?.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([size, size]);
  });

  it("are the same pictures in the Windows and macOS containers", () => {
    expect(readFileSync(join(folder, "icon.ico")).equals(ico(pictures))).toBe(true);
    expect(readFileSync(join(folder, "icon.icns")).equals(icns(pictures))).toBe(true);
  });

  it("have a directory that points at each picture", () => {
    const file = ico(pictures);
    expect(file.readUInt16LE(4)).toBe(6);
    for (let index = 0; index < 6; index += 1) {
      const at = 6 + 16 * index;
      const offset = file.readUInt32LE(at + 12);
      const width = file.readUInt8(at) || 256;
      expect(file.readUInt32BE(offset + 16)).toBe(width);
      expect(file.readUInt32LE(at + 8)).toBe(pictures.get(width)?.length);
    }
    expect(icns(pictures).readUInt32BE(4)).toBe(icns(pictures).length);
  });
});
