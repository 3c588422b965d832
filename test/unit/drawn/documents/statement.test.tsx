/** A supplier's statement on the screen: whose each figure is, since when, and its ways onto paper. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import DocumentsScreen from "../../../../renderer/screens/documents/index.tsx";
import { useChosen } from "../../../../renderer/screens/documents/statement.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { SERIAL, statement } from "../../../helpers/printed-entries.ts";

beforeEach(() => useChosen.setState(useChosen.getInitialState(), true));

const answers = (known: Parameters<typeof statement>[1] = {}): Answers => ({
  "statements.get": () => statement({}, known).statement,
});
const panel = (name: string) => screen.findByRole("region", { name });

it("a statement says of each sum whose it is, and of each balance with which answer it came", async () => {
  await draw(<DocumentsScreen />, { path: "/documents/statement/1101", answers: answers() });
  const totals = await panel("Confirmed returns");
  expect(totals.textContent).toMatch(/Calculated here0\.30YER.*Central system0\.35YER.*Difference0\.05YER/);
  expect((await panel("Not confirmed yet")).textContent).toContain("12.00YER");
  const balances = await panel("Balances of the central system");
  expect(balances.textContent).toContain("99.65YER");
  expect(balances.textContent).toContain("-0.35YER");
  const link = within(balances).getByRole("link", {
    name: new RegExp(`^Received .* with the answer to ${SERIAL}$`),
  });
  expect(link.getAttribute("href")).toBe(`/documents/${SERIAL}`);
  expect(screen.getByText("Waiting to be sent")).toBeTruthy();
});

it("a statement that leaves something out says so", async () => {
  const known = { moreToSum: true, moreUnsent: true, totals: [], balances: [] };
  await draw(<DocumentsScreen />, { path: "/documents/statement/1101", answers: answers(known) });
  expect(await screen.findByText(/^Only the newest returns of this period are summed/)).toBeTruthy();
  expect(screen.getByText(/^More is unsent than was looked at/)).toBeTruthy();
  expect(screen.getByText("The central system sent no balance of this supplier.")).toBeTruthy();
});

it("a statement is of the chosen supplier and days, and printed, or saved, as it is shown", async () => {
  const { user, asked, path } = await draw(<DocumentsScreen />, {
    path: "/documents/statement",
    answers: {
      ...answers(),
      "print.statement": () => ({ outcome: "printed", path: null, pages: 1, detail: null }),
    },
  });
  expect(await screen.findByText("Choose a supplier")).toBeTruthy();
  await user.type(screen.getByLabelText("Supplier"), "1101{Enter}");
  await waitFor(() => expect(path()).toBe("/documents/statement/1101"));
  await user.click(screen.getByText("From … to"));
  await user.type(screen.getByLabelText("From"), "1/3/2026");
  await user.type(screen.getByLabelText("To"), "31/3/2026");
  const of = { accountId: "1101", from: "2026-03-01", to: "2026-03-31" };
  await waitFor(() => expect(asked("statements.get").at(-1)).toEqual({ ...of, limit: 200 }));
  await panel("Confirmed returns");
  await user.keyboard("{Control>}p{/Control}");
  await screen.findByText("Sent to the printer.");
  await user.click(screen.getByTestId("statement-ways"));
  await user.click(await screen.findByTestId("statement-csv"));
  await user.click(screen.getByTestId("statement-ways"));
  await user.click(await screen.findByTestId("statement-roll80"));
  await waitFor(() =>
    expect(asked("print.statement")).toEqual([
      { of, to: "printer" },
      { of, to: "csv" },
      { of, to: "pdf", paper: "roll80" },
    ]),
  );
});

it("a return is under the name of who entered it, and under none where nobody was signed in", async () => {
  const { rows } = statement().statement;
  const [first, ...others] = rows;
  if (first === undefined) throw new Error("the sample holds no return");
  const person = { personId: "00000000-0000-4000-8000-000000000001", name: "Amal", userId: 11 };
  await draw(<DocumentsScreen />, {
    path: "/documents/statement/1101",
    answers: answers({ rows: [{ ...first, person }, ...others] }),
  });
  await panel("Confirmed returns");
  expect(screen.getAllByTestId("who").map(({ textContent }) => textContent)).toEqual([" · Amal"]);
});
