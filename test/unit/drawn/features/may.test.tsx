/** What a person may do is offered; what needs approval says so before it is filled in. */
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PeopleStatus } from "../../../../contract/channels/people.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import { type Allowance, READY_ROLES, type Right } from "../../../../contract/rights.ts";
import { SideNavigation } from "../../../../renderer/app/layout/side-navigation.tsx";
import { EntryDetailPanel } from "../../../../renderer/screens/outbox/entry-detail.tsx";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { keptReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import RestoreScreen from "../../../../renderer/screens/restore/index.tsx";
import { BackupPanel } from "../../../../renderer/screens/settings/backup-panel.tsx";
import SettingsScreen from "../../../../renderer/screens/settings/index.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { COLLEAGUES, workingAs } from "../../../helpers/people.ts";
import { entry } from "../../../helpers/printed-entries.ts";

const { huda } = COLLEAGUES;

/** Huda, whose role differs from the ready one in these. */
function cashierWith(rights: Partial<Record<Right, Allowance>>, returnsUpTo = {}): PeopleStatus {
  const { cashier } = READY_ROLES;
  return workingAs(huda, {
    ...READY_ROLES,
    cashier: { rights: { ...cashier.rights, ...rights }, returnsUpTo },
  });
}
const FREE: PeopleStatus = { ...workingAs(huda), standing: { state: "free" } };

describe("the decisions of an entry", () => {
  async function decisions(status: PeopleStatus, state: EntryState) {
    const one = entry({ state, replaceable: true });
    await draw(<EntryDetailPanel entryId={one.entryId} onBack={() => undefined} />, {
      answers: {
        "people.status": () => status,
        "outbox.get": () => one,
        "attachment.ofEntry": () => ({ files: [] }),
      },
    });
    const part = await screen.findByRole("region", { name: "What you can do" });
    if (status.standing.state === "working") await waitFor(() => within(part).getAllByRole("listitem"));
    return within(part);
  }
  const marked = (part: Awaited<ReturnType<typeof decisions>>) =>
    part
      .getAllByRole("listitem")
      .map(
        (item) =>
          `${within(item).getByRole("button").textContent}: ${item.querySelector("[data-testid^=allowance]") !== null}`,
      );

  it("say which of them need approval", async () => {
    const part = await decisions(cashierWith({}), "pending");
    await waitFor(() =>
      expect(marked(part)).toEqual([
        "Correct and sendCtrlE: true",
        "Send it now: false",
        "Discard entry: true",
      ]),
    );
  });

  it("leave a refused entry to be corrected freely", async () => {
    const part = await decisions(cashierWith({}), "dead_letter");
    await waitFor(() => expect(marked(part)[0]).toContain(": false"));
  });

  it("leave out what the role never may", async () => {
    const part = await decisions(
      cashierWith({ discard: "never", confirm: "never", resendUnknown: "never" }),
      "outcome_unknown",
    );
    await waitFor(() => expect(part.queryByRole("button", { name: "Discard entry" })).toBeNull());
    expect(part.queryAllByRole("button")).toEqual([]);
  });

  it("are all there, without a word, in a shop without people", async () => {
    const part = await decisions(FREE, "pending");
    expect(part.getAllByRole("button")).toHaveLength(3);
    expect(screen.queryByTestId("allowance-approval")).toBeNull();
  });
});

describe("a purchase return", () => {
  async function form(status: PeopleStatus) {
    keptReturns.open("", []);
    await draw(<PurchaseReturnScreen />, {
      answers: { "people.status": () => status, "purchases.search": () => ({ purchases: [], cursor: null }) },
      path: "/purchase-return",
    });
    await screen.findByRole("grid");
  }

  it("says beforehand that it needs approval", async () => {
    await form(cashierWith({ purchaseReturn: "approval" }));
    await screen.findByTestId("allowance-approval");
  });

  it("names the limits up to which it needs none", async () => {
    await form(cashierWith({}, { YER: "1000" }));
    await screen.findByText(/Without approval: returns up to 1,000/);
  });

  it("can't be sent by a role that never may, and says why", async () => {
    await form(cashierWith({ purchaseReturn: "never" }));
    await screen.findByTestId("allowance-never");
    expect(screen.getByRole("button", { name: /Save and send/ })).toHaveProperty("disabled", true);
  });

  it("shows no balance to a role without costs, and asks for none", async () => {
    await form(cashierWith({ costs: "never" }));
    await screen.findByText("Your role doesn't show costs and balances.");
  });
});

it("Records are undeleted only of the lists that the role may", async () => {
  const status = cashierWith({ restoreExchangeRate: "never", restoreAccount: "never" });
  await draw(<RestoreScreen />, {
    answers: { "people.status": () => status, "restore.known": () => ({ records: [] }) },
  });
  await waitFor(() =>
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Permissions",
      "Units of measure",
    ]),
  );
  screen.getByTestId("allowance-approval");
});

it("The navigation leads only to what the person may do or see", async () => {
  const { tell, answer } = await draw(
    <SideNavigation onPalette={() => undefined} onSheet={() => undefined} />,
    {
      answers: { "outbox.list": () => ({ entries: [] }), "people.status": () => FREE },
    },
  );
  const links = () => screen.getAllByRole("link").length;
  expect(links()).toBe(12);
  const status = cashierWith({ taxVoucher: "never" });
  answer({ "people.status": () => status });
  tell({ event: "people.changed", payload: status });
  await waitFor(() => expect(links()).toBe(10));
  expect(screen.queryByRole("link", { name: /Tax vouchers/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /Service connection/ })).toBeNull();
});

it("Settings offers a role without the right its own look, and nothing of the shop's", async () => {
  await draw(<SettingsScreen />, {
    answers: {
      "people.status": () => cashierWith({}),
      "ownerPolicy.get": () => ({ state: "none", path: "" }),
    },
    path: "/settings/appearance",
  });
  await screen.findByRole("link", { name: "Language and appearance" });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Meanings of codes" })).toBeNull());
});

it("A backup to a place of one's own choice is offered by the right to export alone", async () => {
  const { tell, answer } = await draw(<BackupPanel />, {
    answers: {
      "people.status": () => FREE,
      "ownerPolicy.get": () => ({ state: "none", path: "" }),
      "backup.status": () => ({
        lastAt: null,
        isOld: false,
        files: [],
        folder: "",
        problem: null,
        second: null,
        missingFiles: { count: 0, names: [] },
      }),
    },
  });
  await screen.findByText("Back up to a file…");
  answer({ "people.status": () => cashierWith({}) });
  tell({ event: "people.changed", payload: cashierWith({}) });
  await waitFor(() => expect(screen.queryByText("Back up to a file…")).toBeNull());
  screen.getByText("Back up now");
});
