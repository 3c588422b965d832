/** Whether what was saved as a PDF is one still: the system would start whatever lies there by now. */
import { lstat, open } from "node:fs/promises";

const BEGINNING = "%PDF-";

/**
 * A regular file, not reached through a link, that begins as a PDF does and so as no program. Its mode says nothing: on a
 * stick every file may be run. False where it is not there or can't be read.
 */
export async function isPdfStill(path: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isFile()) return false;
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
      return buffer.toString("latin1", 0, bytesRead) === BEGINNING;
    } finally {
      await file.close();
    }
  } catch {
    // Gone, or not to be read: not what was saved.
    return false;
  }
}
