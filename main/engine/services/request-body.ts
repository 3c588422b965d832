/** Freezes a request: the JSON text that every attempt will send, and its hash. */
import { hash } from "node:crypto";
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";

export interface FrozenBody {
  text: string;
  /** sha256 of the UTF-8 bytes, hexadecimal. */
  hash: string;
}

/** Encodes by the strict schema of the operation; throws where the program itself made a wrong body. */
export function freeze<S extends z.ZodType>(schema: S, value: z.output<S>): FrozenBody {
  const text = printExactJson(z.encode(schema, value));
  return { text, hash: hash("sha256", text) };
}
