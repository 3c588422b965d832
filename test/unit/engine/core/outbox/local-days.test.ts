import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { lastDays } from "../../../../../main/engine/core/outbox/local-days.ts";
import { daysIn } from "../../../../helpers/clock.ts";

const at = (utc: string) => Date.parse(utc);

const run = promisify(execFile);

describe("a calendar day", () => {
  it("changes at the counter's own midnight", () => {
    const aden = daysIn("Asia/Aden");
    expect(aden(at("2026-03-01T20:59:59.999Z"))).toBe("2026-03-01");
    expect(aden(at("2026-03-01T21:00:00.000Z"))).toBe("2026-03-02");
    const kathmandu = daysIn("Asia/Kathmandu");
    expect(kathmandu(at("2026-03-01T18:14:00.000Z"))).toBe("2026-03-01");
    expect(kathmandu(at("2026-03-01T18:15:00.000Z"))).toBe("2026-03-02");
  });

  it("is where the clocks are set, too: 23 and 25 hours long", () => {
    const berlin = daysIn("Europe/Berlin");
    // 29 March 2026 has 23 hours: from 23:00 to 22:00, as UTC has it.
    expect(berlin(at("2026-03-28T22:59:00.000Z"))).toBe("2026-03-28");
    expect(berlin(at("2026-03-28T23:00:00.000Z"))).toBe("2026-03-29");
    expect(berlin(at("2026-03-29T21:59:00.000Z"))).toBe("2026-03-29");
    expect(berlin(at("2026-03-29T22:00:00.000Z"))).toBe("2026-03-30");
    // Cairo's clocks jump at midnight itself: 24 April 2026 begins at one.
    const cairo = daysIn("Africa/Cairo");
    expect(cairo(at("2026-04-23T21:59:00.000Z"))).toBe("2026-04-23");
    expect(cairo(at("2026-04-23T22:00:00.000Z"))).toBe("2026-04-24");
  });
});

describe("the last days", () => {
  it("are each named once, over a change of the clocks and of the year", () => {
    const berlin = daysIn("Europe/Berlin");
    const days = lastDays(at("2026-03-31T22:30:00.000Z"), 14, berlin);
    expect(days).toHaveLength(14);
    expect(new Set(days).size).toBe(14);
    expect(days.at(0)).toBe("2026-03-19");
    expect(days.at(-1)).toBe("2026-04-01");
    expect(lastDays(at("2026-01-01T12:00:00.000Z"), 3, berlin)).toEqual([
      "2025-12-30",
      "2025-12-31",
      "2026-01-01",
    ]);
  });
});

describe("the days of this computer", () => {
  it("are those of its zone, in winter and in summer", async () => {
    const ports = new URL("../../../../../main/engine/ports.ts", import.meta.url).href;
    const program = `import { systemClock } from ${JSON.stringify(ports)};
      const moments = ["2026-03-01T18:14:59Z", "2026-03-01T18:15:00Z", "2026-01-10T22:59:59Z", "2026-07-10T22:00:00Z"];
      console.log(moments.map((moment) => systemClock.dayOf(Date.parse(moment))).join(" "));`;
    const daysAt = async (TZ: string): Promise<string> => {
      const env = { ...process.env, TZ };
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { env });
      return stdout.trim();
    };
    expect(await daysAt("Asia/Kathmandu")).toBe("2026-03-01 2026-03-02 2026-01-11 2026-07-11");
    expect(await daysAt("Europe/Berlin")).toBe("2026-03-01 2026-03-01 2026-01-10 2026-07-11");
  });
});
