/** The people who work at a counter: who they are, who works now, and approvals. */
import { z } from "zod";
import { operationKind } from "../operations.ts";
import { changeableRoles, personName, right, role, standing } from "../rights.ts";
import { because, userId } from "../values.ts";
import { decimalOut, nothing, oneLine, timeOut, wholeOut } from "./common.ts";
import { engine, forMain } from "./declare.ts";
import { pinText, recoveryCodeText } from "./pin.ts";
import { entrySummary } from "./posting.ts";

export const personId = z.uuid().transform((id) => id.toLowerCase());

const personOut = z.object({
  personId: z.string(),
  /** Empty of a single owner who never gave one. */
  name: z.string(),
  userId: wholeOut,
  role,
  /** False: removed. What they entered stays theirs. */
  active: z.boolean(),
  /** Whether they can sign in. */
  hasPin: z.boolean(),
});
export type Person = z.infer<typeof personOut>;

/** After so many minutes without a touch it locks by itself; null: never. */
export const LOCK_AFTER_MINUTES = [1, 2, 5, 10, 15, 30] as const;
const lockAfterMinutes = z.literal(LOCK_AFTER_MINUTES).nullable();

/** Who works now and what they may do; and what the owner set for everybody. */
export const peopleStatus = z.object({
  standing,
  lockAfterMinutes,
  roles: changeableRoles,
  /** The owner's policy file sets the roles: they can't be changed here. */
  rolesFixed: z.boolean(),
});
export type PeopleStatus = z.infer<typeof peopleStatus>;

const approvalId = z.uuid();
/** Of a phone that was paired. */
const approvalCode = z.string().regex(/^\d{8}$/);

/** What somebody asks to be approved, as an approver is shown it. */
const askedApproval = z.object({
  approvalId: z.string(),
  channel: z.string(),
  right,
  askedBy: personName,
  at: timeOut,
  /** Who could approve it with their PIN. */
  approvers: z.array(personOut),
  /** What would be entered: one record of a restore, or the whole of a return or a voucher. */
  enters: z
    .object({
      kind: operationKind,
      subject: z.string(),
      currencyId: z.string().nullable(),
      amount: decimalOut.nullable(),
      /** Of a return. */
      lines: z.number().nullable(),
    })
    .array(),
  /** The entry that is decided on, or replaced. */
  entry: entrySummary.nullable(),
  /** The reason or the evidence that was given. */
  words: z.string().nullable(),
});
export type AskedApproval = z.infer<typeof askedApproval>;

const current = z.object({ current: z.string().nullable() });
const withCode = z.object({ recoveryCode: z.string() });

export const peopleChannels = {
  /** Also those that were removed. Never a PIN. */
  "people.list": engine.reads("nothing", nothing, z.object({ people: z.array(personOut), ...current.shape })),
  /** Throws a storage code while the connection's file is not open. */
  "people.status": engine.reads("nothing", nothing, peopleStatus),
  /**
   * Makes a person, or changes one. Free until there is an owner who can sign in; who makes that owner is signed in as
   * them. Nobody gives, or takes from, a role above their own. Throws `wrong_state` for the last such owner, who stays.
   */
  "people.save": engine.changes(
    "people",
    z.strictObject({
      personId: personId.optional(),
      name: oneLine(60),
      userId,
      role,
      pin: pinText.optional(),
      active: z.boolean().optional(),
    }),
    z.object({ personId: z.string() }),
  ),
  /** Throws `pin_wrong`, and `pin_wait` where it is too early for another try. */
  "people.switch": engine.changes("nothing", z.strictObject({ personId, pin: pinText }), current),
  "people.lock": engine.changes("nothing", nothing, current),
  /** One's own PIN, proven by the old one. */
  "people.changePin": engine.changes("anybody", z.strictObject({ pin: pinText, newPin: pinText }), nothing),
  /** Left out, a part stays as it is. Roles only an owner changes. Throws `policy_fixed` where the policy file sets them. */
  "people.configure": engine.changes(
    "people",
    z.strictObject({ roles: changeableRoles.optional(), lockAfterMinutes: lockAfterMinutes.optional() }),
    peopleStatus,
  ),
  /** A new recovery code; the old one is worth nothing from then on. */
  "people.renewCode": engine.changes("people", nothing, withCode),
  /** Forgotten: the recovery code sets an owner's new PIN, signs them in, and is replaced by a new code. */
  "people.reset": engine.changes(
    "nothing",
    z.strictObject({ personId, recoveryCode: recoveryCodeText, newPin: pinText }),
    withCode,
  ),
  /** Throws `not_found` for what nobody asks, or asked too long ago. */
  "people.asked": engine.reads("nothing", z.strictObject({ approvalId }), askedApproval),
  /** The call that was answered `approval_needed` goes through once when it is repeated with `approvalId`. */
  "people.approve": engine.changes(
    "nothing",
    z
      .strictObject({
        approvalId,
        personId: personId.optional(),
        pin: pinText.optional(),
        code: approvalCode.optional(),
      })
      .refine(
        ({ personId, pin, code }) => (code === undefined) === (personId !== undefined && pin !== undefined),
        {
          path: ["pin"],
          ...because("required"),
        },
      ),
    z.object({ approved: z.literal(true) }),
  ),
  /** Of a channel that the main process answers: whether this person may. */
  "people.permit": forMain.changes(
    "nothing",
    z.strictObject({
      channel: z.string().max(100),
      input: z.record(z.string(), z.unknown()),
      approvalId: approvalId.optional(),
    }),
    nothing,
  ),
};
