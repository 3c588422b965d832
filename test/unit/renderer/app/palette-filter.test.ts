/** What the palette shows for what is typed, and in which order. */
import { describe, expect, it } from "vitest";
import { inOrder, rowsHolding } from "../../../../renderer/app/layout/palette-filter.ts";

const GROUPS = ["Actions", "Go to", "Settings", "Products"] as const;
type Label = string | { label: string; keywords?: string[]; disabled?: boolean };

/** Rows by the group they are of, in the palette's order of groups. */
const groupsOf = (rows: Partial<Record<(typeof GROUPS)[number], Label[]>>) =>
  GROUPS.flatMap((group) => {
    const actions = rows[group]?.map((row) => (typeof row === "string" ? { label: row } : row));
    return actions === undefined ? [] : [{ group, actions }];
  });
const labels = (typed: string, rows: Parameters<typeof groupsOf>[0]) =>
  inOrder(typed, groupsOf(rows)).flatMap(({ actions }) => actions.map(({ label }) => label));

describe("the order of what was found", () => {
  it.each<[typed: string, rows: Parameters<typeof groupsOf>[0], order: string[]]>([
    // A whole word, then a beginning, then inside of a word; what has nothing to do comes last.
    [
      "red",
      {
        Actions: [{ label: "Redo", disabled: true }],
        Settings: ["Reduce motion"],
        Products: ["Shredded wheat", "Red lentils 1 kg", "Reduced fat milk"],
      },
      ["Red lentils 1 kg", "Reduce motion", "Reduced fat milk", "Shredded wheat", "Redo"],
    ],
    // Of equal rank a command comes before a name.
    ["red", { Actions: ["Redo"], Products: ["Redwood oil"] }, ["Redo", "Redwood oil"]],
    // The whole name comes first, whichever group it is of.
    ["help", { Actions: ["Help with this"], "Go to": ["Help"] }, ["Help", "Help with this"]],
    [
      "set",
      { Settings: ["Offset"], "Go to": ["Settings"], Products: ["Set of 6 cups"] },
      ["Set of 6 cups", "Settings", "Offset"],
    ],
    // Each word that is typed counts; the worst of them decides.
    [
      "milk fat",
      { Products: ["Milkfat", "Fatty milk", "Milk, low fat"] },
      ["Milk, low fat", "Fatty milk", "Milkfat"],
    ],
    // A name comes before what is only found by a setting in it, at the same fit.
    [
      "copies",
      { Settings: [{ label: "Printer", keywords: ["Paper", "Copies"] }], Products: ["Copies of keys"] },
      ["Copies of keys", "Printer"],
    ],
    [
      "dark",
      { Settings: [{ label: "Appearance", keywords: ["Dark mode"] }], Products: ["Dark tea"] },
      ["Dark tea", "Appearance"],
    ],
    // A code that was typed whole is as good as a name; what was found by nothing that is shown comes after names.
    [
      "6291",
      { Products: [{ label: "Bolt 16291" }, { label: "Rice", keywords: ["6291"] }, "Other"] },
      ["Rice", "Bolt 16291", "Other"],
    ],
    ["RICE", { Products: ["Licorice", "rice", "Basmati rice"] }, ["rice", "Basmati rice", "Licorice"]],
    // The article is seldom typed, and an Arabic letter may be written in another way.
    ["مستندات", { Products: ["كشف المستندات"], "Go to": ["المستندات"] }, ["المستندات", "كشف المستندات"]],
    [
      "اعداد",
      { Settings: ["الإعدادات"], "Go to": ["إعداد الاتصال"], Products: ["استعداد"] },
      ["إعداد الاتصال", "الإعدادات", "استعداد"],
    ],
    [
      "احمر",
      {
        Actions: [{ label: "إعادة", keywords: ["أحمر"], disabled: true }],
        Products: ["الأحمران", "عدس أحمر", "أحمر"],
      },
      ["أحمر", "عدس أحمر", "الأحمران", "إعادة"],
    ],
    [
      "طباعه",
      { Settings: [{ label: "الطابعة", keywords: ["طباعة الإيصال"] }], Actions: ["طباعة"] },
      ["طباعة", "الطابعة"],
    ],
    [
      "سكر",
      { Products: ["بسكرات", "سكريات", "سكر أبيض", "السكر"] },
      ["السكر", "سكر أبيض", "سكريات", "بسكرات"],
    ],
  ])("%s", (typed, rows, order) => {
    expect(labels(typed, rows)).toEqual(order);
  });

  it("is the palette's own where nothing is typed", () => {
    const groups = groupsOf({ Actions: ["Redo", "Undo"], "Go to": ["Home"] });
    expect(inOrder(" ", groups)).toEqual(groups.map((each) => ({ ...each, key: `${each.group} 0` })));
  });

  it("names a group again where its rows go on after another's, each time with another key", () => {
    const runs = inOrder("red", groupsOf({ Actions: ["Redo"], Products: ["Red tea", "Shredded wheat"] }));
    expect(runs.map(({ group, key }) => [group, key])).toEqual([
      ["Products", "Products 0"],
      ["Actions", "Actions 0"],
      ["Products", "Products 1"],
    ]);
  });
});

it("its own rows hold every word that is typed, whatever the spelling of an Arabic letter", () => {
  const groups = [{ group: "g", actions: [{ label: "إعداد الاتصال" }, { label: "المساعدة" }] }];
  expect(rowsHolding("اعداد اتصال", groups)).toEqual([{ group: "g", actions: [{ label: "إعداد الاتصال" }] }]);
  expect(rowsHolding("rice", groups)).toEqual([]);
});
