/** What a connection's file keeps of people as JSON. */
import { expect, it } from "vitest";
import { READY_ROLES } from "../../../../../contract/rights.ts";
import { peopleRules } from "../../../../../main/engine/file/schema/people-json.ts";

it("rules of people that were written before a right was known have it as it is at first", () => {
  const { costs: _, ...rights } = READY_ROLES.cashier.rights;
  const kept = {
    roles: {
      ...READY_ROLES,
      cashier: { rights: { ...rights, purchaseReturn: "never", forgotten: "allowed" }, returnsUpTo: {} },
    },
    lockAfterMinutes: 1,
    guard: null,
  };
  expect(peopleRules.parse(kept).roles).toEqual({
    ...READY_ROLES,
    cashier: { rights: { ...READY_ROLES.cashier.rights, purchaseReturn: "never" }, returnsUpTo: {} },
  });
});
