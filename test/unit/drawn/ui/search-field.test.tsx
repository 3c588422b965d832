/** Which keys a field for searching takes for itself, and which it leaves to the screen. */
import { screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { useShortcut } from "../../../../renderer/shortcuts/use-shortcut.ts";
import { SearchField } from "../../../../renderer/ui/search-field.tsx";
import { draw } from "../../../helpers/drawn.tsx";

function Searched({ onMain, onGoOn }: { onMain: () => void; onGoOn: () => void }) {
  useShortcut({ combo: "Mod+Enter", words: "Import from a file", run: onMain });
  return (
    <SearchField
      field={useRef(null)}
      label="Search"
      placeholder="Name"
      testId="search"
      text=""
      onText={vi.fn()}
      onGoOn={onGoOn}
    />
  );
}

it("in a search field Enter leads to the list, and Ctrl+Enter is the screen's main action", async () => {
  const onMain = vi.fn();
  const onGoOn = vi.fn();
  const { user } = await draw(<Searched onMain={onMain} onGoOn={onGoOn} />);
  await user.click(screen.getByTestId("search"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect([onMain.mock.calls.length, onGoOn.mock.calls.length]).toEqual([1, 0]);
  await user.keyboard("{Enter}");
  expect([onMain.mock.calls.length, onGoOn.mock.calls.length]).toEqual([1, 1]);
});
