/** What sounds after a scan, by the settings. */
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Settings } from "../../../../contract/channels/shell.ts";
import { DEFAULT_SETTINGS } from "../../../../contract/default-settings.ts";
import { SettingsProvider } from "../../../../renderer/client/settings.ts";
import { useScanSound } from "../../../../renderer/features/scanning/use-scan-sound.ts";

const started: number[] = [];
class Player {
  state = "running";
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

/** A new hook: the player is kept from sound to sound. */
async function fresh() {
  vi.resetModules();
  const { useScanSound: hook } = await import("../../../../renderer/features/scanning/use-scan-sound.ts");
  const { result } = renderHook(() => hook());
  started.length = 0;
  return (sound: "added" | "attention") => result.current(sound);
}

it("a player that the system stopped goes on before it sounds", async () => {
  const resumed = vi.fn();
  class Stopped extends Player {
    override state = "suspended";
    async resume() {
      resumed();
    }
  }
  vi.stubGlobal("AudioContext", Stopped);
  const sound = await fresh();
  sound("attention");
  await expect.poll(() => started.length).toBe(2);
  expect(resumed).toHaveBeenCalledOnce();
});

it("audio that fails hurts nothing, and the next sound begins anew", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  let refuses = true;
  class Refusing extends Player {
    override createGain() {
      if (refuses) throw new DOMException("no device", "NotSupportedError");
      return super.createGain();
    }
  }
  vi.stubGlobal("AudioContext", Refusing);
  const sound = await fresh();
  expect(() => sound("attention")).not.toThrow();
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  refuses = false;
  sound("attention");
  expect(started).toHaveLength(2);
});
