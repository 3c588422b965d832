// @vitest-environment happy-dom
/** What follows a scan at once: the keys that a scanner sends after its Enter are taken, a shortcut is not. */
import { fireEvent, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useScanAnywhere } from "../../../../renderer/screens/purchase-return/finder/use-scan-anywhere.ts";

const CODE = "2900000104204";
const reached = vi.fn<(key: string) => void>();
const listen = (event: KeyboardEvent) => reached(event.key);

afterEach(() => {
  window.removeEventListener("keydown", listen);
  reached.mockClear();
});

/** The codes that were scanned and whether `key` came through, pressed with Ctrl right after the code's Enter. */
function afterScan(key: string, code: string): { codes: string[]; cameThrough: boolean } {
  const codes: string[] = [];
  const { unmount } = renderHook(() => useScanAnywhere((scanned) => codes.push(...scanned), true));
  window.addEventListener("keydown", listen);
  for (const sign of CODE) fireEvent.keyDown(document.body, { key: sign });
  fireEvent.keyDown(document.body, { key: "Enter" });
  fireEvent.keyDown(document.body, { key: "Control", ctrlKey: true });
  reached.mockClear();
  fireEvent.keyDown(document.body, { key, code, ctrlKey: true });
  unmount();
  return { codes, cameThrough: reached.mock.calls.length > 0 };
}

it.each([
  ["z", "KeyZ"],
  ["/", "Slash"],
  ["\u0626", "KeyZ"],
])("a shortcut with Ctrl and %s right after a scan is the person's", (key, code) => {
  expect(afterScan(key, code)).toEqual({ codes: [CODE], cameThrough: true });
});

it.each([
  ["j", "KeyJ"],
  ["M", "KeyM"],
  ["\u062a", "KeyJ"],
])("a line's end that a scanner sends as Ctrl and %s after its Enter is taken with the code", (key, code) => {
  expect(afterScan(key, code)).toEqual({ codes: [CODE], cameThrough: false });
});

/** Keys as a scanner presses them on the keyboard for English that it takes every computer to have. */
const US = /^[A-Z]$/;
const keyOf = (sign: string, arabic: Readonly<Record<string, string>>) => ({
  key: arabic[sign] ?? sign,
  shiftKey: US.test(sign),
  code: /\d/.test(sign)
    ? `Digit${sign}`
    : sign === "]"
      ? "BracketRight"
      : sign === "?"
        ? "Slash"
        : `Key${sign.toUpperCase()}`,
});

/** What was scanned, from an element with the focus, and the signs that reached the page. */
function scannedFrom(place: HTMLElement, code: string, arabic: Readonly<Record<string, string>> = {}) {
  const codes: string[][] = [];
  const { unmount } = renderHook(() => useScanAnywhere((scanned) => codes.push(scanned), true));
  window.addEventListener("keydown", listen);
  for (const sign of code)
    fireEvent.keyDown(
      place,
      sign === GS ? { key: "]", code: "BracketRight", ctrlKey: true } : keyOf(sign, arabic),
    );
  fireEvent.keyDown(place, { key: "Enter" });
  unmount();
  return { codes, reached: reached.mock.calls.map(([key]) => key).join("") };
}

const GS = "\u001d";

it("a code keeps its separators and its symbology identifier, also where a separator comes first", () => {
  for (const code of [`]d20109501101530003${"10AB"}${GS}17271231`, `${GS}0109501101530003${GS}17271231`])
    expect(scannedFrom(document.body, code).codes).toEqual([[code]]);
});

it("a code in an Arabic layout is also told as a keyboard for English writes it", () => {
  const arabic = { "]": "\u062f", d: "\u064a", A: "\u0650", B: "\u0644\u0622" };
  const { codes } = scannedFrom(document.body, "]d2010950110153000310A7", arabic);
  expect(codes).toEqual([["\u062f\u064a2010950110153000310\u06507", "]d2010950110153000310A7"]]);
});

it("a link is a code, and no sign of it is a shortcut once it is clear that a scanner sends it", () => {
  const link = "https://id.example.com/01/09501101530003?17=271231";
  const { codes, reached: came } = scannedFrom(document.body, link);
  expect(codes[0]?.[0]).toBe(link);
  expect(came).toBe("http");
});
