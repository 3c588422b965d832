/** Reads XML as it comes, in bounded pieces: nothing is expanded but the five entities of XML itself. */
import { SaxesParser } from "saxes";
import type { BrokenXml } from "../../../../contract/english.ts";
import { ImportRefusal } from "../file-rows.ts";

/** Letters of one tag, text or comment; far above what a sheet's cell may hold (32,767). */
const MAX_PIECE = 1_048_576;
const MAX_DEPTH = 64;

export interface XmlHandlers {
  /** Names come without their prefix; attributes keep theirs. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

const broken = (how: BrokenXml): ImportRefusal => new ImportRefusal({ reason: "broken_xml", ...how });

/** `x:row` as `row`: the same element, whatever prefix the writer gave it. */
const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

function createParser(handlers: XmlHandlers, moved: () => void) {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  parser.on("error", (error) => {
    throw broken({ what: "read", said: error.message.slice(0, 200) });
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?(?:8|16)$/i.test(encoding))
      throw broken({ what: "encoding", encoding });
  });
  // Where entities are declared, and nowhere in a spreadsheet.
  parser.on("doctype", () => {
    throw broken({ what: "doctype" });
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw broken({ what: "deep", most: MAX_DEPTH });
    moved();
    handlers.open(bare(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    moved();
    handlers.close(bare(name));
  });
  const text = (piece: string): void => {
    moved();
    handlers.text(piece);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("comment", moved);
  parser.on("processinginstruction", moved);
  return parser;
}

/** UTF-16 begins with its mark, or with the sign that every XML begins with, as two bytes. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? "utf-16be" : "utf-8";
}

/** Feeds chunks of UTF-8 or UTF-16 to the handlers. Throws ImportRefusal for what is not plain, bounded XML. */
export function createXmlReader(handlers: XmlHandlers): { write(chunk: Uint8Array): void; end(): void } {
  let decoder: TextDecoder | null = null;
  let sinceLastEvent = 0;
  const parser = createParser(handlers, () => {
    sinceLastEvent = 0;
  });
  const decode = (chunk?: Uint8Array): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true });
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (error instanceof TypeError) throw broken({ what: "not_unicode" });
      throw error;
    }
  };
  return {
    write(chunk) {
      const text = decode(chunk);
      sinceLastEvent += text.length;
      parser.write(text);
      if (sinceLastEvent > MAX_PIECE) throw broken({ what: "long_piece" });
    },
    end() {
      parser.write(decode());
      parser.close();
    },
  };
}

/** Reads a whole part. */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const reader = createXmlReader(handlers);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}
