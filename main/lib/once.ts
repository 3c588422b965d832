/** A task that runs when it is first asked for; what it gave, or its failure, is everybody's. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= task();
    return running;
  };
}
