import { describe, expect, it } from "vitest";
import {
  type Burst,
  burstAfter,
  NO_BURST,
  scannedCode,
} from "../../../../renderer/screens/purchase-return/scan-burst.ts";

const typed = (text: string, pace: number, from = 1000): { burst: Burst; end: number } => {
  let at = from;
  let burst = NO_BURST;
  for (const key of text) {
    burst = burstAfter(burst, key, at);
    at += pace;
  }
  return { burst, end: at };
};
const codeOf = (text: string, pace: number) => {
  const { burst, end } = typed(text, pace);
  return scannedCode(burst, end);
};

describe("a scan in whatever field has the focus", () => {
  it("is known by its pace", () => {
    expect(codeOf("2900000104204", 8)).toBe("2900000104204");
    expect(codeOf("2900000104204", 60)).toBeNull();
  });

  it("is no short number, no word and no amount", () => {
    expect(codeOf("1234567", 8)).toBeNull();
    expect(codeOf("Chocolate", 8)).toBeNull();
    expect(codeOf("123456.50", 8)).toBeNull();
  });

  it("begins after what a person typed before it", () => {
    const { burst } = typed("12", 200);
    const scan = [..."29000001"].reduce((now, key, index) => burstAfter(now, key, 5000 + index * 5), burst);
    expect(scannedCode(scan, 5045)).toBe("29000001");
  });

  it("needs its Enter at the same pace", () => {
    const { burst, end } = typed("2900000104204", 8);
    expect(scannedCode(burst, end + 500)).toBeNull();
  });

  it("may stop for a moment within the code, as scanners by radio do", () => {
    const first = typed("290000", 8).burst;
    const whole = [..."0104204"].reduce(
      (now, key, index) => burstAfter(now, key, 1000 + 5 * 8 + 70 + index * 8),
      first,
    );
    expect(scannedCode(whole, whole.lastAt + 60)).toBe("2900000104204");
  });
});
