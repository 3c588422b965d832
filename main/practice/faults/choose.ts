/** Decides which request meets which fault. Pure but for its own counters; no clock and no dice. */
import type { OperationKind } from "../../../contract/operations.ts";
import { type Fault, type FaultPlan, type FaultPlanInput, faultPlan, type Rule } from "./plan.ts";

/** What a choice hangs on. */
export interface ArrivedRequest {
  operation: OperationKind;
  serialNo: string | null;
  body: string;
}

/** A number from 0 up to (not including) 1, the same for the same seed and key on every machine. */
export function seededFraction(seed: number, key: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${key}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const matches = (rule: Rule, request: ArrivedRequest): boolean =>
  (rule.match.operation === undefined || rule.match.operation === request.operation) &&
  (rule.match.serialNo === undefined ||
    rule.match.serialNo.toLowerCase() === request.serialNo?.toLowerCase());

/** Whether the rule hits the count-th request that matches it. */
function hits(rule: Rule, count: number): boolean {
  const first = rule.match.nth ?? 1;
  const times = rule.match.times ?? (rule.match.nth === undefined ? Number.POSITIVE_INFINITY : 1);
  return count >= first && count < first + times;
}

/** Holds the plan and counts what came since it was set. */
export class FaultChooser {
  readonly #serviceSeed: number;
  #plan: FaultPlan = faultPlan.parse({});
  #matched: number[] = [];
  #arrivals = 0;
  #bodies = new Map<string, number>();

  constructor(serviceSeed: number) {
    this.#serviceSeed = serviceSeed;
  }

  /** Sets the plan and starts counting anew. Throws ZodError on a plan that is none. */
  set(plan: FaultPlanInput): void {
    this.#plan = faultPlan.parse(plan);
    this.#matched = this.#plan.rules.map(() => 0);
    this.#arrivals = 0;
    this.#bodies = new Map();
  }

  /** Counts the request and answers the fault that it meets, or null. */
  next(request: ArrivedRequest): Fault | null {
    let chosen: Fault | null = null;
    for (const [index, rule] of this.#plan.rules.entries()) {
      if (!matches(rule, request)) continue;
      const count = (this.#matched[index] ?? 0) + 1;
      this.#matched[index] = count;
      if (chosen === null && hits(rule, count)) chosen = rule.fault;
    }
    return chosen ?? this.#draw(request);
  }

  #draw(request: ArrivedRequest): Fault | null {
    const { mix } = this.#plan;
    if (mix === null || (mix.operations !== undefined && !mix.operations.includes(request.operation))) {
      return null;
    }
    this.#arrivals += 1;
    const cameBefore = this.#bodies.get(request.body) ?? 0;
    this.#bodies.set(request.body, cameBefore + 1);
    const key = mix.draw === "arrival" ? String(this.#arrivals) : `${request.body}#${cameBefore}`;
    let left = seededFraction(mix.seed ?? this.#serviceSeed, key);
    for (const chance of mix.chances) {
      if (left < chance.probability) return chance.fault;
      left -= chance.probability;
    }
    return null;
  }
}
