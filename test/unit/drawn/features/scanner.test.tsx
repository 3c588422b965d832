/** The scanner in every screen: what it wrote is put back, and who gets the code. */
import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import {
  TAKES_SCANS,
  TYPED_BY_PROGRAMS,
  useScanHere,
  useScans,
} from "../../../../renderer/features/scanning/receivers.ts";
import { type Unused, useScanner } from "../../../../renderer/features/scanning/scanner.tsx";
import { pause, pressKey } from "../../../helpers/timed-keys.ts";

const CODE = "2900000104204";
const GS = "\u001d";
const reached = vi.fn<(key: string) => void>();
const listen = (event: KeyboardEvent) => reached(event.key);

afterEach(() => {
  window.removeEventListener("keydown", listen);
  reached.mockClear();
  document.body.replaceChildren();
});

/** The scanner with a screen that takes its codes, or with none. */
function listening({ screen = true } = {}) {
  const got = { codes: [] as (readonly string[])[], unused: [] as Unused[], putBack: 0 };
  const hold = () => () => {
    got.putBack += 1;
  };
  const { unmount } = renderHook(() => {
    useScanner((why) => got.unused.push(why));
    useScans({ onScan: (codes) => got.codes.push(codes) > 0, hold, enabled: screen });
  });
  window.addEventListener("keydown", listen);
  return { got, unmount };
}

/** An Arabic layout as the system describes it: its own letters, and the two of «لا» at once or not at all. */
type Layout = Readonly<Record<string, string>>;
const ARABIC: Layout = {
  "]": "\u062f",
  d: "\u064a",
  A: "\u0650",
  B: "\u0644\u0622",
  C: "\u0624",
  L: "/",
  "(": ")",
  ")": "(",
};
const SHIFTED: Readonly<Record<string, string>> = { "(": "Digit9", ")": "Digit0" };
const CODES: Readonly<Record<string, string>> = { "]": "BracketRight", "?": "Slash", "-": "Minus" };

