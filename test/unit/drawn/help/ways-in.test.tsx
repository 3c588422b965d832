// @vitest-environment happy-dom
/** Where the guide is offered: the panel behind the sign leads to the page of all signs, and closes. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { StatusPill } from "../../../../renderer/app/layout/status-pill.tsx";
import { draw } from "../../../helpers/drawn.tsx";

it("the sign's panel leads to the page of the signs, and closes", async () => {
  const { user, path } = await draw(<StatusPill />);
  await user.click(screen.getByRole("button"));
  await user.click(await screen.findByRole("link", { name: "Help with this" }));
  expect(path()).toBe("/help/signs");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
