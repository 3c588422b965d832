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
  const { unmount } = renderHook(() => useScanAnywhere((scanned) => codes.push(scanned), true));
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
