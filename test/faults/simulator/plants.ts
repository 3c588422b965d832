/**
 * Bugs on purpose, one of each class, to show that a run catches them. The product has no door for them: they come
 * in through the ways that are injected anyway (how a file is opened), or change the table of the outcome policy in
 * this process for one run.
 */

import { OUTCOME_POLICY } from "../../../main/engine/core/sync/outcome-policy.ts";
import { SIGNALS } from "../../../main/engine/core/sync/sending.ts";
import {
  type Db,
  type OpenDatabase,
  openDatabase,
} from "../../../main/engine/file/database/open-database.ts";
import { USER } from "./who.ts";

/** What a bug changes of a run: all of it as it is in the engine where left out. */
export interface Changes {
  openDatabase: OpenDatabase;
  /** Changes something in this process; returns what undoes it. */
  plant: () => () => void;
  /** What the client sends in place of the engine's bytes; `tries` went before. */
  rewrite: (body: string, tries: number) => string;
  /** What the client makes of an answer's text in place of what came, knowing what it sent; and of its headers. */
  reread: (body: string, sent: string) => string;
  rehead: (headers: Record<string, string>) => Record<string, string>;
  /** The network looks past the proxy that every request has to go through. */
  passesProxy: boolean;
  /** How long a whole answer is waited for. */
  deadlineMs: number | undefined;
  /** Timers of exactly this length never ring. */
  forgetsTimerMs: number | undefined;
  /** The network says that a connection is open while it is only being opened. */
  isHasty: boolean;
  /** What was claimed goes on being noted as not sent. */
  keepsNote: boolean;
}

const SOUND: Changes = {
  openDatabase,
  plant: () => () => undefined,
  rewrite: (body) => body,
  reread: (body) => body,
  rehead: (headers) => headers,
  passesProxy: false,
  deadlineMs: undefined,
  forgetsTimerMs: undefined,
  isHasty: false,
  keepsNote: false,
};

export interface Plant extends Partial<Changes> {
  about: string;
  /** The problem by which it is found. */
  foundBy: RegExp;
  /**
   * Where the search for it begins, only to save time: a seed that finds it soon, if 10 misses it.
   * `npm run simulate -- --plant NAME --seeds 1-100 --hours 3 --keep-going` says which ones do.
   */
  begins?: number;
}

/** The engine's statements with other texts in place of some. A run fails that never met one of them. */
function rewriting(
  ...changes: readonly (readonly [of: string, to: string])[]
): Pick<Changes, "openDatabase" | "plant"> {
  const found = new Set<string>();
  return {
    openDatabase: (path, binding) => {
      const db = openDatabase(path, binding);
      const prepare = db.prepare.bind(db);
      const other = (sql: string) => {
        for (const [of] of changes) if (sql.includes(of)) found.add(of);
        return prepare(changes.reduce((text, [of, to]) => text.replace(of, to), sql));
      };
      return Object.assign(db, { prepare: other });
    },
    plant: () => {
      found.clear();
      return () => {
        const missing = changes.find(([of]) => !found.has(of));
        if (missing !== undefined)
          throw new Error(`no statement of the engine holds "${missing[0]}": the plant plants nothing`);
      };
    },
  };
}

const opened =
  (then: (db: Db) => void): OpenDatabase =>
  (path, binding) => {
    const db = openDatabase(path, binding);
    then(db);
    return db;
  };

/** Replaces one outcome's verdict for returns by another one's of the table. */
const policyWith =
  (changes: readonly (readonly [keyof typeof OUTCOME_POLICY, keyof typeof OUTCOME_POLICY])[]) => () => {
    const before = changes.map(([outcome]) => [outcome, OUTCOME_POLICY[outcome]] as const);
    for (const [outcome, as] of changes) {
      const { may_apply_twice, converges } = OUTCOME_POLICY[as];
      // "As itself" means: like what converges.
      OUTCOME_POLICY[outcome] =
        outcome === as ? { may_apply_twice: converges, converges } : { may_apply_twice, converges };
    }
    return () => {
      for (const [outcome, verdict] of before) OUTCOME_POLICY[outcome] = verdict;
    };
  };

/** How the engine reads who there is. */
const PEOPLE = "SELECT * FROM person";

