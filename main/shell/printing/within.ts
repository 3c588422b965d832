/** Time limits: what takes too long has a name of its own. */

export class TookTooLong extends Error {
  constructor(milliseconds: number) {
    super(`not done within ${milliseconds} ms`);
    this.name = "TookTooLong";
  }
}

/** The work's answer; throws TookTooLong where it doesn't come in time. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TookTooLong(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
