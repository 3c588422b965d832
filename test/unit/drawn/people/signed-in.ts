/** A counter where people have names: who signs in, by which PIN, and what is answered then. */

import { userEvent } from "@testing-library/user-event";
import type { PeopleStatus, Person } from "../../../../contract/channels/people.ts";
import { badgeText } from "../../../../contract/person-badge.ts";
import { READY_ROLES, rightsOf, type Standing } from "../../../../contract/rights.ts";
import type { Answers, StandIn } from "../../../helpers/bridge.ts";
import { refused } from "../../../helpers/refused.ts";

const person = (at: number, name: string, role: Person["role"]): Person => ({
  personId: `00000000-0000-4000-8000-00000000000${at}`,
  name,
  userId: 500 + at,
  role,
  active: true,
  hasPin: true,
});
export const AMAL = person(1, "Amal", "owner");
export const BASIM = person(2, "Basim", "cashier");
export const NURA = person(3, "Nura", "manager");
export const GONE = { ...person(4, "Karim", "cashier"), active: false };

/** Everybody's PIN. */
export const PIN = "2468";

export const statusOf = (who: Person | null, ownerless = false): PeopleStatus => ({
  standing: standingOf(who, ownerless),
  lockAfterMinutes: 5,
  roles: READY_ROLES,
  rolesFixed: false,
});
const standingOf = (who: Person | null, ownerless: boolean): Standing => {
  if (who === null) return { state: "locked", ownerless };
  const { personId, name, userId, role } = who;
  return { state: "working", person: { personId, name, userId, role }, may: rightsOf(READY_ROLES, role) };
};

/** Answers as the engine does; `tell` of the drawn page is what its events go to. */
export function counterOf(people: Person[], first: Person | null) {
  let who = first;
  let tell: StandIn["tell"] = () => undefined;
  const become = (next: Person | null) => {
    who = next;
    tell({ event: "people.changed", payload: statusOf(who) });
    return { current: who?.personId ?? null };
  };
  const answers: Answers = {
    "people.status": () => statusOf(who),
    "people.list": () => ({ people, current: who?.personId ?? null }),
    "people.switch": ({ personId, pin }) => {
      const asked = people.find((one) => one.personId === personId);
      if (pin !== PIN || asked === undefined) throw refused("pin_wrong", { which: "pin", waitMs: 0 });
      return become(asked);
    },
    "people.lock": () => become(null),
  };
  return {
    answers,
    follow: (drawn: StandIn) => {
      tell = drawn.tell;
    },
    lock: () => become(null),
  };
}

/** What a scanner types of a badge. */
export async function scanBadge({ personId }: Person): Promise<void> {
  await userEvent.setup({ delay: null }).keyboard(`${badgeText(personId)}{Enter}`);
}
