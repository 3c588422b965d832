/** The page of practice mode: trouble is begun and ended, starting over asks once, and a real connection is a way out. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PracticeStatus } from "../../../../contract/channels/practice.ts";
import { PracticePage } from "../../../../renderer/screens/connect/practice-page.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";

const STATUS: PracticeStatus = {
  active: true,
  serviceUp: true,
  serviceUrl: "http://127.0.0.1:1",
  trouble: null,
};
const REAL = {
  serviceUrl: "https://books.example/api",
  tenantId: 4711,
  userId: 12,
  deviceId: "11111111-1111-4111-8111-111111111111",
  practice: false,
  unsent: 0,
  current: false,
  file: "closed" as const,
};

const answersOf = (status: PracticeStatus): Answers => ({
  "practice.status": () => status,
  "practice.books": () => ({
    transactions: [
      {
        kind: "purchaseReturn",
        serialNo: "aaaaaaaa-0000-4000-8000-000000000001",
        at: "2026-05-02T07:30:00.000Z",
        times: 2,
        party: "Red Sea Imports",
        amount: "485",
        currencyId: "USD",
      },
    ],
    balances: [],
  }),
  "practice.rehearse": ({ trouble }) => ({ ...status, trouble }),
  "practice.setServiceUp": ({ up }) => ({ ...status, serviceUp: up }),
  "practice.startOver": () => status,
  "connection.list": () => ({ connections: [REAL] }),
  "connection.get": () => null,
  "connection.save": () => ({ ...REAL, hasToken: true }),
  "mirror.search": () => ({ rows: [] }),
});
const open = (status: Partial<PracticeStatus> = {}) =>
  draw(<PracticePage />, { answers: answersOf({ ...STATUS, ...status }) });

it("begins a trouble by its button, and ends the one that is on by the same", async () => {
  const idle = await open();
  await idle.user.click(await screen.findByTestId("trouble-loseAnswer"));
  await waitFor(() => expect(idle.asked("practice.rehearse")).toEqual([{ trouble: "loseAnswer" }]));
  await idle.user.click(screen.getByTestId("trouble-outage"));
  await waitFor(() => expect(idle.asked("practice.setServiceUp")).toEqual([{ up: false }]));
});

it("an expired access token ends with a new one", async () => {
  const { user, asked } = await open({ trouble: "expireToken" });
  await user.click(await screen.findByRole("button", { name: "Enter a new access token" }));
  await waitFor(() => expect(asked("practice.rehearse")).toEqual([{ trouble: null }]));
});

it("shows the practice books, with what was recorded twice", async () => {
  await open();
  const row = within(await screen.findByTestId("practice-books"))
    .getByText("Red Sea Imports")
    .closest("tr");
  expect(row?.textContent).toContain("recorded 2 times");
  expect(row?.textContent).toContain("aaaaaaaa…");
});

it("starting over asks once before it begins", async () => {
  const { user, asked } = await open();
  const over = await screen.findByTestId("practice-over");
  await user.click(over);
  expect(asked("practice.startOver")).toEqual([]);
  expect(screen.getByText("What you practised so far won't be shown again.")).toBeTruthy();
  await user.click(over);
  await waitFor(() => expect(asked("practice.startOver")).toEqual([{}]));
});

it("leads back to a connection that is on this computer, with the token that is kept for it", async () => {
  const { user, asked } = await open();
  await user.click(await screen.findByRole("button", { name: "Leave practice for company number 4711" }));
  await waitFor(() =>
    expect(asked("connection.save")).toEqual([
      { serviceUrl: REAL.serviceUrl, tenantId: "4711", userId: "12" },
    ]),
  );
});
