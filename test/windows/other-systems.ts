/**
 * Tests whose expectation itself is another system's: by the end of a file's name, words of the title as the source has them, and
 * the reason. `test/unit/other-systems.test.ts` holds that each names a test.
 */
export type OtherSystemsTest = readonly [file: string, title: string, reason: string];

const FLUSHES_NO_FOLDER = "Windows flushes no folder: its file system keeps names in a log";

export const EXPECTS_ANOTHER_SYSTEM: readonly OtherSystemsTest[] = [
  ["whole-files.test.ts", "and then its folder is flushed", FLUSHES_NO_FOLDER],
  ["whole-files.test.ts", "and then the profile is flushed", FLUSHES_NO_FOLDER],
  ["whole-files.test.ts", "before a file in it is named", FLUSHES_NO_FOLDER],
  ["storage-failures.test.ts", "room is kept for entries soon", "Windows has no modes of owner and others"],
  ["import.test.ts", "below a file", "Windows says of what is below a file that it is not there"],
  ["moved-file.test.ts", "a file that was ", "Windows removes and replaces no file that SQLite has open"],
  [
    "rejected-rows.test.ts",
    "folder goes away meanwhile",
    "Windows removes no folder in which a file is open",
  ],
  ["headless.test.ts", "exits with 0 on a signal to end", "Windows has no signal that asks a program to end"],
];

export const EXPECTS_NO_WINE: readonly OtherSystemsTest[] = [
  [
    "wal-frames.test.ts",
    "more than two gigabytes",
    "Wine writes out the two gigabytes that are left empty elsewhere",
  ],
];
