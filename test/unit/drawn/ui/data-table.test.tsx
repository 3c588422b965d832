import { act, fireEvent, screen, within } from "@testing-library/react";
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

it("a row that stays in sight while one scrolls is the same, with the focus inside it", async () => {
  await draw(
    <DataTable
      label="Products"
      rows={Array.from({ length: 200 }, (_, at) => at)}
      columns={[
        { id: "id", header: "ID", track: "1fr", cell: (row) => <button type="button">{row}</button> },
      ]}
      keyOf={String}
      activeKey={null}
      onActive={() => undefined}
      empty=""
    />,
    { answers: {} },
  );
  const grid = await screen.findByRole("grid", { name: "Products" });
  const kept = await screen.findByRole("button", { name: "12" });
  act(() => kept.focus());
  grid.scrollTop = 440;
  fireEvent.scroll(grid);
  expect(await screen.findByRole("button", { name: "20" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "0" })).toBeNull();
  expect(document.activeElement).toBe(kept);
});
