/** A backup that was loaded says what to do next; in practice mode no access token is missing. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { LoadBackup } from "../../../../renderer/features/recovery/load-backup.tsx";
import { type Answers, SHOP } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";

const TOKEN = "Enter the access token under Service connection.";

const LOADED: ChannelOutput<"backup.restore"> = {
  serviceUrl: "https://books.example/api",
  tenantId: 7001,
  userId: 501,
  deviceId: "11111111-1111-4111-8111-111111111111",
  entries: 6,
  waiting: 0,
  recoveryId: 1,
  files: 0,
  missingFiles: { count: 0, names: [] },
};

async function load(practice: boolean) {
  const connection = SHOP["connection.get"]?.({}) ?? null;
  const answers: Answers = {
    "connection.get": async () => {
      const known = await connection;
      return known === null ? null : { ...known, practice };
    },
    "file.choose": () => ({ path: "/usb/counter.sqlite" }),
    "backup.restore": () => LOADED,
  };
  const { user } = await draw(<LoadBackup />, { answers });
  await user.click(await screen.findByRole("button", { name: "Load a backup…" }));
  await screen.findByText("Backup loaded: 6 entries.");
}

it("asks for the access token after a backup was loaded", async () => {
  await load(false);
  expect(screen.getByText(TOKEN)).toBeTruthy();
});

it("asks for no access token in practice mode", async () => {
  await load(true);
  expect(screen.queryByText(TOKEN)).toBeNull();
});
