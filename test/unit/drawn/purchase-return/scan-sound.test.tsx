// @vitest-environment happy-dom
/** What is heard after a scan, by the settings. */
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Settings } from "../../../../contract/channels/shell.ts";
import { DEFAULT_SETTINGS, SettingsProvider } from "../../../../renderer/client/settings.ts";
import { useScanSound } from "../../../../renderer/screens/purchase-return/finder/use-scan-sound.ts";

const started: number[] = [];
class Player {
  currentTime = 0;
  destination = {};
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    return { gain, connect: vi.fn() };
  }
  createOscillator() {
    const frequency = { value: 0 };
    const chain = { connect: () => chain };
    return {
      type: "",
      frequency,
      connect: () => chain,
      start: () => started.push(frequency.value),
      stop: vi.fn(),
    };
  }
}

it.each<[Settings["scanSound"], number, number]>([
  ["attention", 0, 2],
  ["all", 1, 2],
  ["none", 0, 0],
])("with %s a line sounds %i tones, an unknown code %i, lower ones", (scanSound, added, attention) => {
  vi.stubGlobal("AudioContext", Player);
  const { result } = renderHook(() => useScanSound(), {
    wrapper: ({ children }) => (
      <SettingsProvider value={{ ...DEFAULT_SETTINGS, scanSound }}>{children}</SettingsProvider>
    ),
  });
  started.length = 0;
  result.current("added");
  expect(started).toHaveLength(added);
  const [high = 0] = started.splice(0);
  result.current("attention");
  expect(started).toHaveLength(attention);
  if (high > 0) expect(Math.max(...started)).toBeLessThan(high);
});

it("without a loudspeaker nothing fails", () => {
  vi.stubGlobal("AudioContext", undefined);
  const { result } = renderHook(() => useScanSound());
  expect(() => result.current("attention")).not.toThrow();
});
