/** Messages over a socket, each after its length: how the two halves of a test run speak that are on two systems. */
import { deserialize, serialize } from "node:v8";

const HEAD_BYTES = 4;

/** @param {import("node:net").Socket} socket @param {unknown} message */
export function sendFrame(socket, message) {
  const content = serialize(message);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(content.length);
  socket.write(Buffer.concat([head, content]));
}

/** @param {import("node:net").Socket} socket @param {(message: any) => void} take */
export function readFrames(socket, take) {
  let held = Buffer.alloc(0);
  socket.on("data", (/** @type {Buffer} */ came) => {
    held = Buffer.concat([held, came]);
    while (held.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + held.readUInt32LE(0);
      if (held.length < end) return;
      const message = deserialize(held.subarray(HEAD_BYTES, end));
      held = held.subarray(end);
      take(message);
    }
  });
}
