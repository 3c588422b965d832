/** Saving and reading the sheets of the ends of days. */
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DaySheet } from "../../../../contract/channels/day-sheets.ts";
import { DaySheetsPage, daysBefore } from "../../../../renderer/screens/activity/day-sheets-page.tsx";
import { type Answers, NOBODY } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { daySheet, OMAR } from "../../../helpers/printed-entries.ts";

const TODAY = "2026-03-09";

async function drawPage(
  sheets: DaySheet[],
  chainIntact = true,
  language: "en" | "ar" = "en",
  people: Answers = {},
) {
  const kept = [...sheets];
  return draw(<DaySheetsPage />, {
    language,
    path: "/activity/days",
    answers: {
      "daySheets.list": () => ({ sheets: [...kept].reverse(), chainIntact, today: TODAY }),
      ...people,
      "daySheets.create": ({ day, personId }) => {
        const of = personId === undefined ? null : OMAR;
        const made = daySheet({ number: kept.length + 1, day, of });
        kept.push(made);
        return made;
      },
      "print.daySheet": () => ({ outcome: "printed", path: null, pages: 1, detail: null }),
    },
  });
}

describe("the day sheets", () => {
  it("are saved for the day that is chosen, today at first", async () => {
    const drawn = await drawPage([]);
    await screen.findByText("There is no sheet of this day yet.");
    await drawn.user.click(screen.getByTestId("save-day-sheet"));
    await drawn.user.selectOptions(screen.getByTestId("day-sheet-day"), "2026-03-08");
    await drawn.user.click(screen.getByTestId("save-day-sheet"));
    await waitFor(() =>
      expect(drawn.asked("daySheets.create")).toEqual([{ day: TODAY }, { day: "2026-03-08" }]),
    );
  });

  it("say before a second one of the day that the first stays and is replaced", async () => {
    await drawPage([daySheet({ number: 1, day: TODAY })]);
    await screen.findByText(/There is a sheet of this day already, number 1\. It stays/);
  });

  it("show sums, discards with their reason, and that a sheet was replaced; and print it", async () => {
    const drawn = await drawPage([daySheet({ number: 1, replacedBy: 4 })]);
    const sheet = within(await screen.findByTestId("day-sheet"));
    expect(sheet.getByText(/Sheet .*4.* of the same day has replaced this one/)).toBeDefined();
    expect(sheet.getByText(/typed twice/)).toBeDefined();
    expect(sheet.getByText("2 more are in the activity.")).toBeDefined();
    await drawn.user.click(sheet.getByTestId("print-day-sheet"));
    expect(drawn.asked("print.daySheet")).toEqual([{ number: 1, to: "printer" }]);
  });

  it("are made for one person where people work, and say before what the new one replaces", async () => {
    const drawn = await drawPage([daySheet({ number: 1, day: TODAY, of: OMAR })], true, "en", {
      "people.status": () => ({ ...NOBODY, standing: { state: "locked", ownerless: false } }),
      "people.list": () => ({
        people: [{ ...OMAR, role: "cashier", active: true, hasPin: true }],
        current: null,
      }),
    });
    await screen.findByText("There is no sheet of this day yet.");
    await drawn.user.selectOptions(await screen.findByTestId("day-sheet-person"), "Omar");
    await screen.findByText(/There is a sheet of this day already, number 1\. It stays/);
    await drawn.user.click(screen.getByRole("button", { name: /Save the day sheet/ }));
    await waitFor(() =>
      expect(drawn.asked("daySheets.create")).toEqual([{ day: TODAY, personId: OMAR.personId }]),
    );
    expect(within(screen.getByTestId("day-sheet")).getByText(/Only what .*Omar.* entered/)).toBeDefined();
  });

  it("say in both languages that the chain is broken", async () => {
    await drawPage([daySheet({})], false, "ar");
    expect((await screen.findByRole("alert")).textContent).toMatch(/كشوف الأيام غير سليمة/);
  });
});

it("the days that are offered are calendar days, also over a month's end", () => {
  expect(daysBefore("2026-03-01", 3)).toEqual(["2026-03-01", "2026-02-28", "2026-02-27"]);
});
