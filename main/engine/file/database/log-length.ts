/** The write-ahead log of a file: how long it is, and writing it back. */
import { z } from "zod";
import type { Db } from "./open-database.ts";

/** Frames (a page each) in the log, and how many of them are written back; -1 of both where nobody could look. */
export const logLength = z.object({ busy: z.number(), log: z.number(), checkpointed: z.number() });
export type LogLength = z.output<typeof logLength>;

/** Only looks. */
export const lengthOfLog = (db: Db): LogLength =>
  logLength.parse(db.prepare("PRAGMA wal_checkpoint(NOOP)").get());

/** Writes back what it can; nobody who writes meanwhile is kept waiting, and nobody who reads. */
export const writeLogBack = (db: Db): LogLength =>
  logLength.parse(db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get());
