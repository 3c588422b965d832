import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { ListTable } from "../../../../renderer/features/list-table.tsx";
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
