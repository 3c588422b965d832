/** The two icon containers, made of PNG pictures: .ico for Windows, .icns for macOS. Pure. */

/** @typedef {Map<number, Buffer>} Pictures pixels across -> PNG */

/** What macOS looks for: a four-letter name for each size, "@2x" ones by their real pixels. */
const icnsTypes = /** @type {const} */ ([
  ["icp4", 16],
  ["icp5", 32],
  ["ic07", 128],
  ["ic08", 256],
  ["ic09", 512],
  ["ic10", 1024],
  ["ic11", 32],
  ["ic12", 64],
  ["ic13", 256],
  ["ic14", 512],
]);

const icoSizes = [16, 32, 48, 64, 128, 256];

/** @param {Pictures} pictures @param {number} size */
function picture(pictures, size) {
  const png = pictures.get(size);
  if (png === undefined) throw new Error(`There is no picture of ${size} pixels.`);
  return png;
}

/** @param {Pictures} pictures */
export function icns(pictures) {
  const parts = icnsTypes.flatMap(([type, size]) => {
    const png = picture(pictures, size);
    return [header(type, png.length + 8), png];
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([header("icns", body.length + 8), body]);
}

/** @param {string} type @param {number} length */
function header(type, length) {
  const bytes = Buffer.alloc(8);
  bytes.write(type, 0, "latin1");
  bytes.writeUInt32BE(length, 4);
  return bytes;
}

/** @param {Pictures} pictures */
export function ico(pictures) {
  const pngs = icoSizes.map((size) => picture(pictures, size));
  const directory = Buffer.alloc(6 + 16 * icoSizes.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(icoSizes.length, 4);
  let offset = directory.length;
  for (const [index, size] of icoSizes.entries()) {
    const at = 6 + 16 * index;
    const length = pngs[index]?.length ?? 0;
    // One byte each for width and height, in which 0 stands for 256.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([directory, ...pngs]);
}
