/** What the main process knows of who works, between the engine's events: after how long without a touch it locks. */
import { expect, it, vi } from "vitest";
import type { PeopleStatus } from "../../../contract/channels/people.ts";
import { OWNER_RIGHTS, READY_ROLES } from "../../../contract/rights.ts";
import { createPeopleGate } from "../../../main/shell/people-gate.ts";
import { memoryFile } from "./stand-ins.ts";

const person = { personId: "1", name: "Amal", userId: 11, role: "owner" as const };
const status = (known: Partial<PeopleStatus> = {}): PeopleStatus => ({
  standing: { state: "working", person, may: OWNER_RIGHTS },
  lockAfterMinutes: 2,
  roles: READY_ROLES,
  rolesFixed: false,
  ...known,
});
const gateOf = (answer: PeopleStatus) =>
  createPeopleGate(async () => ({ ok: true, value: answer }), memoryFile());

it("somebody who works is locked out after the minutes that the owner set, and never where none are set", () => {
  const gate = gateOf(status());
  const after = (payload: PeopleStatus) => {
    gate.notified({ event: "people.changed", payload });
    return gate.idleSeconds();
  };
  expect(gate.idleSeconds()).toBeNull();
  expect(after(status())).toBe(120);
  expect(after(status({ lockAfterMinutes: 30 }))).toBe(1_800);
  expect(after(status({ lockAfterMinutes: null }))).toBeNull();
  expect(after(status({ standing: { state: "locked", ownerless: false } }))).toBeNull();
  expect(after(status({ standing: { state: "guarded", asksFor: [], open: true } }))).toBe(120);
  expect(after(status({ standing: { state: "guarded", asksFor: [], open: false } }))).toBeNull();
});

it("who works is asked again at once when the connection changed, without a call of the page", async () => {
  const gate = gateOf(status());
  gate.notified({ event: "connection.changed", payload: { connected: true } });
  await vi.waitFor(() => expect(gate.idleSeconds()).toBe(120));
  gate.notified({ event: "recovery.changed", payload: { kind: "damaged", recovered: true } });
  expect(gate.idleSeconds()).toBe(120);
});
