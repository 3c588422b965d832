/**
 * Inputs for any channel, made from its schema: mostly right, and then spoilt in one place.
 *
 * A leaf (a text, a number, whatever is transformed) draws from one pool of values, of which the schema itself says
 * which it takes: so nothing here has to know what a currency code looks like.
 */
import fc from "fast-check";
import type { z } from "zod";
import { HOSTILE_KEYS, HOSTILE_VALUES } from "./hostile-values.ts";

const POOL: readonly unknown[] = [
  ...[
    "0",
    "1",
    "81.235",
    "0.000000001",
    "1e3",
    "123456789012345678901234567890",
    "-5",
    0,
    1,
    2,
    7,
    999,
    -1,
    0.5,
  ],
  ...[
    "YER",
    "USD",
    "SAR",
    "word",
    "two words",
    "عربي",
    "a\nb",
    "q7Jx-token",
    "=1+1",
    "@x",
    "'",
    '"',
    "%",
    "\\",
  ],
  ...["2026-01-31", "2024-02-29", "1999-12-31", "2026-01-31T10:00:00Z", "2026-03-01T08:00:00.000Z"],
  ...["7a0c4e50-0000-4000-8000-000000000001", "11111111-1111-4111-8111-111111111111"],
  ...["https://localhost:9/api", "http://127.0.0.1:9", "https://[::1]:8443"],
  ...["1234", "482913", "00000000000000000000000000000097", "product", "expiry", "1001", "2900000100110"],
  ...["no-such.csv", "folder/no-such.csv", "..", ".", "purchaseReturn", "ab".repeat(32)],
];

/** The parts of zod's own description of a schema that are read here. */
interface Described {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === "object" && value !== null && "_zod" in value && "safeParse" in value;

const partsOf = (schema: z.ZodType): Described => ({ ...schema._zod.def });

const inside = (value: unknown, what: string): z.ZodType => {
  if (isSchema(value)) return value;
  throw new Error(`A schema of the contract has no ${what}: schema-arbitrary.ts must learn it.`);
};
const listOf = (value: unknown): z.ZodType[] => (Array.isArray(value) ? value.filter(isSchema) : []);

const leaf = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const taken = POOL.filter((value) => schema.safeParse(value).success);
  const wild = fc.oneof(fc.constantFrom(...POOL), fc.string({ maxLength: 20 }), fc.integer(), fc.double());
  if (taken.length === 0) return wild;
  return fc.oneof({ weight: 29, arbitrary: fc.constantFrom(...taken) }, { weight: 1, arbitrary: wild });
};

function shapeOf(described: Described): Record<string, z.ZodType> {
  const { shape } = described;
  if (typeof shape !== "object" || shape === null) return {};
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, inside(field, `field ${name}`)]),
  );
}

