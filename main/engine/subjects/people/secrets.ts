/**
 * Proves PINs and recovery codes.
 *
 * A try is written down before it is looked at, so that ending the program in between gains nothing. Waits are measured
 * by the monotonic clock and begin anew at every start, so that changing the clock gains nothing either.
 */
import { CountersideError } from "../../../../contract/error.ts";
import type { HashCost } from "../../core/context.ts";
import type { SecretHash } from "../../file/schema/people-json.ts";
import type { PeopleStore, Tried } from "./people-store.ts";
import { hashSecret, isSecret } from "./secret-hash.ts";

const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * The wait after the given number of wrong tries: none for the first four, then 30 seconds, doubling to half an hour.
 * All ten thousand PINs of four digits then take most of a year.
 */
export function waitAfter(wrongTries: number): number {
  if (wrongTries <= FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES - 1, 30), LONGEST_WAIT_MS);
}

/** Several people mistype at one computer before it is nobody's mistake any more. */
const FREE_OF_COMPUTER = 12;
const waitOf = (of: Tried, tries: number): number =>
  waitAfter(of === "computer" ? tries - FREE_OF_COMPUTER + FREE_TRIES : tries);

const keyOf = (of: Tried): string => (typeof of === "string" ? of : of.personId);

export type Secrets = ReturnType<typeof createSecrets>;

/** `wrong` is called with each wrong try of a person's PIN (null: the recovery code), before it is refused. */
export function createSecrets(
  store: PeopleStore,
  monotonic: () => number,
  hashCost: HashCost,
  wrong: (personId: string | null, wrongTries: number, waitMs: number) => void,
) {
  const opened = monotonic();
  let abandoned = 0;
  const notBefore = new Map<string, number>();
  const leftOf = (of: Tried): number => {
    const until = notBefore.get(keyOf(of)) ?? opened + waitOf(of, store.tries(of));
    return Math.max(0, Math.ceil(until - monotonic()));
  };
  const set = (of: Tried, tries: number): void => {
    store.setTries(of, tries);
    notBefore.set(keyOf(of), monotonic() + waitOf(of, tries));
  };
  const prove = async (
    counted: readonly Tried[],
    kept: SecretHash,
    given: string,
    personId: string | null,
  ) => {
    const which = personId === null ? "code" : "pin";
    const waitMs = () => Math.max(...counted.map(leftOf));
    if (waitMs() > 0) throw new CountersideError("pin_wait", { waitMs: waitMs() });
    for (const tried of counted) set(tried, store.tries(tried) + 1);
    const before = abandoned;
    if (await isSecret(kept, given)) {
      for (const tried of counted) set(tried, 0);
      if (abandoned === before) return;
      throw new CountersideError("not_allowed", { reason: "nobody_signed_in", right: null });
    }
    const [first] = counted;
    wrong(personId, first === undefined ? 0 : store.tries(first), waitMs());
    throw new CountersideError("pin_wrong", { which, waitMs: waitMs() });
  };
  return {
    /** Returns where it is the right one; throws `pin_wrong`, or `pin_wait` where it is too early to say. */
    provePin: (personId: string, kept: SecretHash, pin: string): Promise<void> =>
      prove([{ personId }, "computer"], kept, pin, personId),
    proveCode: (kept: SecretHash, code: string): Promise<void> => prove(["code"], kept, code, null),
    /** Nothing that is being proved opens any more: it was locked meanwhile. */
    abandon(): void {
      abandoned += 1;
    },
    hash: (secret: string): Promise<SecretHash> => hashSecret(secret, hashCost),
    /** A new secret begins without wrong tries. */
    free: (of: Tried): void => set(of, 0),
    waitMs: (of: Tried): number => (of === "code" ? leftOf(of) : Math.max(leftOf(of), leftOf("computer"))),
  };
}
