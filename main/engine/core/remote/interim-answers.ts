/**
 * Takes interim answers (1xx) off an open socket before undici reads it: it ends a connection at a `100 Continue` that it
 * hasn't asked for, where HTTP has a client pass over it (RFC 9110, 15.2), and has no setting for that.
 */
import type { Socket } from "node:net";

/** Up to the first digit of the status. Longer pieces of it may still become an interim answer. */
const BEGINNING = /^(?:\r|H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:[01](?: (?:1\d{0,2})?)?)?)?)?)?)?)?)?)?$/;
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const END = /\r?\n\r?\n/;
/** As long as undici takes the headers of any answer; what is longer is left for it to refuse. */
const LONGEST = 16_384;

/** What to do with the first bytes of an answer, given one character a byte: how many to drop, and whether more is to come. */
function look(text: string): { drop: number; isDecided: boolean } {
  let drop = 0;
  for (;;) {
    // A blank line before a status is passed over, as undici does.
    while (text.startsWith("\r\n", drop)) drop += 2;
    const rest = text.slice(drop, drop + LONGEST);
    if (!INTERIM.test(rest)) return { drop, isDecided: !BEGINNING.test(rest.slice(0, 64)) };
    const end = END.exec(rest);
    if (end === null) return { drop, isDecided: rest.length === LONGEST };
    drop += end.index + end[0].length;
  }
}

/**
 * Call it before anybody else listens for what comes: each `begin()` has the next answer looked at, whose other bytes are
 * left on the socket as they came.
 */
export function dropInterimAnswers(socket: Socket): { begin: () => void } {
  let isLooking = false;
  /** Of an answer of which can't be said yet what it is. */
  let held: Buffer = Buffer.alloc(0);
  socket.on("readable", () => {
    while (isLooking) {
      const came: Buffer | null = socket.read();
      if (came === null) return;
      held = held.length === 0 ? came : Buffer.concat([held, came]);
      const { drop, isDecided } = look(held.toString("latin1"));
      held = held.subarray(drop);
      if (!isDecided) continue;
      isLooking = false;
      const rest = held;
      held = Buffer.alloc(0);
      socket.unshift(rest);
    }
  });
  return {
    begin: () => {
      isLooking = true;
      held = Buffer.alloc(0);
    },
  };
}
