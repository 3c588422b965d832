/** The people of a connection's file, and the rules that the owner set for them. */
import type { z } from "zod";
import type { Person } from "../../../../contract/channels/people.ts";
import { READY_ROLES } from "../../../../contract/rights.ts";
import type { createMetaStore } from "../../file/database/meta.ts";
import { type Db, damageFound } from "../../file/database/open-database.ts";
import { parsedJson } from "../../file/database/row-rules.ts";
import type { personTable } from "../../file/schema/entries.ts";
import { type PeopleRules, peopleRules, type SecretHash, secretHash } from "../../file/schema/people-json.ts";
import { boundId, type Row } from "../../file/schema/table.ts";

export type PersonRow = Row<typeof personTable>;

/** How long a PIN stays open where nothing was chosen, in minutes. */
export const FIRST_KEEP_OPEN = 5;
export const FIRST_RULES: PeopleRules = { roles: READY_ROLES, lockAfterMinutes: 5, guard: null };

/** Reads what the program wrote as JSON. Throws `storage_damaged` where it can't have written it. */
function written<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  const found = schema.safeParse(parsedJson(text));
  if (!found.success) throw damageFound("", `${what} can't be read`);
  return found.data;
}

export const personOf = (row: PersonRow): Person => ({
  personId: row.person_id,
  name: row.name,
  userId: row.user_id,
  role: row.role,
  active: row.active === 1,
  hasPin: row.pin !== null,
});
export const pinOf = ({ pin }: PersonRow): SecretHash | null =>
  pin === null ? null : written(secretHash, pin, "a PIN");

/** Whose tries are counted: a person's, those of everybody at this computer, and of the recovery code. */
export type Tried = { personId: string } | "computer" | "code";

export type PeopleStore = ReturnType<typeof createPeopleStore>;

export function createPeopleStore(db: Db, meta: ReturnType<typeof createMetaStore>) {
  const all = db.prepare<[], PersonRow>("SELECT * FROM person ORDER BY rowid");
  const put = db.prepare(
    `INSERT INTO person (person_id, name, user_id, role, pin, active) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, user_id = excluded.user_id, role = excluded.role,
       pin = excluded.pin, active = excluded.active, writes = writes + 1`,
  );
  const setWrong = db.prepare("UPDATE person SET wrong_pins = ?, writes = writes + 1 WHERE person_id = ?");
  /** Every call asks who works: the few rows are read once, and again when they change. */
  let known: readonly PersonRow[] | null = null;
  let ruled: PeopleRules | null = null;
  const people = (): readonly PersonRow[] => {
    known ??= all.all();
    return known;
  };
  const byId = (personId: string): PersonRow | undefined =>
    people().find((row) => row.person_id === personId);
  const metaKey = { computer: "wrongPins", code: "wrongCodes" } as const;
  return {
    /** Writes all of it or nothing; of what was not written nothing is known afterwards. */
    writing(write: () => void): void {
      try {
        db.transaction(write).immediate();
      } catch (error) {
        known = null;
        ruled = null;
        throw error;
      }
    },
    people,
    byId,
    put(row: Omit<PersonRow, "wrong_pins" | "writes">): void {
      known = null;
      put.run(row.person_id, row.name, boundId(row.user_id), row.role, row.pin, row.active);
    },
    tries: (of: Tried): number =>
      typeof of === "string" ? Number(meta.get(metaKey[of]) ?? "0") : (byId(of.personId)?.wrong_pins ?? 0),
    setTries(of: Tried, tries: number): void {
      if (typeof of === "string") meta.set(metaKey[of], String(tries));
      else {
        known = null;
        setWrong.run(tries, of.personId);
      }
    },
    rules(): PeopleRules {
      const text = meta.get("peopleRules");
      ruled ??= text === null ? FIRST_RULES : written(peopleRules, text, "the rules of people");
      return ruled;
    },
    setRules(change: Partial<PeopleRules>): void {
      const next = { ...this.rules(), ...change };
      meta.set("peopleRules", JSON.stringify(next));
      ruled = next;
    },
    recoveryCode(): SecretHash | null {
      const text = meta.get("recoveryCode");
      return text === null ? null : written(secretHash, text, "the recovery code");
    },
    setRecoveryCode: (code: SecretHash): void => meta.set("recoveryCode", JSON.stringify(code)),
  };
}
