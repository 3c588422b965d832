/** Freezes a request: the JSON text that every attempt will send, and its hash. */
import { hash } from "node:crypto";
import type { z } from "zod";
import { bodyPrinter } from "../../../contract/service/print-body.ts";

export interface FrozenBody {
  text: string;
  /** sha256 of the UTF-8 bytes, hexadecimal. */
  hash: string;
}

/** Makes the function that freezes the bodies of one operation, field by field of its strict schema. */
export function freezer<S extends z.ZodObject>(schema: S): (body: z.output<S>) => FrozenBody {
  const print = bodyPrinter(schema);
  return (body) => {
    const text = print(body);
    return { text, hash: hash("sha256", text) };
  };
}
