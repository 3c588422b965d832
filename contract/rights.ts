/**
 * Who may do what: the rights, what each role may, and the one decision, used by the main process's gate and by the
 * engine's router alike. Pure.
 */
import Big from "big.js";
import { z } from "zod";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "./operations.ts";
import { PIN_ACTIONS, type PinAction } from "./pin-actions.ts";
import { because, currencyCode, nonNegativeDecimal } from "./values.ts";

/** What may be done besides entering operations, and which choice of a single owner's PIN each falls under. */
const OTHER_RIGHTS = {
  discard: "outbox",
  confirm: "outbox",
  resendUnknown: null,
  import: null,
  export: null,
  print: null,
  costs: null,
  settings: "settings",
  people: "settings",
} as const satisfies Record<string, PinAction | null>;
type OtherRight = keyof typeof OTHER_RIGHTS;

/** To enter each operation, and the others, in a shop's words (`people.right.…` of the screens). */
export type Right = OperationKind | OtherRight;
const isOther = (name: string): name is OtherRight => Object.hasOwn(OTHER_RIGHTS, name);
export const RIGHTS: readonly Right[] = [...OPERATION_KINDS, ...Object.keys(OTHER_RIGHTS).filter(isOther)];
export const right = z.enum(RIGHTS);
export const pinAction = z.enum(PIN_ACTIONS);

export const ROLES = ["cashier", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];
export const role = z.enum(ROLES);

/** `approval`: a person who is allowed it approves each time. */
export const ALLOWANCES = ["allowed", "approval", "never"] as const;
export type Allowance = (typeof ALLOWANCES)[number];

const MOST_LIMITS = 50;
export const roleRights = z.strictObject({
  rights: z.record(right, z.enum(ALLOWANCES)),
  /** Returns up to this amount, by currency; above it, and in a currency that is not listed, by approval. Empty: no limit. */
  returnsUpTo: z
    .record(currencyCode, nonNegativeDecimal)
    .refine((limits) => Object.keys(limits).length <= MOST_LIMITS, because("too_many", { max: MOST_LIMITS })),
});
export type RoleRights = z.infer<typeof roleRights>;

/** The roles whose rights can be changed: an owner may always do everything. */
export const changeableRoles = z.strictObject({ cashier: roleRights, manager: roleRights });
export type ChangeableRoles = z.infer<typeof changeableRoles>;

/** What the owner's policy file decides about people. */
export const fixedRights = z.object({
  /** What a single owner's PIN is asked for whatever was chosen. */
  pinAsksFor: z.array(pinAction),
  /** Null: they are chosen at the counter. */
  roles: changeableRoles.nullable(),
});
export type FixedRights = z.infer<typeof fixedRights>;
export const NO_FIXED_RIGHTS: FixedRights = { pinAsksFor: [], roles: null };

const every = (allowance: Allowance, except: Partial<Record<Right, Allowance>> = {}): RoleRights => ({
  // Every right is in `RIGHTS`: the record is whole.
  rights: z
    .record(right, z.enum(ALLOWANCES))
    .parse({ ...Object.fromEntries(RIGHTS.map((name) => [name, allowance])), ...except }),
  returnsUpTo: {},
});
export const OWNER_RIGHTS = every("allowed");
/** As they are until the owner changes them. */
export const READY_ROLES: ChangeableRoles = {
  cashier: every("approval", {
    purchaseReturn: "allowed",
    print: "allowed",
    costs: "allowed",
    import: "never",
    export: "never",
    settings: "never",
    people: "never",
  }),
  manager: every("allowed", { settings: "approval", people: "never" }),
};
export const rightsOf = (roles: ChangeableRoles, of: Role): RoleRights =>
  of === "owner" ? OWNER_RIGHTS : roles[of];

/** A person as entries, sheets and the activity keep them: as they were called then. */
export const personName = z.object({
  personId: z.string(),
  name: z.string(),
  userId: z.union([z.number(), z.string()]),
});
export type PersonName = z.infer<typeof personName>;

/**
 * What is known of who works at the counter. `free`: no person was ever saved. `guarded`: one person works without a
 * name, and a PIN guards what was chosen. `locked`: nobody is signed
 * in; `ownerless` while no owner could, so that people may be made in any order.
 */
export const standing = z.discriminatedUnion("state", [
  z.object({ state: z.literal("free") }),
  z.object({ state: z.literal("guarded"), asksFor: z.array(pinAction), open: z.boolean() }),
  z.object({ state: z.literal("locked"), ownerless: z.boolean() }),
  z.object({ state: z.literal("working"), person: personName.extend({ role }), may: roleRights }),
]);
export type Standing = z.infer<typeof standing>;

/** What a posting is worth: this counter's sum, worked out where a limit asks for it. */
export interface Worth {
  currencyId: string;
  amount: () => string;
}

/** One right that a call needs, and what it is worth where a limit counts. */
export type NeededRight = Right | { right: Right; worth: Worth };
/** What a call needs: nothing, also while nobody is signed in; any person; or rights. */
export type Needed = "nothing" | "anybody" | readonly NeededRight[];

export type Permission =
  | { is: "allowed" }
  | { is: "nobody_signed_in"; right: Right | null }
  | { is: "never" | "approval"; right: Right }
  | { is: "pin"; action: PinAction };

const ALLOWED: Permission = { is: "allowed" };

/** Which choice of a single owner's PIN a right falls under. */
export function pinActionOf(of: Right): PinAction | null {
  if (isOther(of)) return OTHER_RIGHTS[of];
  if (of === "taxVoucher") return of;
  return OPERATIONS[of].restores === null ? null : "restore";
}

const rightIn = (ask: NeededRight): Right => (typeof ask === "string" ? ask : ask.right);

export function isOverLimit({ returnsUpTo }: RoleRights, { currencyId, amount }: Worth): boolean {
  if (Object.keys(returnsUpTo).length === 0) return false;
  const limit = Object.entries(returnsUpTo).find(([code]) => code === currencyId)?.[1];
  return limit === undefined || new Big(amount()).gt(limit);
}

/** What a role says of one thing that is asked. */
export function allowanceOf(may: RoleRights, ask: NeededRight): Allowance {
  const allowance = may.rights[rightIn(ask)];
  const isOver = typeof ask !== "string" && isOverLimit(may, ask.worth);
  return allowance === "allowed" && isOver ? "approval" : allowance;
}

/** The one decision. What may never be done is said before what needs approval. */
export function decide(who: Standing, needed: Needed): Permission {
  if (needed === "nothing") return ALLOWED;
  switch (who.state) {
    case "free":
      return ALLOWED;
    case "guarded": {
      if (who.open || needed === "anybody") return ALLOWED;
      for (const right of needed.map(rightIn)) {
        const action = pinActionOf(right);
        // Who is a person here is never left unguarded.
        if (action !== null && (right === "people" || who.asksFor.includes(action)))
          return { is: "pin", action };
      }
      return ALLOWED;
    }
    case "locked": {
      const first = needed === "anybody" ? undefined : needed[0];
      if (who.ownerless && first === "people") return ALLOWED;
      return { is: "nobody_signed_in", right: first === undefined ? null : rightIn(first) };
    }
    case "working": {
      if (needed === "anybody") return ALLOWED;
      for (const is of ["never", "approval"] as const) {
        const found = needed.find((ask) => allowanceOf(who.may, ask) === is);
        if (found !== undefined) return { is, right: rightIn(found) };
      }
      return ALLOWED;
    }
  }
}
