/** What was found wrong with a data file, by the words that the engine wrote into its report: a test looks them up there. */
export const CAUSE_SENTENCES = [
  ["the file is not there", "gone"],
  ["the file is empty", "empty"],
  ["the file doesn't begin as a database", "notDatabase"],
  ["the write-ahead log is damaged in its middle", "log"],
  ["a recovery that was cut off was finished", "cutOff"],
  ["another counter's file was in its place", "foreign"],
  ["the file was removed or replaced while it was in use", "moved"],
  ["the file has come less far than it had", "older"],
  ["the file was written by a newer version", "newer"],
] as const;

export type Cause = (typeof CAUSE_SENTENCES)[number][1];

/** Null for what the database or the system itself said, which only support can read. */
export const causeOf = (reason: string): Cause | null =>
  CAUSE_SENTENCES.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? null;
