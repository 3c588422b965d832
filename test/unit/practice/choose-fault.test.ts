import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArrivedRequest, FaultChooser, seededFraction } from "../../../main/practice/faults/choose.ts";
import type { FaultPlanInput } from "../../../main/practice/faults/plan.ts";

const request = (serialNo: string, body = serialNo): ArrivedRequest => ({
  operation: "purchaseReturn",
  serialNo,
  body,
});

const choices = (plan: FaultPlanInput, requests: ArrivedRequest[]): (string | null)[] => {
  const chooser = new FaultChooser(7);
  chooser.set(plan);
  return requests.map((each) => chooser.next(each)?.type ?? null);
};

describe("rules", () => {
  it("hits every match where neither nth nor times is given", () => {
    const rules: FaultPlanInput["rules"] = [
      { match: { serialNo: "A" }, fault: { type: "drop", when: "after_commit" } },
    ];
    expect(choices({ rules }, [request("a"), request("b"), request("a")])).toEqual(["drop", null, "drop"]);
  });

  it("hits the nth once, and times from there on", () => {
    const fault = { type: "brokenJson" } as const;
    const five = [1, 2, 3, 4, 5].map((n) => request(String(n)));
    expect(choices({ rules: [{ match: { nth: 2 }, fault }] }, five)).toEqual([
      null,
      "brokenJson",
      null,
      null,
      null,
    ]);
    expect(choices({ rules: [{ match: { nth: 2, times: 3 }, fault }] }, five)).toEqual([
      null,
      "brokenJson",
      "brokenJson",
      "brokenJson",
      null,
    ]);
    expect(choices({ rules: [{ match: { times: 1 }, fault }] }, five)[0]).toBe("brokenJson");
  });

  it("lets the first rule that hits decide", () => {
    const rules: FaultPlanInput["rules"] = [
      { match: { nth: 2 }, fault: { type: "halfBody" } },
      { match: { operation: "purchaseReturn" }, fault: { type: "brokenJson" } },
    ];
    expect(choices({ rules }, [request("1"), request("2"), request("3")])).toEqual([
      "brokenJson",
      "halfBody",
      "brokenJson",
    ]);
  });
});

describe("a mix", () => {
  const mix = (seed: number, draw: "arrival" | "body"): FaultPlanInput => ({
    mix: {
      seed,
      draw,
      chances: [
        { probability: 0.3, fault: { type: "brokenJson" } },
        { probability: 0.2, fault: { type: "halfBody" } },
      ],
    },
  });
  const many = Array.from({ length: 400 }, (_, n) => request(`serial ${n}`));

  it("does the same again for the same seed, and something else for another", () => {
    expect(choices(mix(1, "arrival"), many)).toEqual(choices(mix(1, "arrival"), many));
    expect(choices(mix(1, "arrival"), many)).not.toEqual(choices(mix(2, "arrival"), many));
  });

  it("keeps to its chances", () => {
    const drawn = choices(mix(3, "arrival"), many);
    expect(drawn.filter((type) => type === "brokenJson").length / many.length).toBeCloseTo(0.3, 1);
    expect(drawn.filter((type) => type === null).length / many.length).toBeCloseTo(0.5, 1);
  });

  it("drawn by body, doesn't depend on the order of arrival", () => {
    const forth = choices(mix(4, "body"), many);
    const back = choices(mix(4, "body"), [...many].reverse()).reverse();
    expect(back).toEqual(forth);
  });

  it("refuses chances above 1", () => {
    const chances = [1, 1].map((probability) => ({ probability, fault: { type: "halfBody" } as const }));
    expect(() => choices({ mix: { chances } }, [])).toThrow(/more than 1/);
  });
});

it("draws from 0 up to 1", () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (seed, key) => {
      const fraction = seededFraction(seed, key);
      return fraction >= 0 && fraction < 1 && fraction === seededFraction(seed, key);
    }),
  );
});
