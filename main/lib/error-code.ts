/** The system's code of what was thrown, such as "ENOENT"; "unknown" where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";

/** What was thrown, in its own words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same with its code, for the details of an error. */
export const saidBy = (error: unknown): { os: string; said: string } => ({
  os: errorCode(error),
  said: messageOf(error),
});
