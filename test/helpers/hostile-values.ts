/** What somebody would send who wants a program to trip. Each is made anew, so that nothing can be spoilt for the next. */

export const HOSTILE_KEYS: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "toJSON", "then"],
  ...["polluted", "isAdmin", "length", "0", "-1", "", " ", "\0", "a.b", "[0]", "$where", "__defineGetter__"],
  ..."token,path,serialNo,kind,ok,error".split(","),
];

const nested = (depth: number): unknown => {
  let value: unknown = "bottom";
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};
const own = (key: string, value: unknown): object =>
  Object.defineProperty({}, key, { value, enumerable: true, configurable: true, writable: true });
const circle = (): unknown => {
  const round: Record<string, unknown> = {};
  round.round = round;
  return round;
};
/** Looks like the contract's own class, and is none. */
class Impostor {
  readonly text = "1";
}

export const HOSTILE_VALUES: readonly (() => unknown)[] = [
  () => own("__proto__", { polluted: true }),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  () => own("constructor", own("prototype", { polluted: true })),
  () => own("toJSON", "x"),
  () => own("then", "x"),
  () => ({ length: 1e9 }),
  () => ({ ok: true, value: {} }),
  () => ({ text: "1" }),
  () => new Impostor(),
  () => Object.create(null),
  () => Object.create({ inherited: true }),
  () => nested(31),
  () => nested(200),
  () => circle(),
  () => [],
  () => ({}),
  () => [[]],
  () => new Array(50),
  () => Object.assign([], { extra: 1 }),
  () => Array.from({ length: 1_500 }, (_, at) => at),
  () => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at])),
  ...[
    "",
    " ",
    "\0",
    "\u202e",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\r\n",
    "null",
    "undefined",
    "NaN",
    "[object Object]",
  ].map((text) => () => text),
  ...[
    "'; DROP TABLE entries; --",
    '" OR 1=1',
    "%00",
    "../../../../etc/passwd",
    "{{7*7}}",
    "#{7*7}",
    "<script>",
  ].map((text) => () => text),
  ...[
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    "1e9999",
    "1e-9999",
    "0x10",
    "1_000",
    "٣",
    "１",
    "١٢٣",
  ].map((text) => () => text),
  ...[
    "2026-02-30",
    "0000-00-00",
    "9999-99-99",
    "+275760-09-13",
    "http://evil.example",
    "javascript:1",
    "file:///",
  ].map((text) => () => text),
  () => "x".repeat(25_000),
  () => "9".repeat(200),
  () => `${"1".repeat(60)}.${"1".repeat(60)}`,
  () => "é".repeat(2_000),
  ...[
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    2 ** 31,
    1e308,
    5e-324,
    0.1 + 0.2,
    -1,
  ].map((number) => () => number),
  () => 10n ** 30n,
  () => null,
  () => undefined,
  () => true,
  () => Symbol("s"),
  () => () => 1,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([["a", 1]]),
  () => new Set([1]),
  () => /x/,
  () => new Error("an error"),
  () => new Uint8Array(8),
  () => new ArrayBuffer(8),
  () => Promise.resolve(1),
  () => new Proxy({}, {}),
];
