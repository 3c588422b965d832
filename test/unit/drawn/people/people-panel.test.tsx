/** Settings of people: the way from one person to several, the list, the roles, and one's own PIN. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PeopleStatus, Person } from "../../../../contract/channels/people.ts";
import { READY_ROLES, RIGHTS } from "../../../../contract/rights.ts";
import { fittingPage } from "../../../../renderer/features/help-topics.ts";
import SettingsScreen from "../../../../renderer/screens/settings/index.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";
import { AMAL, BASIM, counterOf, GONE, NURA, PIN, statusOf } from "./signed-in.ts";

const passedBy = () => new Promise<never>(() => undefined);
const ALL = [AMAL, BASIM, NURA, GONE];

const settings = (answers: Answers, path = "/settings/people") =>
  draw(<SettingsScreen />, {
    path,
    answers: { "ownerPolicy.get": passedBy, "people.save": () => ({ personId: BASIM.personId }), ...answers },
  });
const as = (who: Person, answers: Answers = {}) => settings({ ...counterOf(ALL, who).answers, ...answers });
const panel = async () => within(await screen.findByTestId("people-panel"));
const button = (name: string) => screen.findByRole("button", { name });
const standingOnly = (standing: PeopleStatus["standing"]): Answers => ({
  "people.status": () => ({ ...statusOf(null), standing }),
});

it("In a shop without people a quiet button leads to the first owner, whose recovery code is then made", async () => {
  const { user, asked } = await settings(
    { ...standingOnly({ state: "free" }), "people.renewCode": () => ({ recoveryCode: "1234 5678" }) },
    "/settings/pin",
  );
  expect(screen.queryByLabelText("Name")).toBeNull();
  await user.click(await button("Add people who work here…"));
  await user.type(screen.getByLabelText("Name"), "Amal");
  await user.type(screen.getByLabelText("User number in the central system"), "501");
  await user.type(screen.getByTestId("pin-new"), PIN);
  await user.type(screen.getByTestId("pin-again"), `${PIN}{Enter}`);
  await waitFor(() => expect(asked("people.renewCode")).toHaveLength(1));
  expect(asked("people.save")).toEqual([{ name: "Amal", userId: "501", role: "owner", pin: PIN }]);
});

it("A single owner gives a name first, and then the first other person", async () => {
  let owner = { ...AMAL, name: "" };
  const { user, asked } = await settings(
    {
      ...standingOnly({ state: "guarded", asksFor: [], open: false }),
      "people.list": () => ({ people: [owner], current: null }),
      "people.save": ({ name }) => {
        owner = { ...owner, name };
        return { personId: owner.personId };
      },
    },
    "/settings/pin",
  );
  await user.click(await button("Add people who work here…"));
  await user.type(await screen.findByLabelText("Name"), "Amal");
  await user.click(await button("Save"));
  await waitFor(() =>
    expect(asked("people.save")).toMatchObject([{ personId: AMAL.personId, name: "Amal" }]),
  );
});

it("The list shows who works here, who was removed only where asked for, and the last owner can't be removed", async () => {
  const { user, asked } = await as(AMAL);
  const list = await panel();
  await list.findByText("Basim");
  expect(list.queryByText("Karim")).toBeNull();
  expect(list.queryByRole("button", { name: "Remove: Amal" })).toBeNull();
  await user.click(list.getByRole("switch", { name: "Show people who were removed" }));
  await user.click(list.getByRole("button", { name: "Undo removal: Karim" }));
  await user.click(list.getByRole("button", { name: "Remove: Basim" }));
  const saved = ({ personId, name, userId, role }: Person, active: boolean) => ({
    personId,
    name,
    userId,
    role,
    active,
  });
  await waitFor(() => expect(asked("people.save")).toEqual([saved(GONE, true), saved(BASIM, false)]));
});

it("A person is changed, and given a new PIN without the old one", async () => {
  const { user, asked } = await as(AMAL);
  const list = await panel();
  await user.click(await list.findByRole("button", { name: "Change: Basim" }));
  await user.selectOptions(screen.getByLabelText("Role"), "manager");
  await user.click(await button("Save"));
  await user.click(await list.findByRole("button", { name: "Set PIN: Nura" }));
  await user.type(screen.getByTestId("pin-new"), "1357");
  await user.type(screen.getByTestId("pin-again"), "1357{Enter}");
  await waitFor(() =>
    expect(asked("people.save")).toEqual([
      { personId: BASIM.personId, name: "Basim", userId: "502", role: "manager" },
      { personId: NURA.personId, name: "Nura", userId: 503, role: "manager", pin: "1357" },
    ]),
  );
});

it("Below a form is nothing of the one before, nor of a field that was filled since it was refused", async () => {
  const { user } = await as(AMAL, {
    "people.save": ({ name }) => {
      if (name === "")
        throw refused("invalid_input", { issues: [{ field: "name", reason: "required", params: {} }] });
      return { personId: BASIM.personId };
    },
  });
  const list = await panel();
  await user.click(await list.findByRole("button", { name: "Change: Basim" }));
  await user.click(await button("Save"));
  await screen.findByText("Saved.");
  await user.click(await button("Add person"));
  expect(screen.queryByText("Saved.")).toBeNull();
  const name = screen.getByLabelText("Name");
  await user.type(name, "{Enter}");
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  await user.type(name, "Sami");
  await user.type(screen.getByTestId("pin-new"), `${PIN}{Enter}`);
  await waitFor(() => expect(screen.getByTestId("pin-again").getAttribute("aria-invalid")).toBe("true"));
  expect(name.getAttribute("aria-invalid")).not.toBe("true");
});

const NO_CURRENCIES: Answers = { "mirror.search": () => ({ rows: [] }) };

it("Each right of a role is chosen for itself, and a limit is added by currency", async () => {
  const { user, asked } = await as(AMAL, { ...NO_CURRENCIES, "people.configure": () => statusOf(AMAL) });
  const table = within(await screen.findByTestId("roles"));
  expect(table.getAllByRole("row")).toHaveLength(RIGHTS.length + 1);
  await user.selectOptions(table.getByLabelText("Cashier: Discard entries"), "never");
  const limits = within(screen.getByRole("region", { name: "Cashier" }));
  await user.type(limits.getByLabelText("Currency"), "yer{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(limits.getByLabelText("Amount")));
  await user.type(limits.getByLabelText("Amount"), "5,000{Enter}");
  limits.getByText(/^Write a number/);
  expect(asked("people.configure")).toHaveLength(1);
  await user.clear(limits.getByLabelText("Amount"));
  await user.type(limits.getByLabelText("Amount"), "٥٠٠٠{Enter}");
  await waitFor(() => expect(asked("people.configure")).toHaveLength(2));
  const { cashier, manager } = READY_ROLES;
  expect(asked("people.configure")).toEqual([
    { roles: { cashier: { ...cashier, rights: { ...cashier.rights, discard: "never" } }, manager } },
    { roles: { cashier: { ...cashier, returnsUpTo: { YER: "5000" } }, manager } },
  ]);
});

it("After a person was added the next one can be added by a key", async () => {
  const { user } = await as(AMAL);
  const list = await panel();
  await user.click(await list.findByRole("button", { name: "Add person" }));
  await user.type(screen.getByLabelText("Name"), "Basim");
  await user.type(screen.getByLabelText("User number in the central system"), "502");
  await user.type(screen.getByTestId("pin-new"), PIN);
  await user.type(screen.getByTestId("pin-again"), `${PIN}{Enter}`);
  await list.findByText("Saved.");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Add person"));
});

it("Roles that the policy file sets are read and not chosen", async () => {
  await as(AMAL, { "people.status": () => ({ ...statusOf(AMAL), rolesFixed: true }) });
  const table = within(await screen.findByTestId("roles"));
  expect(table.queryByRole("combobox")).toBeNull();
  expect(screen.getByText("Set by your owner's policy.")).toBeTruthy();
});

it.each([
  ["people-and-roles", AMAL],
  ["people", BASIM],
] as const)("F1 leads to %s for whom that is meant", async (page, who) => {
  await as(who);
  await screen.findByRole("heading", { name: "Your PIN" });
  expect(fittingPage("settings-and-updates")).toBe(page);
});

it("A badge is printed of its person", async () => {
  const { user, asked } = await as(AMAL, {
    "print.badge": () => ({ outcome: "printed", path: null, pages: 1, detail: null }),
  });
  await user.click(await (await panel()).findByRole("button", { name: "Print badge: Basim" }));
  await waitFor(() => expect(asked("print.badge")).toEqual([{ personId: BASIM.personId }]));
});

it("Without the right to change people only one's own PIN is offered, proven by the old one", async () => {
  const { user, asked } = await as(BASIM, { "people.changePin": () => ({}) });
  await screen.findByRole("heading", { name: "Your PIN" });
  await user.click(await button("Change PIN"));
  expect(screen.queryByTestId("people-panel")).toBeNull();
  expect(screen.queryByTestId("roles")).toBeNull();
  expect(screen.queryByTestId("pin-panel")).toBeNull();
  await user.type(screen.getByTestId("pin-present"), PIN);
  await user.type(screen.getByTestId("pin-new"), "1357");
  await user.type(screen.getByTestId("pin-again"), "1357{Enter}");
  await waitFor(() => expect(asked("people.changePin")).toEqual([{ pin: PIN, newPin: "1357" }]));
});
