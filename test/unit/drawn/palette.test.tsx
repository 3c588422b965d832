/** The palette: a row is always marked, and products, documents and settings are found. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { defaultSettings } from "../../../main/shell/settings.ts";
import { CommandPalette, openPalette } from "../../../renderer/app/layout/command-palette.tsx";
import { holdTyping, releaseTyping } from "../../../renderer/features/scanning/held-typing.ts";
import { useReferenceData } from "../../../renderer/screens/reference-data/reference-data-state.ts";
import { type Answers, NO_FOLDER, SHOP } from "../../helpers/bridge.ts";
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

async function open(answers: Answers = {}) {
  const drawn = await draw(<CommandPalette />, {
    answers: {
      "sync.pause": () => sampleOf("sync.statusChanged").payload,
      "documents.search": () => ({ documents: [DOCUMENT], cursor: null }),
      ...answers,
    },
  });
  act(() => openPalette());
  await screen.findByRole("dialog");
  return drawn;
}
/** The row of that text; what was typed is in separate marks. */
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

it("has what was typed while it was on its way, as it was corrected, and no key reaches the screen meanwhile", async () => {
  const keys: string[] = [];
  const note = ({ key }: KeyboardEvent) => keys.push(key);
  document.addEventListener("keydown", note);
  holdTyping("everything");
  fireEvent.keyDown(document.body, { key: "x" });
  for (const key of ["Backspace", "b", "a", "لا", "c"]) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "@", ctrlKey: true, altKey: true });
  const { user } = await open();
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveProperty("value", "baلاc@"));
  expect(keys).toEqual([]);
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "u" });
  expect(keys).toEqual(["u"]);
  document.removeEventListener("keydown", note);
  await user.clear(screen.getByRole("textbox"));
  await user.keyboard("backup");
  await user.click(await row(/^Backup$/));
});

it.each([
  { keys: "backup", leads: "/settings/backups" },
  { keys: "dark", leads: null },
  { keys: "settings", leads: "/settings" },
  { keys: "helx", corrected: "p", leads: "/help" },
  { keys: "rice", leads: "/reference-data/product" },
])(
  "runs the first row of $keys where Enter was pressed while it was on its way",
  async ({ keys, corrected, leads }) => {
    holdTyping("everything");
    const pressed = [
      ...keys,
      ...(corrected === undefined ? [] : ["Backspace", corrected]),
      "Enter",
      "q",
      "Enter",
    ];
    for (const key of pressed) expect(fireEvent.keyDown(document.body, { key })).toBe(false);
    const { path, asked } = await open({ "settings.set": () => defaultSettings("en") });
    if (leads === null) await waitFor(() => expect(asked("settings.set")).toEqual([{ theme: "dark" }]));
    else await waitFor(() => expect(path()).toBe(leads));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  },
);

it("runs nothing where only Enter was pressed while it was on its way", async () => {
  holdTyping("everything");
  fireEvent.keyDown(document.body, { key: "Enter" });
  const { asked } = await open({ "sync.now": () => sampleOf("sync.statusChanged").payload });
  await waitFor(() => expect(marked()).toHaveLength(1));
  expect(asked("sync.now")).toEqual([]);
});

/** What is asked waits for it. */
function answerLater() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

it.each([
  { before: "ri", rest: "ce", leads: "/reference-data/product" },
  { before: "rice", rest: " importers", leads: `/documents/${DOCUMENT.serialNo}` },
  { before: "ba", rest: "ckup", leads: "/settings/backups" },
  { before: "se", rest: "ttings", leads: "/settings" },
  { before: "rice", rest: "zzz", leads: null },
])(
  "Enter right after $before and $rest waits for their rows, and runs none of $before",
  async ({ before, rest, leads }) => {
    const late = answerLater();
    const { user, path } = await open({
      "mirror.search": async (question) => {
        if (question.text.length > before.length) await late.promise;
        return SHOP["mirror.search"]?.(question) ?? { rows: [] };
      },
      "documents.search": async ({ text = "" }) => {
        if (text.length > before.length) await late.promise;
        return {
          documents: [DOCUMENT].filter(({ subject }) => subject.toLowerCase().startsWith(text)),
          cursor: null,
        };
      },
    });
    await user.keyboard(before);
    await waitFor(() => expect(marked()).toHaveLength(1));
    await user.keyboard(`${rest}{Enter}`);
    expect(path()).toBe("/");
    expect(screen.getByRole("dialog")).toBeTruthy();
    await act(async () => late.resolve());
    if (leads === null) await screen.findByText("Nothing found with these words");
    await waitFor(() => expect(path()).toBe(leads ?? "/"));
    await user.keyboard("{Escape}");
  },
);

it("an Enter that still waits is called off by another text", async () => {
  const late = answerLater();
  const { user, path } = await open({
    "documents.search": async () => {
      await late.promise;
      return { documents: [], cursor: null };
    },
  });
  await user.keyboard("settings{Enter}x");
  await act(async () => late.resolve());
  await screen.findByText("Nothing found with these words");
  expect(path()).toBe("/");
  await user.keyboard("{Escape}");
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
  useReferenceData.setState({ importOpen: true });
  const { user, path } = await open();
  await user.keyboard("rice");
  expect((await row(/^Rice importers/)).textContent).toContain("450.00");
  const product = await row(/^Rice$/);
  // The first row is marked, also where it came later than the others.
  await waitFor(() => expect(marked()).toEqual([product]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/reference-data/product"));
  expect(useReferenceData.getState()).toMatchObject({ text: "Rice", importOpen: false });
});

it.each([
  ["leads to all counters where there is a shop folder", "/mnt/shop", true],
  ["says nothing of other counters without one", null, false],
] as const)("%s", async (_, place, isThere) => {
  const { user, path, asked } = await open({ "shopFolder.get": () => ({ ...NO_FOLDER, place }) });
  await waitFor(() => expect(asked("shopFolder.get")).toHaveLength(1));
  await user.type(screen.getByRole("textbox"), "All counters");
  if (!isThere) {
    const rows = () => [...document.querySelectorAll("[data-palette] [data-action]")];
    await waitFor(() => expect(asked("documents.search").length).toBeGreaterThan(0));
    expect(rows().filter(({ textContent }) => textContent === "All counters")).toEqual([]);
    return;
  }
  await user.click(await row(/All counters/));
  await waitFor(() => expect(path()).toBe("/settings/shopFolder/counters"));
});
