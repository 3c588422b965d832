/** The button that saves a sample file: what it asks for, and what it says afterwards. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SaveSample } from "../../../../renderer/screens/reference-data/import/save-sample.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";

it("saves a file in the words of the screen and names it", async () => {
  const { asked } = await draw(<SaveSample kind="store" />, {
    language: "ar",
    answers: { "referenceData.saveSample": () => ({ path: "/home/me/المخازن.csv" }) },
  });
  fireEvent.click(screen.getByRole("button", { name: "حفظ ملف نموذجي" }));
  await screen.findByText(/تم حفظ/);
  expect(asked("referenceData.saveSample")).toEqual([
    {
      suggestedName: "المخازن.csv",
      rows: [
        ["المعرّف", "الاسم"],
        ["9901", "المخزن الرئيسي"],
        ["9902", "الفرع"],
        ["9903", "المستودع"],
      ],
    },
  ]);
});

it("says nothing where the person cancelled, and why where the file can't be written", async () => {
  let answer: () => { path: null } = () => ({ path: null });
  const { asked } = await draw(<SaveSample kind="store" />, {
    language: "en",
    answers: { "referenceData.saveSample": () => answer() },
  });
  const button = screen.getByRole("button", { name: "Save a sample file" });
  fireEvent.click(button);
  await expect.poll(() => asked("referenceData.saveSample").length).toBe(1);
  await expect.poll(() => button.getAttribute("aria-busy")).toBeNull();
  expect(screen.getByTestId("import-sample-saved").textContent).toBe("");
  answer = () => {
    throw refused("file_invalid", { reason: "not_writable", os: "EACCES" });
  };
  fireEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("No file was saved");
});
