import { describe, expect, it } from "vitest";
import {
  type Burst,
  burstAfter,
  burstKey,
  isRunning,
  NO_BURST,
  scannedCodes,
} from "../../../../../renderer/features/scanning/scan-burst.ts";

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
  return scannedCodes(burst, end)[0] ?? null;
};

describe("a scan in whatever field has the focus", () => {
  it("is known by its pace", () => {
    expect(codeOf("2900000104204", 8)).toBe("2900000104204");
    expect(codeOf("2900000104204", 60)).toBeNull();
  });

  it("is known from a scanner by radio too, which needs 40 ms for every key", () => {
    expect(codeOf("2900000104204", 40)).toBe("2900000104204");
    expect(codeOf("29000001", 45)).toBe("29000001");
  });

  it("is no word and no amount", () => {
    for (const text of ["Chocolate", "Tea 250 g", "123456.50", "-12.5", "١٢٫٥"])
      expect(codeOf(text, 8), text).toBeNull();
  });

  it("may have four signs and few digits at a pace that no person has, and at no other", () => {
    for (const code of ["4011", "94011", "A1-7", "1234567", "7a0cbe5f", "ABCD"]) {
      expect(codeOf(code, 8), code).toBe(code);
      expect(codeOf(code, 30), code).toBe(code);
      expect(codeOf(code, 40), code).toBeNull();
    }
    expect(codeOf("401", 8)).toBeNull();
  });

  it("is not a few keys in a row with a later Enter", () => {
    const { burst } = typed("4011", 20);
    expect(scannedCodes(burst, burst.lastAt + 70)).toEqual([]);
  });

  it("may be longer than a number counted as typed", () => {
    const { burst, end } = typed("4011", 8);
    expect(scannedCodes(burst, end, 8)).toEqual([]);
  });

  it("begins after what a person typed before it", () => {
    const { burst } = typed("12", 200);
    const scan = [..."29000001"].reduce((now, key, index) => burstAfter(now, key, 5000 + index * 5), burst);
    expect(scannedCodes(scan, 5045)).toEqual(["29000001"]);
  });

  it("is no date and no figure with separators, however fast it came", () => {
    for (const text of ["2026-12-31", "31/12/2026", "1,234,567.50", "-123456.5"])
      expect(codeOf(text, 8), text).toBeNull();
  });

  it("may hold signs besides letters and digits, and more digits than letters", () => {
    expect(codeOf("ab-29000001", 8)).toBe("ab-29000001");
    expect(codeOf("AB.2900/0001+4", 8)).toBe("AB.2900/0001+4");
    expect(codeOf("abcd1234", 8)).toBe("abcd1234");
    expect(codeOf("abcd1234", 40)).toBeNull();
    expect(codeOf("٢٩٠٠٠٠٠١٠٤٢٠٤", 8)).toBe("٢٩٠٠٠٠٠١٠٤٢٠٤");
  });

  it("arrives with the separators in it", () => {
    expect(codeOf("0102900000\u001d104204", 8)).toBe("0102900000\u001d104204");
  });

  it("may hold more letters than digits where it begins as a GS1 code or a link", () => {
    for (const code of [
      "]d221ABCDEFGHIJKLMNOPQRST",
      "(01)AB(10)ABCDEF",
      "https://id.example.com/x/01/1",
      "21ABCDEFG\u001d10A",
    ])
      expect(codeOf(code, 8)).toBe(code);
  });

  it("needs its Enter at the same pace", () => {
    const { burst, end } = typed("2900000104204", 8);
    expect(scannedCodes(burst, end + 500)).toEqual([]);
  });

  it("may stop for a moment within the code, as scanners by radio do", () => {
    const first = typed("290000", 8).burst;
    const whole = [..."0104204"].reduce(
      (now, key, index) => burstAfter(now, key, 1000 + 5 * 8 + 70 + index * 8),
      first,
    );
    expect(scannedCodes(whole, whole.lastAt + 60)).toEqual(["2900000104204"]);
  });
});

const press = (key: string, over: Partial<Parameters<typeof burstKey>[0]> = {}) =>
  burstKey({
    key,
    code: "",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    ...over,
  });

describe("a key", () => {
  it("that ends a code is Enter or Tab, without any modifier", () => {
    expect(press("Enter")).toEqual({ kind: "end" });
    expect(press("Tab")).toEqual({ kind: "end" });
    for (const modifier of ["ctrlKey", "shiftKey", "metaKey", "altKey"])
      expect(press("Enter", { [modifier]: true }), modifier).toEqual({ kind: "other" });
  });

  it("that is held down or belongs to an input method is a person's", () => {
    expect(press("1", { repeat: true })).toEqual({ kind: "other" });
    expect(press("1", { isComposing: true })).toEqual({ kind: "other" });
    expect(press("Process")).toEqual({ kind: "other" });
  });

  it("that is a modifier alone ends no code, and Ctrl with a sign is a control character of it", () => {
    expect(press("Shift", { shiftKey: true })).toEqual({ kind: "silent" });
    expect(press("Control", { ctrlKey: true })).toEqual({ kind: "silent" });
    expect(press("]", { ctrlKey: true })).toMatchObject({ kind: "control", text: "\u001d", separates: true });
    expect(press("b", { ctrlKey: true })).toMatchObject({ kind: "control", separates: false });
    expect(press("@", { ctrlKey: true, altKey: true })).toEqual({ kind: "sign", text: "@", latin: "@" });
  });

  it("of a shortcut is a control character only once a scanner is within a code", () => {
    const three = typed("290", 8).burst;
    expect(isRunning(three, three.lastAt + 5)).toBe(false);
    const four = typed("2900", 8).burst;
    expect(isRunning(four, four.lastAt + 5)).toBe(true);
    expect(isRunning(four, four.lastAt + 500)).toBe(false);
    expect(isRunning(typed("2900", 79).burst, 1000 + 4 * 79)).toBe(false);
  });
});
