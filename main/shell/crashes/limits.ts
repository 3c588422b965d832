/** How often a process may tell of faults: a fault in a loop must not fill the disk. Pure but for its memory. */

const A_MINUTE = 60_000;
const MOST_A_MINUTE = 5;
const MOST_A_RUN = 20;

export type Admission =
  | { admit: "new" }
  | { admit: "again"; count: number; write: boolean }
  | { admit: "no" };

/** Makes the rule; `fault` names what is the same fault. */
export function createLimits(): (fault: string, now: number) => Admission {
  const counts = new Map<string, number>();
  let times: number[] = [];
  return (fault, now) => {
    const known = counts.get(fault);
    if (known !== undefined) {
      const count = known + 1;
      counts.set(fault, count);
      // Its file is written anew at 2, 10, 100, …: often enough to tell, seldom enough for any loop.
      return { admit: "again", count, write: count === 2 || /^10+$/.test(String(count)) };
    }
    times = times.filter((time) => now - time < A_MINUTE);
    if (times.length >= MOST_A_MINUTE || counts.size >= MOST_A_RUN) return { admit: "no" };
    times.push(now);
    counts.set(fault, 1);
    return { admit: "new" };
  };
}
