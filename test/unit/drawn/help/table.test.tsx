/** A table of the guide is one to a screen reader too, and the keys in its cells are keys. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { Article } from "../../../../renderer/screens/help/article.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it.each(["en", "ar"] as const)("a table names its columns and its rows, %s", async (language) => {
  const page = {
    name: "scanning-and-keys",
    title: "Keys",
    blocks: [
      {
        kind: "table" as const,
        head: [[{ kind: "text" as const, text: "Key" }], [{ kind: "text" as const, text: "What it does" }]],
        rows: [
          [
            [{ kind: "keys" as const, keys: ["Ctrl", "Enter"] }],
            [
              { kind: "text" as const, text: "presses " },
              { kind: "screen" as const, text: "Save" },
            ],
          ],
        ],
      },
    ],
  };
  await draw(<Article page={page} pictures={[]} />, { language });
  const table = screen.getByRole("table");
  expect(within(table).getAllByRole("columnheader")).toHaveLength(2);
  const row = within(table).getByRole("rowheader");
  // Keys read from the left in an Arabic line too.
  expect(row.querySelector("kbd[dir=ltr]")?.textContent).toBe("Ctrl+Enter");
  expect(within(table).getByRole("cell").textContent).toBe("presses Save");
});
