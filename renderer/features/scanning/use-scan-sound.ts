/** Sounds after a scan, for eyes that are on the goods: made here, without a file. */
import { useCallback } from "react";
import { useSettings } from "../../client/settings.ts";

type ScanSound =
  /** A line has the goods. */
  | "added"
  /** Nothing was added, or something is still to be entered. */
  | "attention";

interface Tone {
  hertz: number;
  /** From the sound's beginning, in seconds. */
  from: number;
  seconds: number;
}

const TONES: Readonly<Record<ScanSound, readonly Tone[]>> = {
  added: [{ hertz: 1320, from: 0, seconds: 0.07 }],
  attention: [
    { hertz: 392, from: 0, seconds: 0.16 },
    { hertz: 262, from: 0.2, seconds: 0.28 },
  ],
};
const VOLUME = 0.25;
/** A sound that comes later would sound like the next scan's. */
const LATE_MS = 1_000;

let player: AudioContext | null = null;

function start(on: AudioContext, tones: readonly Tone[]): void {
  const now = on.currentTime;
  for (const { hertz, from, seconds } of tones) {
    const tone = on.createOscillator();
    const volume = on.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + seconds);
    tone.connect(volume).connect(on.destination);
    tone.start(now + from);
    tone.stop(now + from + seconds);
  }
}

/** Plays it. Where there is no loudspeaker or the system refuses, there is no sound, and the next sound begins anew. */
async function play(sound: ScanSound): Promise<void> {
  if (typeof AudioContext === "undefined") return;
  try {
    player ??= new AudioContext();
    const asked = performance.now();
    // Stopped by the system, as after its sleep.
    if (player.state !== "running") await player.resume();
    if (performance.now() - asked > LATE_MS) return;
    start(player, TONES[sound]);
  } catch (error) {
    player = null;
    console.warn("no sound after a scan", error);
  }
}

/** Plays a sound after a scan, as the settings say. */
export function useScanSound(): (sound: ScanSound) => void {
  const { scanSound } = useSettings();
  return useCallback(
    (sound) => {
      if (scanSound === "all" || (scanSound === "attention" && sound === "attention")) void play(sound);
    },
    [scanSound],
  );
}
