/**
 * A file behind a document reference. The interface takes no files (section 2.4): the file stays on this counter, under
 * its SHA-256, and only what the reference says of it is sent.
 */
import { z } from "zod";
import { notThe, text } from "./values.ts";

/** A scan of many pages fits; a film doesn't. */
export const LARGEST_FILE = 50_000_000;

export const fileHash = z.string().refine((text) => /^[0-9a-f]{64}$/.test(text), notThe("file_hash"));

/** A bare name: no folder, no character that a file system or a reader trips over. */
export const fileName = text(255)
  .min(1)
  .refine((name) => /^[^/\\\p{Cc}]+$/u.test(name) && name !== "." && name !== "..", notThe("file_name"));

export const keptFile = z.strictObject({
  sha256: fileHash,
  name: fileName,
  bytes: z.number().int().min(1).max(LARGEST_FILE),
});
export type KeptFile = z.infer<typeof keptFile>;

/** The end of a name that tells its kind, in small letters; empty where it has none that is plain. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/.exec(name.toLowerCase())?.[1] ?? "";
}

/** The name a file lies under: its hash, and its kind so that the system knows what shows it. */
export function storedName({ sha256, name }: Pick<KeptFile, "sha256" | "name">): string {
  const extension = extensionOf(name);
  return extension === "" ? sha256 : `${sha256}.${extension}`;
}
