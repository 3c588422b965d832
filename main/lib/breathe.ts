/** Lets others have their turn. */
export const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));
