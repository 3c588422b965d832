/**
 * A file behind a document reference. The interface takes no files (section 2.4): the file stays on this counter, under
 * its SHA-256, and only what the reference says of it is sent.
 */
import { z } from "zod";

/** A scan of many pages fits; a film doesn't. */
export const LARGEST_FILE = 50_000_000;

export const fileHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A bare name: no folder, no character that a file system or a reader trips over. */
export const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}\p{Cs}]+$/u)
  .refine((name) => name !== "." && name !== "..", {
    message: "is not a file's name",
  });

export const keptFile = z.strictObject({
  sha256: fileHash,
  name: fileName,
  bytes: z.number().int().min(1).max(LARGEST_FILE),
});
export type KeptFile = z.infer<typeof keptFile>;
