/** What is wrong with a connection's file, as noticed before or while it was open. */
export interface FileFault {
  kind: "damaged" | "missing" | "rolled_back";
  /** In a few words, for support. */
  reason: string;
  /** The file's newest state is gone though what is left of it is sound: nothing in it proves what was not sent. */
  isStale: boolean;
  /** The high-water mark is of an older file: neither says how far it had come. */
  isMarkStale?: boolean;
  /** Another counter's file is in its place: nothing is taken of that. */
  isForeign?: boolean;
}

/** What a reader of the file met, where that is damage. */
export const damagedBy = (error: unknown): FileFault => ({
  kind: "damaged",
  reason: String(error),
  isStale: false,
});
