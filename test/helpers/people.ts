/** The people of a counter that tests draw, and what its engine says of who works. */
import type { PeopleStatus, Person } from "../../contract/channels/people.ts";
import { READY_ROLES, type Role, rightsOf } from "../../contract/rights.ts";

const person = (number: number, name: string, role: Role): Person => ({
  personId: `00000000-0000-4000-8000-00000000010${number}`,
  name,
  userId: 500 + number,
  role,
  active: true,
  hasPin: true,
});

export const COLLEAGUES = {
  huda: person(1, "Huda", "cashier"),
  ali: person(2, "Ali", "cashier"),
  mona: person(3, "Mona", "manager"),
  omar: person(4, "Omar", "owner"),
};

export const workingAs = ({ personId, name, userId, role }: Person, roles = READY_ROLES): PeopleStatus => ({
  standing: { state: "working", person: { personId, name, userId, role }, may: rightsOf(roles, role) },
  lockAfterMinutes: null,
  roles,
  rolesFixed: false,
});
