/** The papers behind a document while they are typed: their type by its meaning, and a file's fingerprint unseen. */
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../../contract/default-settings.ts";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { SettingsProvider } from "../../../../renderer/client/settings.ts";
import { DocumentReferences } from "../../../../renderer/features/references/document-references.tsx";
import {
  type DraftReference,
  describedAs,
  emptyReference,
  ownDescription,
  withFiles,
} from "../../../../renderer/features/references/reference-rows.ts";
import { draw } from "../../../helpers/drawn.tsx";

const MEANINGS = { 1: "Invoice", 2: "مذكرة تسليم" };
const FILE = { sha256: "ab".repeat(32), name: "scan.pdf", bytes: 12 };

async function drawRows(first: readonly DraftReference[], meanings: Record<string, string> = MEANINGS) {
  let rows = first;
  function Typed() {
    const [now, setNow] = useState(first);
    rows = now;
    return (
      <SettingsProvider value={{ ...DEFAULT_SETTINGS, referenceTypeMeanings: meanings }}>
        <DocumentReferences rows={now} onChange={setNow} />
      </SettingsProvider>
    );
  }
  const drawn = await draw(<Typed />, {
    answers: {
      "settings.set": (change) => ({
        ...defaultSettings("en"),
        referenceTypeMeanings: change.referenceTypeMeanings ?? {},
      }),
    },
  });
  return { ...drawn, rows: () => rows };
}

const type = () => screen.getByTestId<HTMLInputElement>("reference-0-type");

it("a reference's type is shown by its meaning, and found by it in either spelling or by its number", async () => {
  const { user, rows } = await drawRows([{ ...emptyReference("a"), type: "1" }]);
  expect(type().value).toBe("Invoice");
  await user.clear(type());
  await user.type(type(), "مذكرة تسليم");
  expect(rows()[0]?.type).toBe("2");
  await user.clear(type());
  await user.type(type(), "invoice");
  expect(rows()[0]?.type).toBe("1");
  await user.clear(type());
  await user.type(type(), "٢");
  expect(rows()[0]?.type).toBe("2");
  await user.tab();
  expect(type().value).toBe("مذكرة تسليم");
});

it("a number without a meaning is given one where it is needed, and taken", async () => {
  const { user, asked, rows } = await drawRows([emptyReference("a")], {});
  await user.type(type(), "7");
  await user.click(await screen.findByTestId("reference-0-type-new"));
  const meaning = await screen.findByTestId("reference-0-type-meaning");
  expect(screen.getByTestId<HTMLInputElement>("reference-0-type-code").value).toBe("7");
  await waitFor(() => expect(document.activeElement).toBe(meaning));
  await user.type(meaning, "Delivery note{Enter}");
  await waitFor(() => expect(screen.queryByTestId("reference-0-type-naming")).toBeNull());
  expect(asked("settings.set")).toEqual([{ referenceTypeMeanings: { 7: "Delivery note" } }]);
  expect(rows()[0]?.type).toBe("7");
  expect(document.activeElement).toBe(type());
});

it("a new meaning without a number is refused in its field, and Escape leaves it", async () => {
  const { user, asked } = await drawRows([emptyReference("a")]);
  await user.click(type());
  await user.click(await screen.findByTestId("reference-0-type-new"));
  await user.click(await screen.findByTestId("reference-0-type-save"));
  expect(screen.getByTestId("reference-0-type-code").getAttribute("aria-invalid")).toBe("true");
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("reference-0-type-naming")).toBeNull();
  expect(asked("settings.set")).toEqual([]);
});

it("a file's fingerprint is sent with what is typed before it, and is in no field", () => {
  const [row] = withFiles([], [FILE], () => "a");
  if (row === undefined) throw new Error("no row was made for the file");
  const print = `SHA-256 ${FILE.sha256}`;
  expect(row.description).toBe(print);
  expect(ownDescription(row.description, row.file)).toBe("");
  const typed = describedAs(row, "torn ");
  expect(typed).toBe(`torn  ${print}`);
  expect(ownDescription(typed, row.file)).toBe("torn ");
  expect(describedAs({ ...row, description: typed }, "")).toBe(print);
  // What was typed in its place before, or without a file, is all there is.
  expect(describedAs({ ...row, description: "torn" }, "wet")).toBe("wet");
  expect(ownDescription(print, null)).toBe(print);
});
