/**
 * Every channel meets three thousand inputs at the gate: made from its schema, spoilt in one place, or nothing like it.
 * Whatever comes, what is behind the gate hears only what the schema made of it.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { CHANNELS, type ChannelName, isChannelName } from "../../../contract/channels.ts";
import {
  readEngineMessage,
  readPracticeMessage,
  toEngine,
  toPractice,
} from "../../../contract/process-messages.ts";
import { replyError } from "../../../contract/reply.ts";
import {
  type CallEngine,
  createDispatch,
  type Dispatch,
  type ShellHandlers,
} from "../../../main/ipc/dispatch.ts";
import { hostileValues, wildInputsOf } from "../../helpers/schema-arbitrary.ts";
import { spentUs } from "../../helpers/spent.ts";

const RUNS = Number(process.env.COUNTERSIDE_FUZZ_RUNS ?? 3_000);
/** Processor time, which a busy machine doesn't lengthen: far more than any takes, and far less than a person waits. */
const SLOWEST_US = 1_000_000;

let received: unknown[] = [];
const answer = (input: unknown) => {
  received.push(input);
  return {};
};
// Hundreds of thousands of inputs: each refusal is an error with its stack, and nobody reads them that deep.
const depth = Error.stackTraceLimit;
Error.stackTraceLimit = 5;
const shell = new Proxy<ShellHandlers>(Object.create(null), {
  get: () => (_: unknown, input: unknown) => answer(input),
});
const engine: CallEngine = async (_, input) => ({ ok: true, value: answer(input) });
const unexpected = vi.fn();
const dispatch = createDispatch(shell, engine, () => undefined, unexpected);

const prototypes = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Function.prototype,
];
const atStart = prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join());

/** Those that a page may ask. */
const names = Object.keys(CHANNELS)
  .filter(isChannelName)
  .filter((name) => CHANNELS[name].page !== null);
const firstWith = new Map(names.toReversed().map((name) => [CHANNELS[name].input, name]));
/** The gate decides by the schema: of channels that share one, as those that take nothing do, the first has all runs. */
const runsOf = (name: ChannelName): number =>
  firstWith.get(CHANNELS[name].input) === name ? RUNS : Math.ceil(RUNS / 30);
const counts = { taken: 0, refused: 0 };

/** Has it, all the way down, no prototype but the usual ones? */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return false;
  return Object.values(value).every(isPlain);
}

/** With node:assert, for vitest's own assertions took longer than all that they looked at. */
async function meets(gate: Dispatch, name: ChannelName, input: unknown): Promise<void> {
  received = [];
  const began = spentUs();
  const reply = await gate(name, input, "program");
  const took = spentUs() - began;
  assert.ok(took < SLOWEST_US, `${name} took ${took} µs`);
  if (reply.ok) {
    counts.taken += 1;
    assert.equal(received.length, 1, "received once");
    // Only what the schema makes of it went through: parsed again it is what it was.
    const parsed = CHANNELS[name].input.safeParse(input);
    assert.ok(parsed.success, "taken, and not what the schema takes");
    assert.deepStrictEqual(received[0], parsed.data);
    assert.ok(isPlain(received[0]), "not plain");
    return;
  }
  counts.refused += 1;
  assert.equal(received.length, 0, "refused, and received anyway");
  assert.match(replyError.parse(reply.error).code, /^(invalid_input|too_large)$/);
  assert.ok(JSON.stringify(reply.error).length < 200_000, "a refusal of such a length");
}

describe(`fuzzed with COUNTERSIDE_FUZZ_RUNS=${RUNS}`, () => {
  it.each(names)("%s receives only what its schema takes", { timeout: 120_000 }, async (name) => {
    await fc.assert(
      fc.asyncProperty(wildInputsOf(CHANNELS[name].input), (input) => meets(dispatch, name, input)),
      { numRuns: runsOf(name) },
    );
    expect(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join())).toEqual(atStart);
    expect(unexpected).not.toHaveBeenCalled();
  });

  it("would notice a gate that lets input through as it came", async () => {
    const leaky: Dispatch = async (_, input) => ({ ok: true, value: answer(input) });
    const property = fc.asyncProperty(wildInputsOf(CHANNELS["settings.set"].input), (input) =>
      meets(leaky, "settings.set", input),
    );
    expect((await fc.check(property, { numRuns: 100 })).failed).toBe(true);
  });

  it("took some and refused some: neither half of the test is empty", () => {
    expect(counts.taken).toBeGreaterThan(counts.refused / 20);
    expect(counts.refused).toBeGreaterThan(counts.taken / 20);
  });
});

describe("between the processes", () => {
  const messages = fc.oneof(
    wildInputsOf(toEngine),
    wildInputsOf(toPractice),
    fc.record({
      type: fc.constantFrom("ready", "failed", "reply", "event"),
      id: hostileValues,
      reply: hostileValues,
      event: hostileValues,
    }),
    hostileValues,
  );

  it("a message is one of the agreed ones or none, and never throws", () => {
    fc.assert(
      fc.property(messages, (message) => {
        for (const read of [readEngineMessage, readPracticeMessage]) {
          const known = read(message);
          assert.ok(known === null || typeof known.type === "string");
        }
        assert.equal(typeof toEngine.safeParse(message).success, "boolean");
        assert.equal(typeof toPractice.safeParse(message).success, "boolean");
      }),
      { numRuns: RUNS },
    );
  });
});

afterAll(() => {
  Error.stackTraceLimit = depth;
  console.log(`${counts.taken} inputs taken, ${counts.refused} refused`);
});
