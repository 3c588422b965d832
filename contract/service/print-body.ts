/**
 * Prints a decoded request body as JSON text, by a printer made once from the strict schema. It does what
 * `printExactJson(z.encode(schema, value))` does, without building the encoded object first: it runs between
 * a key press and its place on disk.
 */

import { z } from "zod";
import { isRecord } from "../is-record.ts";
import { currencyCode, isoDate, timestamp, uuid } from "../values.ts";
import { wireDecimal, wireInteger } from "./primitives.ts";

type Print = (value: unknown) => string;

const digits: Print = (value) => String(value);
const quoted: Print = (value) => JSON.stringify(value);
const inQuotes: Print = (value) => `"${String(value)}"`;
/** Their patterns leave no character that JSON writes otherwise. */
const PLAIN_TEXTS: readonly unknown[] = [currencyCode, isoDate, timestamp, uuid];

function printerOf(schema: unknown): Print {
  // Decimals and whole numbers are canonical digits already: their types say so.
  if (schema === wireDecimal || schema === wireInteger) return digits;
  if (PLAIN_TEXTS.includes(schema)) return inQuotes;
  if (schema instanceof z.ZodNullable) {
    const inner = printerOf(schema.unwrap());
    return (value) => (value === null ? "null" : inner(value));
  }
  if (schema instanceof z.ZodArray) return listPrinter(printerOf(schema.element));
  if (schema instanceof z.ZodObject) return objectPrinter(schema.shape);
  if (schema instanceof z.ZodNever) {
    return () => {
      throw new TypeError("nothing can stand here");
    };
  }
  if (schema instanceof z.ZodString) return quoted;
  throw new TypeError("a body has no such field");
}

function listPrinter(element: Print): Print {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError("not a list");
    let text = "";
    for (const item of value) text += text === "" ? element(item) : `,${element(item)}`;
    return `[${text}]`;
  };
}

function objectPrinter(shape: z.core.$ZodLooseShape): Print {
  const fields = Object.entries(shape).map(([name, schema], index) => ({
    name,
    lead: `${index === 0 ? "" : ","}${JSON.stringify(name)}:`,
    print: printerOf(schema),
  }));
  return (value) => {
    if (!isRecord(value)) throw new TypeError("not an object");
    let text = "";
    for (const { name, lead, print } of fields) text += lead + print(value[name]);
    return `{${text}}`;
  };
}

/** Makes the printer of a body; throws TypeError for a schema with anything but what the interface's bodies hold. */
export function bodyPrinter<S extends z.ZodObject>(schema: S): (body: z.output<S>) => string {
  return printerOf(schema);
}