export const PLANTS = {
  "skip-fsync": {
    about: "synchronous=OFF after the file was opened: a commit is acknowledged before it is on the disk",
    foundBy: /^nothingLost: |had to be recovered/,
    openDatabase: opened((db) => void db.pragma("synchronous = OFF")),
  },
  "resend-unknown": {
    about: "the policy's table treats a return's lost answer like what converges",
    foundBy: /^resentWithLicence: /,
    plant: policyWith([
      ["answer_lost", "answer_lost"],
      ["server_error", "server_error"],
      ["interrupted", "interrupted"],
    ]),
  },
  "resend-what-ended-the-engine": {
    about: "an entry whose answer was being read when the program ended counts like any that was interrupted",
    foundBy: /^resentWithLicence: .*may have ended the program/,
    begins: 81,
    plant: policyWith([["answer_not_read", "interrupted"]]),
  },
  "forget-recovery": {
    about: "nothing is found in flight at the start",
    foundBy: /^status: the status says under way/,
    begins: 32,
    ...rewriting(["SELECT * FROM entry WHERE state = 'in_flight'", "SELECT * FROM entry WHERE 0"]),
  },
  "recover-as-pending": {
    about: "what was in flight at the start is sent again as if it had never been",
    foundBy: /^resentWithLicence: |had to be recovered/,
    begins: 32,
    openDatabase: opened((db) => {
      const isMade = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entry'").get() !== undefined;
      if (isMade) db.exec("UPDATE entry SET state = 'pending' WHERE state = 'in_flight'");
    }),
  },
  "regenerate-serial": {
    about: "a try after the first carries a new serial number",
    foundBy: /^sameBytes: /,
    // Behind the engine's own look at the bytes, as a client would that makes its body anew for each try.
    rewrite: (body, tries) =>
      tries === 0
        ? body
        : body.replace(/("serialNo"\s*:\s*")[0-9a-f]{8}/, `$1${tries.toString(16).padStart(8, "0")}`),
  },
  "forget-order": {
    about: "an entry doesn't wait for the earlier ones under its key",
    foundBy: /^orderKept: /,
    begins: 2,
    ...rewriting(["b.sequence < e.sequence)", "b.sequence < e.sequence AND b.sequence < 0)"]),
  },
  "forget-postings": {
    about: "a posting that comes again under its id is not known again",
    foundBy: /^postedOnce: /,
    ...rewriting(["FROM posted_draft JOIN entry", "FROM (SELECT * FROM posted_draft LIMIT 0) JOIN entry"]),
  },
  "claim-success": {
    about: "a server's error counts as accepted",
    foundBy: /^confirmedIsInBooks: /,
    begins: 2,
    plant: policyWith([["server_error", "accepted"]]),
  },
  "confirm-any-success": {
    about: "any 2xx confirms, whatever its body holds",
    foundBy: /^confirmedWithEvidence: /,
    begins: 3,
    plant: policyWith([["no_evidence", "accepted_not_understood"]]),
  },
  "mirror-foreign-rows": {
    about: "a row of another tenant in an answer of our own is read as ours",
    foundBy: /^mirrorIsOurs: /,
    begins: 3,
    reread: (body) => body.replaceAll('"tenantId":7002,"rowNo"', '"tenantId":7001,"rowNo"'),
  },
  "believe-any-serial": {
    about: "an answer's serial number isn't compared with the one that was sent",
    foundBy: /^confirmedWithEvidence: /,
    begins: 6,
    reread: (body, sent) => {
      const own = /"serialNo"\s*:\s*"([^"]{1,64})"/.exec(sent)?.[1];
      return own === undefined ? body : body.replace(/"serialNo"\s*:\s*"[^"]*"/g, `"serialNo":"${own}"`);
    },
  },
  "older-over-newer": {
    about: "the answer that comes last is mirrored, whatever the service's own dates say",
    foundBy: /^mirrorIsNewest: /,
    ...rewriting(["excluded.service_updated_at >= service_updated_at", "1"]),
  },
  "no-deadline": {
    about: "an answer is waited for however long it takes",
    foundBy: /^stuck: a request has been under way/,
    begins: 8,
    deadlineMs: 864_000_000,
  },
  "end-waits-for-the-answer": {
    about: "the end of the program waits for an answer however long it takes",
    foundBy: /^stuck: the end of the program has taken/,
    begins: 8,
    // How long the end of the loop waits for what is under way.
    forgetsTimerMs: 4_000,
  },
  "look-past-the-proxy": {
    about: "a look at the link goes straight to the service, and requests through a proxy",
    foundBy: /^status: the status says sending is online and it is offline/,
    begins: 17,
    passesProxy: true,
  },
  "forget-retry-after": {
    about: "what the service asks to wait is not read",
    foundBy: /^waitsAsAsked: /,
    rehead: ({ "retry-after": _asked, ...rest }) => rest,
  },
  "correct-what-may-be-applied": {
    about: "a correction replaces an entry although an earlier try of it may have reached the books",
    foundBy: /^correctedWasNotSent: /,
    begins: 17,
    ...rewriting(["AND (outcome IS NULL OR outcome IN", "AND 0 AND (outcome IS NULL OR outcome IN"]),
  },
  "count-wrongly": {
    about: "the status counts what waits and leaves out what failed",
    foundBy: /^status: the status says dead_letter/,
    ...rewriting([
      "SELECT n FROM entry_count WHERE state = ?",
      "SELECT CASE state WHEN 'dead_letter' THEN 0 ELSE n END FROM entry_count WHERE state = ?",
    ]),
  },
  "break-the-chain": {
    about: "the audit's next row isn't bound to the last one",
    foundBy: /^auditIntact: |audit's chain broken/,
    ...rewriting([
      "SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1",
      "SELECT sequence, CASE WHEN sequence > 20 THEN lower(hex(zeroblob(32))) ELSE hash END AS hash FROM audit ORDER BY sequence DESC LIMIT 1",
    ]),
  },
  "wide-in-an-outage": {
    about: "a server's error, or a refusal of whatever comes, doesn't narrow the sending",
    foundBy: /^outage: |^status: the status says sending is online and it is service_trouble/,
    plant: () => {
      const before = { ...SIGNALS };
      Object.assign(SIGNALS, { server_error: "none", service_refused: "none" });
      return () => void Object.assign(SIGNALS, before);
    },
  },
  "claim-before-connected": {
    about: "an entry is claimed for a connection that isn't open",
    foundBy: /^status: the status says under way/,
    isHasty: true,
  },
  "short-pauses-in-an-outage": {
    about: "a server's error counts as a denial, so the pauses before the next return stay short",
    foundBy: /^outage: /,
    begins: 18,
    plant: () => {
      const before = { ...SIGNALS };
      Object.assign(SIGNALS, { server_error: "denied" });
      return () => void Object.assign(SIGNALS, before);
    },
  },
  "forget-the-note": {
    about: "what was claimed goes on counting as not sent while it is sent",
    foundBy: /^resentWithLicence: /,
    begins: 123,
    keepsNote: true,
  },
  "forget-the-consent": {
    about: "neither the claim nor the withdrawal asks whether unknown outcomes may still be sent again",
    foundBy: /^resentWithLicence: /,
    begins: 2,
    ...rewriting(
      ["AND e.by_consent <= ?", "AND 9 > ?"],
      ["AND by_consent = 1 RETURNING", "AND by_consent = 1 AND sequence < 0 RETURNING"],
    ),
  },
  "return-as-free": {
    about:
      "the paid and the free quantity of a return's line change places where it is kept for its purchase",
    foundBy: /^leftAddsUp: /,
    ...rewriting([
      "       quantity, free_quantity, supplier_account_id",
      "       free_quantity, quantity, supplier_account_id",
    ]),
  },
  "enter-as-the-connection": {
    about: "an entry carries the user of the connection and not of who enters it",
    foundBy: /^enteredByThem: /,
    ...rewriting([
      PEOPLE,
      `SELECT person_id, name, ${USER} AS user_id, role, pin, active, wrong_pins, writes FROM person`,
    ]),
  },
  "approve-nothing": {
    about: "everybody has an owner's rights, so that nothing is approved",
    foundBy: /^approvedByAnother: /,
    ...rewriting([
      PEOPLE,
      "SELECT person_id, name, user_id, 'owner' AS role, pin, active, wrong_pins, writes FROM person",
    ]),
  },
  "lose-the-reason": {
    about: "an entry that waits doesn't say why",
    foundBy: /^reasonGiven: /,
    ...rewriting(["last_outcome = ?, last_error = ?,", "last_outcome = ?, last_error = substr(?, 1, 0),"]),
  },
} satisfies Record<string, Plant>;

/** What is changed in a run with this plant, or with none. */
export const changesBy = (name: PlantName | undefined): Changes =>
  name === undefined ? SOUND : { ...SOUND, ...PLANTS[name] };

export type PlantName = keyof typeof PLANTS;
export const PLANT_NAMES = Object.keys(PLANTS).filter((name): name is PlantName => name in PLANTS);
