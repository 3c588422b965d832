/** Exponential backoff with full jitter, and what a Retry-After asks for. Pure. */

export const BACKOFF_BASE_MS = 1_000;
/** Five minutes: the longest wait of an entry. */
export const BACKOFF_CAP_MS = 300_000;
/** Two minutes: however long an outage was, the counter probes within this of its end. */
export const PROBE_CAP_MS = 120_000;

/** Even the luckiest draw leaves the service a breath. */
export const BACKOFF_FLOOR_MS = 100;

/**
 * The wait before try number `failures + 1`, in milliseconds: anywhere from (almost) 0 to the ceiling, so that
 * counters that failed together don't return together. `fraction` is from 0 up to but not including 1.
 */
export const backoffMs = (failures: number, fraction: number): number =>
  jittered(failures, fraction, BACKOFF_CAP_MS);

/** The same for the one try that looks whether the link is back. */
export const probeBackoffMs = (failures: number, fraction: number): number =>
  jittered(failures, fraction, PROBE_CAP_MS);

function jittered(failures: number, fraction: number, cap: number): number {
  const ceiling = Math.min(cap, BACKOFF_BASE_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 30));
  return Math.max(BACKOFF_FLOOR_MS, Math.floor(fraction * ceiling));
}

/** A gentle beginning is over when its pauses are shorter than this. */
export const RAMP_FLOOR_MS = 100;

/** The pause before the next entry goes, in milliseconds, after so many good answers: a tenth shorter each time. */
export const rampPauseMs = (answers: number): number => Math.floor(2_000 * 0.9 ** answers);

/**
 * The pause before the next entry whose outcome could become unknown, after so many that did in one time of service trouble:
 * three in ten minutes. Longer by up to a fifth, never shorter.
 */
export function riskPauseMs(lost: number, fraction: number): number {
  const pause = lost <= 1 ? 5_000 : lost === 2 ? 60_000 : RISK_PAUSE_CAP_MS;
  return Math.floor(pause * (1 + fraction / 5));
}
const RISK_PAUSE_CAP_MS = 600_000;

/** An hour: a service that asks for more is asked again, and a person is notified. */
export const LONGEST_ASKED_WAIT_MS = 3_600_000;

/**
 * Milliseconds that a Retry-After asks to wait: seconds, or a date measured against the service's own Date
 * so that a wrong counter clock changes nothing. Null where there is none or it can't be read.
 */
export function retryAfterMs(
  retryAfter: string | null,
  serviceDate: string | null,
  now: number,
): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_ASKED_WAIT_MS);
  const asked = Date.parse(text);
  if (Number.isNaN(asked)) return null;
  const reference = serviceDate === null ? Number.NaN : Date.parse(serviceDate);
  const wait = asked - (Number.isNaN(reference) ? now : reference);
  return Math.min(Math.max(0, wait), LONGEST_ASKED_WAIT_MS);
}
