/** Writes parts into an archive in memory, none of them packed, for a library that takes nothing else. */
import { crc32 } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;

/** The fields that a part's own header and its line of the directory have in common: 26 bytes. */
function fieldsOf(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

/** The bytes of the archive. Together the parts are less than 4 GB, and fewer than 65,536. */
export function storedZip(parts: readonly { name: string; content: Buffer }[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const bytes = Buffer.from(name, "latin1");
    const fields = fieldsOf(bytes, content);
    const version = Buffer.from([VERSION, 0]);
    directory.push(word(CENTRAL), version, fields, Buffer.alloc(10), word(at), bytes);
    pieces.push(word(LOCAL), fields, bytes, content);
    at += 30 + bytes.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...pieces, central, word(END), end]);
}