/** Inputs that this schema takes, most of them; `whole`: with each field, and something in each list. */
export function inputsOf(schema: z.ZodType, whole = false): fc.Arbitrary<unknown> {
  const described = partsOf(schema);
  switch (described.type) {
    case "object": {
      const shape = shapeOf(described);
      const fields = Object.fromEntries(
        Object.entries(shape).map(([name, field]) => [name, inputsOf(field, whole)] as const),
      );
      const requiredKeys = Object.keys(shape).filter(
        (name) => whole || !["optional", "default"].includes(partsOf(inside(shape[name], name)).type),
      );
      return fc.record(fields, { requiredKeys, noNullPrototype: true });
    }
    case "array":
      return fc.array(inputsOf(inside(described.element, "element"), whole), {
        minLength: whole ? 1 : 0,
        maxLength: 3,
      });
    case "record":
      return fc.dictionary(
        fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...HOSTILE_KEYS)),
        inputsOf(inside(described.valueType, "value"), whole),
        { minKeys: whole ? 1 : 0, maxKeys: 4, noNullPrototype: true },
      );
    case "optional":
    case "default":
      return inputsOf(inside(described.innerType, "inner schema"), whole);
    case "nullable": {
      const inner = inputsOf(inside(described.innerType, "inner schema"), whole);
      return whole ? inner : fc.option(inner, { nil: null, freq: 3 });
    }
    case "union": {
      const options = listOf(described.options);
      // A choice between whole objects; one between texts and numbers is a leaf like any other.
      if (options.every((option) => partsOf(option).type === "object"))
        return fc.oneof(...options.map((option) => inputsOf(option, whole)));
      return leaf(schema);
    }
    case "enum":
    case "literal": {
      const values = described.type === "enum" ? Object.values(described.entries ?? {}) : described.values;
      return Array.isArray(values) ? fc.constantFrom<unknown>(...values) : leaf(schema);
    }
    case "boolean":
      return fc.boolean();
    case "unknown":
      return hostileValues;
    case "pipe":
    case "string":
    case "number":
    case "custom":
    case "transform":
      return leaf(schema);
    default:
      throw new Error(`schema-arbitrary.ts doesn't know the schema "${described.type}" yet.`);
  }
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Sets an own property, also one called `__proto__`. */
function put(holder: object, key: string, value: unknown): void {
  // An array's own length can't be made anew.
  if (Array.isArray(holder) && key === "length") return;
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Spoils a copy in one place: goes down some steps, and there replaces, adds or takes away. */
function spoil(
  input: unknown,
  steps: readonly number[],
  how: number,
  key: string,
  hostile: unknown,
): unknown {
  if (!isHolder(input)) return hostile;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(input) ? [...input] : { ...input };
  const names = Object.keys(copy);
  const [step, ...rest] = steps;
  const name = names.length === 0 || step === undefined ? undefined : names[step % names.length];
  if (name === undefined) {
    if (how === 0) return hostile;
    put(copy, key, hostile);
    return copy;
  }
  const inner: unknown = Reflect.get(copy, name);
  if (rest.length > 0 && isHolder(inner)) put(copy, name, spoil(inner, rest, how, key, hostile));
  else if (how === 1) Reflect.deleteProperty(copy, name);
  else if (how === 2) put(copy, key, hostile);
  else put(copy, name, hostile);
  return copy;
}

/** A value in an input that is no object or list, and the schema that it has there. */
export interface Place {
  path: readonly PropertyKey[];
  leaf: z.ZodType;
}

/** Every place of an input that the schema takes. */
export function placesOf(schema: z.ZodType, input: unknown, path: Place["path"] = []): Place[] {
  const described = partsOf(schema);
  switch (described.type) {
    case "object":
      return Object.entries(shapeOf(described)).flatMap(([name, field]) =>
        isHolder(input) && Object.hasOwn(input, name) ? placesOf(field, input[name], [...path, name]) : [],
      );
    case "array":
      return Array.isArray(input)
        ? input.flatMap((one, at) => placesOf(inside(described.element, "element"), one, [...path, at]))
        : [];
    case "record":
      return isHolder(input)
        ? Object.keys(input).flatMap((name) =>
            placesOf(inside(described.valueType, "value"), input[name], [...path, name]),
          )
        : [];
    case "optional":
    case "default":
    case "nullable":
      return placesOf(inside(described.innerType, "inner schema"), input, path);
    case "union": {
      const taken = listOf(described.options).find((option) => option.safeParse(input).success);
      return taken === undefined || !isHolder(input)
        ? [{ path, leaf: schema }]
        : placesOf(taken, input, path);
    }
    default:
      return [{ path, leaf: schema }];
  }
}

/** A copy of an input with another value in a place. */
export function withValueAt(input: unknown, [name, ...rest]: Place["path"], value: unknown): unknown {
  if (name === undefined || !isHolder(input)) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(input) ? [...input] : { ...input };
  put(copy, String(name), withValueAt(Reflect.get(copy, name), rest, value));
  return copy;
}

/** Values that nobody means well with. */
export const hostileValues: fc.Arbitrary<unknown> = fc.constantFrom(...HOSTILE_VALUES).map((make) => make());

/** A third as the schema asks, half spoilt in one place, the rest nothing like it. */
export function wildInputsOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const good = inputsOf(schema);
  const spoilt = fc
    .tuple(
      good,
      fc.array(fc.nat(9), { maxLength: 4 }),
      fc.nat(4),
      fc.constantFrom(...HOSTILE_KEYS),
      hostileValues,
    )
    .map(([input, steps, how, key, value]) => spoil(input, steps, how, key, value));
  return fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 5, arbitrary: spoilt },
    { weight: 1, arbitrary: hostileValues },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  );
}
