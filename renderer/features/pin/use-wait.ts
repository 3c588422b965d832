/** A wait that is counted down on the screen, by a clock that nobody can set. */
import { useEffect, useState } from "react";

interface Wait {
  leftMs: number;
  begin: (ms: number) => void;
}

const TICK_MS = 500;
/** Whole seconds, the last one included: "0 seconds" would say that it is over. */
const inSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000) * 1_000);

/** Counts down from `knownMs`, or from what `begin` is told. */
export function useWait(knownMs: number): Wait {
  const [until, setUntil] = useState(() => performance.now() + knownMs);
  const [now, setNow] = useState(() => performance.now());
  const leftMs = inSeconds(until - now);
  const waits = leftMs > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = window.setInterval(() => setNow(performance.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [waits]);
  useEffect(() => {
    if (knownMs > 0) setUntil(performance.now() + knownMs);
  }, [knownMs]);
  return {
    leftMs,
    begin: (ms) => {
      const start = performance.now();
      setNow(start);
      setUntil(start + ms);
    },
  };
}
