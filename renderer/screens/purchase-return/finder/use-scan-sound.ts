/** Sounds after a scan, for eyes that are on the goods: made here, without a file. */
import { useCallback } from "react";
import { useSettings } from "../../../client/settings.ts";

export type ScanSound =
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

let player: AudioContext | null = null;

/** Plays it; without a loudspeaker nothing happens. */
function play(sound: ScanSound): void {
  if (typeof AudioContext === "undefined") return;
  player ??= new AudioContext();
  const now = player.currentTime;
  for (const { hertz, from, seconds } of TONES[sound]) {
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + seconds);
    tone.connect(volume).connect(player.destination);
    tone.start(now + from);
    tone.stop(now + from + seconds);
  }
}

/** Plays a sound after a scan, as the settings say. */
export function useScanSound(): (sound: ScanSound) => void {
  const { scanSound } = useSettings();
  return useCallback(
    (sound) => {
      if (scanSound === "all" || (scanSound === "attention" && sound === "attention")) play(sound);
    },
    [scanSound],
  );
}
