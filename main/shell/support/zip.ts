/** Packs files into one archive in memory. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { BundleFile } from "./bundle.ts";

/** The bytes of a zip archive; every file carries the same time, so that the same facts make the same bytes. */
export async function zipOf(files: readonly BundleFile[], madeAt: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime: madeAt, mode: 0o600 });
  zip.end();
  return buffer(zip.outputStream);
}
