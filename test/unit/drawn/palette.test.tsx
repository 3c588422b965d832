/** The palette: a row is always marked, and products, documents and settings are found. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CommandPalette, openPalette } from "../../../renderer/app/layout/command-palette.tsx";
import { bestFirst, rowsHolding } from "../../../renderer/app/layout/palette-filter.ts";
import { holdTyping, releaseTyping } from "../../../renderer/features/scanning/held-typing.ts";
import { useCatalogue } from "../../../renderer/screens/catalogue/catalogue-state.ts";
import { draw } from "../../helpers/drawn.tsx";
import { sampleOf } from "../../helpers/event-samples.ts";

const DOCUMENT = {
  serialNo: "aaaaaaaa-0000-4000-8000-000000000001",
  kind: "purchaseReturn" as const,
  note: "",
  currencyId: "YER",
  localAmount: "450",
  serviceAmount: null,
  serviceStatus: null,
  state: null,
  correctedByEntryId: null,
  confirmedByStaff: false,
  subject: "Rice importers",
  createdAt: "2026-05-02T07:30:00.000Z",
};

async function open() {
  const drawn = await draw(<CommandPalette />, {
    answers: {
      "sync.pause": () => sampleOf("sync.statusChanged").payload,
      "documents.search": () => ({ documents: [DOCUMENT], cursor: null }),
    },
  });
  act(() => openPalette());
  await screen.findByRole("dialog");
  return drawn;
}
/** The row of that text; what was typed stands in marks of its own. */
const row = (text: RegExp) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>("[data-palette] [data-action]")].find((each) =>
      text.test(each.textContent),
    );
    if (found === undefined) throw new Error(`no row has ${text}`);
    return found;
  });
const marked = () => [...document.querySelectorAll("[data-palette] [data-selected]")];

it("marks its first row when it opens, and Enter runs the one that is marked", async () => {
  const { user, asked } = await open();
  await waitFor(() => expect(marked().map(({ textContent }) => textContent)).toEqual(["Send now"]));
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(asked("sync.pause")).toEqual([{}]));
});

it("has what was typed while it was on its way, as it was mended, and no key reaches the screen meanwhile", async () => {
  const keys: string[] = [];
  const heard = ({ key }: KeyboardEvent) => keys.push(key);
  document.addEventListener("keydown", heard);
  holdTyping("everything");
  fireEvent.keyDown(document.body, { key: "x" });
  for (const key of ["Backspace", "b", "a", "Enter", "لا", "c"]) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "@", ctrlKey: true, altKey: true });
  const { user } = await open();
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveProperty("value", "baلاc@"));
  expect(keys).toEqual([]);
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "u" });
  expect(keys).toEqual(["u"]);
  document.removeEventListener("keydown", heard);
  await user.clear(screen.getByRole("textbox"));
  await user.keyboard("backup");
  await user.click(await row(/^Backup$/));
});

it("isn't wanted any longer once Escape gave it up, and the keys go on to the screen", () => {
  const isWanted = holdTyping("everything");
  fireEvent.keyDown(document.body, { key: "b" });
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(isWanted()).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: "a" })).toBe(true);
  expect(releaseTyping()).toBe("");
});

it("holds no key for longer than three seconds, should it never come", () => {
  vi.useFakeTimers();
  holdTyping("everything");
  expect(fireEvent.keyDown(document.body, { key: "a" })).toBe(false);
  vi.advanceTimersByTime(3_000);
  expect(fireEvent.keyDown(document.body, { key: "a" })).toBe(true);
  vi.useRealTimers();
});

it("finds a section of Settings by a word of its title", async () => {
  const { user, path } = await open();
  await user.keyboard("backup");
  await user.click(await row(/^Backup$/));
  expect(path()).toBe("/settings/backups");
});

it("finds a product and opens its list with it, not an import's panel, and a document by its supplier", async () => {
  useCatalogue.setState({ importOpen: true });
  const { user, path } = await open();
  await user.keyboard("rice");
  expect((await row(/^Rice importers/)).textContent).toContain("450.00");
  const product = await row(/^Rice$/);
  // The first row is marked, also where it came later than the others.
  await waitFor(() => expect(marked()).toEqual([product]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/catalogue/product"));
  expect(useCatalogue.getState()).toMatchObject({ text: "Rice", importOpen: false });
});

it("its own rows hold every word that is typed, whatever the spelling of an Arabic letter", () => {
  const groups = [{ group: "g", actions: [{ label: "إعداد الاتصال" }, { label: "المساعدة" }] }];
  expect(rowsHolding("اعداد اتصال", groups)).toEqual([{ group: "g", actions: [{ label: "إعداد الاتصال" }] }]);
  expect(rowsHolding("rice", groups)).toEqual([]);
});

it.each([
  ["red", ["Redo"], ["Reduced salt", "Red tea"], ["Red tea", "Reduced salt", "Redo"]],
  ["red", ["Redo"], ["Credit note"], ["Redo", "Credit note"]],
  ["out", ["Sign out", "About"], ["Outdoor lamp"], ["Sign out", "About", "Outdoor lamp"]],
  ["tea", [], ["Steam", "Green tea", "Tea", "Teapot"], ["Tea", "Green tea", "Teapot", "Steam"]],
  ["green tea", ["Green mode"], ["Tea, green", "Greentea"], ["Tea, green", "Greentea", "Green mode"]],
  ["شاي", ["شايات"], ["شاي أخضر", "كشاي"], ["شاي أخضر", "كشاي", "شايات"]],
  ["احمر", [], ["طماطم أحمر", "أحمر شفاه", "أحمرار"], ["أحمر شفاه", "طماطم أحمر", "أحمرار"]],
  ["", ["B", "A"], ["C"], ["C", "B", "A"]],
])("its rows for %s begin with the names that fit best", (typed, actions, products, expected) => {
  const named = (labels: readonly string[]) => labels.map((label) => ({ label }));
  const groups = bestFirst(typed, [
    { group: "products", actions: named(products) },
    { group: "actions", actions: named(actions) },
  ]);
  expect(groups.flatMap((group) => group.actions.map(({ label }) => label))).toEqual(expected);
});
