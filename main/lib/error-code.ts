/** The system's code of what was thrown, such as "ENOENT"; "unknown" where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";
