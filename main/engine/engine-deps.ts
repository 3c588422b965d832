/** What the engine is given: everything outside of it, so that a test can hand in its own. */

import type { OpenUnsentClaims } from "./core/outbox/unsent-claims.ts";
import type { Connect } from "./core/remote/network.ts";
import type { OpenDatabase } from "./file/database/open-database.ts";
import type { Migration } from "./file/schema/migrations.ts";
import type { Clock, Emit, Log, Randomness } from "./ports.ts";

export interface EngineDeps {
  /** The profile folder; made where it is missing. */
  profile: string;
  appVersion: string;
  /** A database binding for a runtime that can't load the packaged one, or null. */
  sqliteBinding: string | null;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  emit: Emit;
  /** Tokens held from before, by `tokenKey`; they stay in memory. */
  tokens: Readonly<Record<string, string>>;
  /** A proxy's address, or null. */
  proxy: string | null;
  /** Treats unknown outcomes as resendable for this run. */
  resendUnknown: boolean;
  /** Makes backups without being asked; left out: only when asked, and before a migration. */
  automaticBackups?: boolean;
  /** The program of the thread that checks files (`verify-thread`); without it they are checked piece by piece. */
  verifyThread?: URL;
  /** How a connection to a service is opened; over the real network where left out. */
  connect?: Connect;
  /** From the first byte of a request to its whole answer, in milliseconds; two minutes where left out. */
  deadlineMs?: number;
  /** How a connection's file is opened; a test may hand in one that watches the file, or makes it fail. */
  openDatabase?: OpenDatabase;
  /** Where claims that were not sent yet outlive a kill; left out: nowhere. */
  unsentClaims?: OpenUnsentClaims;
  /** The schema's versions; this program's own where left out. */
  migrations?: readonly Migration[];
  /**
   * Stays open without the file of its connection where that can't be opened, whatever the reason, so that a person can
   * choose what to do or go on with another connection. Left out: opening throws.
   */
  staysRefused?: boolean;
}
