/** What is said of a scan that is used for nothing. */
import { Notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { tellScan } from "../../../renderer/features/scanning/receivers.ts";
import { draw } from "../../helpers/drawn.tsx";

const TIME = 800;
const rest = () => new Promise((resolve) => setTimeout(resolve, TIME * 0.7));

it("tells a second scan of the same kind for its whole time, and only once", async () => {
  await draw(<Notifications withinPortal={false} autoClose={TIME} />, {});
  act(() => tellScan("Nothing is scanned here."));
  await act(rest);
  act(() => tellScan("Nothing is scanned here."));
  await act(rest);
  expect(screen.getAllByText("Nothing is scanned here.")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText("Nothing is scanned here.")).toBeNull());
});
