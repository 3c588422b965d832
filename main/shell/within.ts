/** Time limits: what takes too long is answered for. */

export class DeadlineError extends Error {
  readonly code = "ETIMEDOUT";
  constructor(milliseconds: number) {
    super(`not done within ${milliseconds} ms`);
    this.name = "DeadlineError";
  }
}

const LATE = Symbol("late");

/** The work's answer, or what `late` gives where it doesn't come in time; left out, it throws DeadlineError. */
export async function within<T, Late = never>(
  milliseconds: number,
  work: Promise<T>,
  late: () => Late = () => {
    throw new DeadlineError(milliseconds);
  },
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<typeof LATE>((settle) => {
    timer = setTimeout(() => settle(LATE), milliseconds);
  });
  try {
    const first = await Promise.race([work, tooLate]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}
