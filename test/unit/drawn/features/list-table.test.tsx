import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { ListTable, useListFocus } from "../../../../renderer/features/list-table.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it("a list that is read never says for a moment that it is empty", async () => {
  let drawn = 0;
  function Empty() {
    drawn += 1;
    return <p>Nothing expires.</p>;
  }
  function List() {
    const [rows, setRows] = useState<string[]>();
    return (
      <>
        <button type="button" onClick={() => setRows(["Rice"])}>
          Read
        </button>
        <ListTable
          label="Products"
          rows={rows}
          columns={[{ id: "name", header: "Name", track: "1fr", cell: (name) => name }]}
          keyOf={String}
          activeKey={null}
          onActive={() => undefined}
          empty={<Empty />}
        />
      </>
    );
  }
  const { user } = await draw(<List />, { answers: {} });
  await user.click(screen.getByRole("button", { name: "Read" }));
  await screen.findByText("Rice");
  expect(drawn).toBe(0);
});

it("a list that a person goes to comes into sight, and one that takes the keyboard itself moves nothing", async () => {
  const scrolls: (boolean | undefined)[] = [];
  function List() {
    const { list, toList, toListInPlace } = useListFocus();
    return (
      <div ref={list}>
        {/* biome-ignore lint/a11y/useSemanticElements: the list's own grid is none of a table's elements */}
        <div
          role="grid"
          tabIndex={0}
          ref={(grid) => {
            if (grid !== null) grid.focus = (options) => void scrolls.push(options?.preventScroll);
          }}
        />
        <button type="button" onClick={toList}>
          Go
        </button>
        <button type="button" onClick={toListInPlace}>
          Arrive
        </button>
      </div>
    );
  }
  const { user } = await draw(<List />, { answers: {} });
  await user.click(screen.getByRole("button", { name: "Go" }));
  await user.click(screen.getByRole("button", { name: "Arrive" }));
  expect(scrolls).toEqual([undefined, true]);
});
