import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DataTable } from "../../../../renderer/ui/data-table.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it("a grid without rows holds what it shows in their place as the cell of a row", async () => {
  await draw(
    <DataTable
      label="Products"
      rows={[]}
      columns={[{ id: "name", header: "Name", track: "1fr", cell: () => null }]}
      keyOf={String}
      activeKey={null}
      onActive={() => undefined}
      empty={<button type="button">Import</button>}
    />,
    { answers: {} },
  );
  const grid = await screen.findByRole("grid", { name: "Products" });
  expect([...grid.children].map((child) => child.getAttribute("role"))).toEqual(["row", "row"]);
  within(within(grid).getByRole("gridcell")).getByRole("button", { name: "Import" });
});
