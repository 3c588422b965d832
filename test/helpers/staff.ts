/** Three people at one counter, each with the PIN and the user id of their role. */
import type { Role } from "../../contract/rights.ts";
import type { TestEngine } from "./engine.ts";

export const PIN_OF = { cashier: "1111", manager: "2222", owner: "3333" } as const satisfies Record<
  Role,
  string
>;
export const USER_OF = { cashier: 611, manager: 622, owner: 633 } as const satisfies Record<Role, number>;
export const NAME_OF = { cashier: "Salma", manager: "Nabil", owner: "Huda" } as const satisfies Record<
  Role,
  string
>;

export type PeopleIds = Readonly<Record<Role, string>>;
type Calls = Pick<TestEngine, "call">;

/** Saves one of them, or changes them where they have an id. */
export const savePerson = async (
  engine: Calls,
  role: Role,
  change: {
    personId?: string;
    name?: string;
    userId?: number;
    active?: boolean;
    role?: Role;
    pin?: string;
  } = {},
): Promise<string> =>
  (
    await engine.call("people.save", {
      name: NAME_OF[role],
      userId: USER_OF[role],
      role,
      ...(change.personId === undefined ? { pin: PIN_OF[role] } : {}),
      ...change,
    })
  ).personId;

/** The owner last, as whom it goes on. */
export async function savePeople(engine: Calls): Promise<PeopleIds> {
  const cashier = await savePerson(engine, "cashier");
  const manager = await savePerson(engine, "manager");
  return { cashier, manager, owner: await savePerson(engine, "owner") };
}

export const signIn = (engine: Calls, people: PeopleIds, role: Role) =>
  engine.call("people.switch", { personId: people[role], pin: PIN_OF[role] });
