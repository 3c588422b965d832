/**
 * The processor time that this thread has taken so far, in µs: a bound on it holds on a busy machine too. Both parts
 * together, for the system only guesses how a short time is divided between them.
 */
export function spentUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
