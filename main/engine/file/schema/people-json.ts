/** What the file keeps of people as JSON. */
import { z } from "zod";
import { LOCK_AFTER_MINUTES } from "../../../../contract/channels/people.ts";
import { KEEP_OPEN_MINUTES } from "../../../../contract/channels/pin.ts";
import {
  ALLOWANCES,
  pinAction,
  READY_ROLES,
  RIGHTS,
  type RoleRights,
  roleRights,
} from "../../../../contract/rights.ts";

/** A right that the program did not know when they were written is as it is until the owner changes it. */
const keptRole = ({ rights }: RoleRights) =>
  z.object({
    rights: z
      .object(Object.fromEntries(RIGHTS.map((name) => [name, z.enum(ALLOWANCES).default(rights[name])])))
      .pipe(roleRights.shape.rights),
    returnsUpTo: roleRights.shape.returnsUpTo,
  });

export const peopleRules = z.object({
  roles: z.object({ cashier: keptRole(READY_ROLES.cashier), manager: keptRole(READY_ROLES.manager) }),
  lockAfterMinutes: z.literal(LOCK_AFTER_MINUTES).nullable(),
  /** One owner works without a name, and their PIN guards this; null: people have names, or there is nobody. */
  guard: z.object({ asksFor: z.array(pinAction), keepOpenMinutes: z.literal(KEEP_OPEN_MINUTES) }).nullable(),
});
export type PeopleRules = z.infer<typeof peopleRules>;

const base64 = z.base64().max(200);

/** The parameters are beside the hash, so that stronger ones can be chosen later; the bounds keep a file from asking for the moon. */
export const secretHash = z.object({
  kind: z.literal("scrypt"),
  cost: z.literal([1_024, 2 ** 14, 2 ** 15, 2 ** 16, 2 ** 17]),
  blockSize: z.literal(8),
  parallel: z.literal(1),
  salt: base64,
  hash: base64,
});
export type SecretHash = z.infer<typeof secretHash>;
