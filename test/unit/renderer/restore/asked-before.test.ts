import { expect, it } from "vitest";
import type { KnownRestore } from "../../../../contract/channels/posting.ts";
import {
  askedBefore,
  isDeletedAgain,
  restoreItem,
} from "../../../../renderer/screens/restore/restore-plan.ts";

const ITEM = restoreItem("account", ["5"], "Old bank");
const AT = "2026-03-01T08:00:00.000Z";
const known: KnownRestore = {
  kind: "account",
  ids: ["5"],
  state: "outcome_unknown",
  entryId: "e",
  requestedAt: AT,
  confirmedAt: null,
};

it("finds a record again under its own list only", () => {
  expect(askedBefore([ITEM], [known])).toEqual([{ item: ITEM, known }]);
  expect(askedBefore([ITEM], [{ ...known, kind: "permission" }])).toEqual([]);
  expect(askedBefore([ITEM], [{ ...known, state: "dead_letter" }])).toEqual([]);
});

it("a record is deleted again only where an import after its confirmed restore says so", () => {
  const restored = { ...known, state: "confirmed", confirmedAt: AT } as const;
  const later = "2026-03-01T08:00:01Z";
  expect(isDeletedAgain(restored, { deleted: true, updatedAt: later })).toBe(true);
  expect(isDeletedAgain(restored, { deleted: true, updatedAt: AT })).toBe(false);
  expect(isDeletedAgain(restored, { deleted: false, updatedAt: later })).toBe(false);
  expect(isDeletedAgain(known, { deleted: true, updatedAt: later })).toBe(false);
  // A request since is what counts then.
  expect(isDeletedAgain({ ...restored, state: "pending" }, { deleted: true, updatedAt: later })).toBe(false);
});
