import { expect, it } from "vitest";
import { daysOf, typedDays } from "../../../../renderer/screens/documents/statement.tsx";

const chosen = (period: Parameters<typeof daysOf>[0]["period"], from = "", to = "") => ({ period, from, to });

it("a statement's days are those of the month, the last one, the year, or all", () => {
  expect(daysOf(chosen("month"), "2026-03-09")).toEqual({ from: "2026-03-01", to: null });
  expect(daysOf(chosen("lastMonth"), "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(daysOf(chosen("lastMonth"), "2024-03-31")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  expect(daysOf(chosen("year"), "2026-03-09")).toEqual({ from: "2026-01-01", to: null });
  expect(daysOf(chosen("all", "1/1/2026"), "2026-03-09")).toEqual({ from: null, to: null });
});

it("a statement's typed days are read as dates are, and what is none bounds nothing", () => {
  expect(daysOf(chosen("days", "3/2026", "٣١/١٢/٢٠٢٦"), "2026-03-09")).toEqual({
    from: "2026-03-01",
    to: "2026-12-31",
  });
  expect(typedDays(chosen("days", "soon", ""), "2026-03-09")).toEqual({
    days: { from: null, to: null },
    wrong: ["from"],
  });
});
