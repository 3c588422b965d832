/** Choosing a record with the keyboard alone. */
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { RecordPicker } from "../../../../renderer/features/record-picker/record-picker.tsx";
import { draw } from "../../../helpers/drawn.tsx";

function Picked() {
  const [id, setId] = useState<string | null>(null);
  return (
    <>
      <RecordPicker kind="store" label="Store" value={id} onChange={setId} />
      <output>{id ?? "none"}</output>
    </>
  );
}

it("the first arrow down opens the list with its first choice marked, and Enter takes it", async () => {
  const { user } = await draw(<Picked />);
  await user.click(screen.getByLabelText("Store"));
  await user.keyboard("{Escape}");
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getAllByRole("option")[0]?.dataset.comboboxSelected).toBe("true"));
  const [first] = screen.getAllByRole("option");
  const value = first?.getAttribute("value");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(value));
});

it("a list that a click opened has nothing marked before something is typed", async () => {
  const { user } = await draw(<Picked />);
  await user.click(screen.getByLabelText("Store"));
  await waitFor(() => expect(screen.getAllByRole("option").length).toBeGreaterThan(0));
  expect(screen.getAllByRole("option").filter(({ dataset }) => dataset.comboboxSelected === "true")).toEqual(
    [],
  );
  await user.keyboard("{Enter}");
  expect(screen.getByRole("status").textContent).toBe("none");
});