/** A key as a scanner presses it on the keyboard for English that it takes every computer to have. */
const keyOf = (sign: string, layout: Layout) =>
  sign === GS
    ? { key: layout["]"] ?? "]", code: "BracketRight", ctrlKey: true }
    : {
        key: layout[sign] ?? sign,
        shiftKey: /^[A-Z()]$/.test(sign),
        code: SHIFTED[sign] ?? CODES[sign] ?? (/\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`),
      };

/** Presses the keys in a row, and writes what they say into a field as a browser does. */
function scanInto(place: HTMLElement, code: string, layout: Layout = {}): void {
  pause();
  for (const sign of code) {
    const key = keyOf(sign, layout);
    const isWritten = pressKey(place, key) && !("ctrlKey" in key) && key.key.length < 3;
    if (isWritten && place instanceof HTMLInputElement) place.value += key.key;
  }
  pressKey(place, { key: "Enter" });
}

function field(attributes: Record<string, string> = {}): HTMLInputElement {
  const input = document.createElement("input");
  for (const [name, value] of Object.entries({ value: "noted", ...attributes }))
    input.setAttribute(name, value);
  document.body.append(input);
  return input;
}

/** Whether a key comes through that is pressed with Ctrl right after a code's Enter. */
function comesThrough(key: string, code: string): boolean {
  const { got, unmount } = listening();
  scanInto(document.body, CODE);
  expect(got.codes).toEqual([[CODE]]);
  pressKey(document.body, { key: "Control", ctrlKey: true });
  reached.mockClear();
  pressKey(document.body, { key, code, ctrlKey: true });
  unmount();
  return reached.mock.calls.length > 0;
}

it.each([
  ["z", "KeyZ"],
  ["/", "Slash"],
  ["\u0626", "KeyZ"],
])("a shortcut with Ctrl and %s right after a scan is the person's", (key, code) => {
  expect(comesThrough(key, code)).toBe(true);
});

it.each([
  ["j", "KeyJ"],
  ["M", "KeyM"],
  ["\u062a", "KeyJ"],
])("a line's end that a scanner sends as Ctrl and %s after its Enter is taken with the code", (key, code) => {
  expect(comesThrough(key, code)).toBe(false);
});

it.each([
  `]d201095011015300031${"0AB"}${GS}17271231`,
  `${GS}0109501101530003${GS}17271231`,
  "(01)09501101530003(10)A",
  "4011",
])("whatever a code holds, it leaves its field as it was and arrives whole: %s", (code) => {
  const { got, unmount } = listening();
  const input = field();
  scanInto(input, code);
  unmount();
  expect(input.value).toBe("noted");
  expect(got).toEqual({ codes: [[code]], unused: [], putBack: 1 });
});

it.each([
  ["]d2010950110153000310ABC7", "\u062f\u064a2010950110153000310\u0650\u0644\u0622\u06247"],
  ["(01)09501101530003(10)CB", ")01(09501101530003)10(\u0624\u0644\u0622"],
  ["010950110153000310L7", "010950110153000310/7"],
])("in an Arabic layout a code is first of all what the keys are in English: %s", (code, written) => {
  const { got, unmount } = listening();
  const input = field();
  scanInto(input, code, ARABIC);
  unmount();
  expect(got.codes).toEqual([[code, written]]);
  expect(input.value).toBe("noted");
});

it.each(["", "Unidentified"])(
  "a key of two letters in an Arabic layout is of the code where the system tells it as “%s”",
  (key) => {
    const { got, unmount } = listening();
    scanInto(field(), "0109501101530003102B7", { B: key });
    unmount();
    expect(got.codes).toEqual([["0109501101530003102B7"]]);
  },
);

it("a separator in an Arabic layout is one", () => {
  const { got, unmount } = listening();
  const code = `0109501101530003102${GS}17271231`;
  scanInto(field(), code, ARABIC);
  unmount();
  expect(got.codes).toEqual([[code]]);
});

it("a link is a code, and no sign of it is a shortcut once it is clear that a scanner sends it", () => {
  const link = "https://id.example.com/01/09501101530003?17=271231";
  const { got, unmount } = listening();
  scanInto(document.body, link);
  unmount();
  expect(got.codes[0]?.[0]).toBe(link);
  expect(reached.mock.calls.map(([key]) => key).join("")).toBe("http");
});

it("where no screen takes scans, and in a dialog, that is reported, and the field is as it was", () => {
  const nowhere = listening({ screen: false });
  const input = field();
  scanInto(input, CODE);
  nowhere.unmount();
  expect(nowhere.got.unused).toEqual(["noReceiver"]);
  expect(input.value).toBe("noted");
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  document.body.append(dialog);
  const { got, unmount } = listening();
  scanInto(input, CODE);
  unmount();
  expect(got).toMatchObject({ codes: [], unused: ["dialog"] });
  expect(input.value).toBe("noted");
});

it("a PIN typed in a moment is no scan, a barcode in its field is, and a token is never one", () => {
  const { got, unmount } = listening();
  const pin = field({ type: "password", value: "" });
  scanInto(pin, "2468");
  expect([pin.value, got.codes.length]).toEqual(["2468", 0]);
  scanInto(pin, CODE);
  expect([pin.value, got.codes.length]).toEqual(["2468", 1]);
  const token = field({ type: "password", value: "", ...TYPED_BY_PROGRAMS });
  scanInto(token, CODE);
  expect([token.value, got.codes.length]).toEqual([CODE, 1]);
  unmount();
});

it("a field that takes scans gets the code, and the screen doesn't", () => {
  const { got, unmount } = listening();
  const input = field(TAKES_SCANS);
  const here: string[][] = [];
  const hook = renderHook(() => useScanHere({ current: input }, (codes) => here.push(codes)));
  scanInto(input, CODE);
  hook.unmount();
  unmount();
  expect([here, got.codes]).toEqual([[[CODE]], []]);
});

it("the screen that came last takes the scans, and the one before again once it is gone", () => {
  const { got, unmount } = listening();
  const over: (readonly string[])[] = [];
  const last = renderHook(() => useScans({ onScan: (codes) => over.push(codes) > 99 }));
  scanInto(document.body, CODE);
  expect([over.length, got.codes.length, got.unused]).toEqual([1, 0, ["noReceiver"]]);
  last.unmount();
  scanInto(document.body, CODE);
  unmount();
  expect([over.length, got.codes.length]).toEqual([1, 1]);
});
