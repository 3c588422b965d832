import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const folder = resolve(import.meta.dirname, "..", "..", "..", "build-resources");

/** Width and height that a PNG's header gives. */
function pixels(png: Buffer | undefined): [number, number] {
  if (png?.subarray(1, 4).toString("latin1") !== "PNG") throw new Error("not a PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

it.each([16, 32, 48, 64, 128, 256, 512, 1024])(
  "the committed picture of %i pixels is a PNG of that size",
  (size) => {
    expect(pixels(readFileSync(join(folder, "icons", `${size}x${size}.png`)))).toEqual([size, size]);
  },
);

it("the icon for Windows holds a picture of each size that Windows shows", () => {
  const ico = readFileSync(join(folder, "icon.ico"));
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const offset = ico.readUInt32LE(at + 12);
    const [width, height] = pixels(ico.subarray(offset, offset + ico.readUInt32LE(at + 8)));
    // One byte for the width, in which 0 is 256.
    expect([width, height]).toEqual([ico.readUInt8(at) || 256, width]);
    return width;
  });
  expect(sizes.toSorted((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 72, 96, 128, 256]);
});

it("the icon for macOS holds pictures up to 1,024 pixels", () => {
  const icns = readFileSync(join(folder, "icon.icns"));
  const sizes = new Map<string, number>();
  let at = 8;
  while (at < icns.length) {
    const length = icns.readUInt32BE(at + 4);
    const type = icns.toString("latin1", at, at + 4);
    if (type.startsWith("ic")) sizes.set(type, pixels(icns.subarray(at + 8, at + length))[0]);
    at += length;
  }
  expect(at).toBe(icns.length);
  expect(Object.fromEntries(sizes)).toEqual({
    ic07: 128,
    ic08: 256,
    ic09: 512,
    ic10: 1024,
    ic11: 32,
    ic12: 64,
    ic13: 256,
    ic14: 512,
  });
});
