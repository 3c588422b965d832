/** What comes of the shop folder on other screens: ages and waiting lists on Home, what would change, the fence, all counters, a takeover. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import FenceNotice from "../../../../renderer/features/shop-folder/fence-notice.tsx";
import ConnectScreen from "../../../../renderer/screens/connect/index.tsx";
import ShopLists from "../../../../renderer/screens/home/shop-lists.tsx";
import WaitingLists from "../../../../renderer/screens/home/waiting-lists.tsx";
import ReferenceDataScreen from "../../../../renderer/screens/reference-data/index.tsx";
import SettingsScreen from "../../../../renderer/screens/settings/index.tsx";
import { type Answers, NO_FOLDER } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";
import { AMAL, BASIM, counterOf as shopOf } from "../people/signed-in.ts";
import { counterOf, FOLDER, listOf, OLD, SILENT, TEN_LISTS, WAITS } from "./folders.ts";

const HOME = (
  <main>
    <WaitingLists />
    <ShopLists />
    <FenceNotice />
  </main>
);
const home = (answers: Answers = {}) => draw(HOME, { answers });

it("Home shows nothing of a shop folder where there is none", async () => {
  const { asked } = await home();
  await waitFor(() => expect(asked("shopFolder.get")).toHaveLength(1));
  expect(document.querySelector("main")?.textContent).toBe("");
});

it("Home has the age of each list, and says plainly which one is old", async () => {
  await home({
    "shopFolder.get": () => ({ ...FOLDER, lists: [listOf("product"), listOf("account", OLD)] }),
  });
  const lists = within(await screen.findByTestId("home-lists"));
  lists.getByText("1 hour ago");
  lists.getByText("not checked for 3 days");
  screen.getByText(/Prices and lists may have changed since/);
  expect(screen.queryByTestId("waiting-lists")).toBeNull();
});

it("Ten fresh lists are ten quiet rows", async () => {
  await home({ "shopFolder.get": () => ({ ...FOLDER, lists: TEN_LISTS }) });
  expect(within(await screen.findByTestId("home-lists")).getAllByLabelText("OK")).toHaveLength(
    TEN_LISTS.length,
  );
});

it("A list that waits for a person is among the decisions, unless who works may not import", async () => {
  const waiting: Answers = {
    "shopFolder.get": () => ({ ...FOLDER, lists: [listOf("product", { next: WAITS })] }),
  };
  await home(waiting);
  within(await screen.findByTestId("waiting-lists")).getByText("Products: a new version waits for a person");
});

it("A cashier is not offered the list that waits", async () => {
  await home({
    ...shopOf([AMAL, BASIM], BASIM).answers,
    "shopFolder.get": () => ({ ...FOLDER, lists: [listOf("product", { next: WAITS })] }),
  });
  await screen.findByTestId("home-lists");
  expect(screen.queryByTestId("waiting-lists")).toBeNull();
});

const CHANGES: Answers = {
  "mirror.counts": () => ({ kinds: [] }),
  "mirror.browse": () => ({ rows: [], cursor: null }),
  "shopFolder.get": () => ({ ...FOLDER, lists: [listOf("product", { next: WAITS })] }),
  "shopFolder.changes": () => ({
    version: 8,
    rows: [
      {
        change: "changed",
        name: "Rice 5 kg",
        cells: [{ column: "price", before: "450", after: "4500" }],
      },
      { change: "added", name: "Sugar", cells: [{ column: "price", before: null, after: "300" }] },
      { change: "removed", name: "Old soap", cells: [{ column: "price", before: "90", after: null }] },
    ],
  }),
  "shopFolder.decide": () => FOLDER,
};
const changes = (answers: Answers = {}) =>
  draw(<ReferenceDataScreen />, {
    path: "/reference-data/changes/product",
    answers: { ...CHANGES, ...answers },
  });

it("What a version would change is shown row by row, narrowed by the kind of change, and taken with Ctrl+Enter", async () => {
  const { user, asked, path } = await changes();
  await screen.findByText("What would change: Products");
  const row = within(await screen.findByTestId("change-row-0"));
  row.getByText("450");
  row.getByText("4500");
  screen.getByText(/more prices change than the owner allows/);
  await user.click(screen.getByRole("radio", { name: /removed/ }));
  await waitFor(() => expect(screen.queryByText("Rice 5 kg")).toBeNull());
  within(screen.getByTestId("change-row-0")).getByText("Old soap");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(asked("shopFolder.decide")).toEqual([{ list: "product", version: 8, take: true }]),
  );
  await waitFor(() => expect(path()).toBe("/reference-data/product"));
});

it("A newer version that comes while one is looked at is said before it is answered", async () => {
  let version = 8;
  const { tell } = await changes({
    "shopFolder.get": () => ({ ...FOLDER, lists: [listOf("product", { next: { ...WAITS, version } })] }),
  });
  await screen.findByText(/^Version 8:/);
  expect(screen.queryByRole("alert")).toBeNull();
  version = 9;
  tell({ event: "shopFolder.changed", payload: {} });
  await screen.findByText(/version 9 took the place of the one that you saw/);
});

it("The marked row is shown whole, with its name, below the others", async () => {
  await changes();
  await screen.findByTestId("change-row-0");
  const whole = within(await screen.findByTestId("change-whole"));
  whole.getByText("Rice 5 kg");
  whole.getByText("4500");
});

it("A version is declined, and the list stays", async () => {
  const { user, asked } = await changes();
  await user.click(await screen.findByTestId("decline-list"));
  await waitFor(() =>
    expect(asked("shopFolder.decide")).toEqual([{ list: "product", version: 8, take: false }]),
  );
});

it("Who may not import can look and is offered neither answer", async () => {
  await changes(shopOf([AMAL, BASIM], BASIM).answers);
  await screen.findByText("Rice 5 kg");
  expect(screen.queryByTestId("take-list")).toBeNull();
  expect(screen.queryByTestId("decline-list")).toBeNull();
});

it("Of a hundred thousand changed rows only those in sight are drawn", async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({
    change: "changed" as const,
    name: `Product ${at}`,
    cells: [{ column: "price", before: "1", after: "2" }],
  }));
  await changes({ "shopFolder.changes": () => ({ version: 8, rows }) });
  await screen.findByText("Product 0");
  expect(document.querySelectorAll('[data-testid^="change-row-"]').length).toBeLessThan(60);
});

it("A list for which nothing waits says so", async () => {
  await changes({ "shopFolder.get": () => FOLDER });
  await screen.findByText("Nothing to decide");
  screen.getByText("This list has no version that waits for a person.");
});

it("A counter that was taken over says so above every screen, and hands over the rest", async () => {
  const { user, asked } = await home({
    "shopFolder.get": () => ({
      ...FOLDER,
      fence: { state: "claimed", byDeviceId: "d", at: "2026-05-01T10:00:00.000Z", held: 0 },
    }),
    "file.choose": () => ({ path: "/media/stick/hand-over.age" }),
    "takeover.handOver": ({ path = null }) => ({ path, entries: 2 }),
  });
  within(await screen.findByTestId("fence-claimed")).getByText(
    "Another computer has taken over this counter",
  );
  await user.click(screen.getByTestId("hand-over"));
  await screen.findByText(/2 entries were handed over/);
  expect(asked("takeover.handOver")).toEqual([{ path: "/media/stick/hand-over.age" }]);
});

it("A counter that was taken over says so also where its shop folder is used no more", async () => {
  await home({
    "shopFolder.get": () => ({
      ...NO_FOLDER,
      fence: { state: "claimed", byDeviceId: "d", at: "2026-05-01T10:00:00.000Z", held: 0 },
    }),
  });
  await screen.findByTestId("fence-claimed");
});

it("A wrong key is said at its field, and a reason that only the folder has in its own words", async () => {
  let refusal = refused("invalid_input", { issues: [{ field: "key", reason: "invalid", params: {} }] });
  const { user } = await takeover({
    "takeover.claim": () => {
      throw refusal;
    },
  });
  await user.click(await screen.findByRole("radio", { name: /Counter 2/ }));
  await user.type(screen.getByTestId("takeover-key"), `${KEY}`);
  await user.click(screen.getByTestId("takeover-claim"));
  await screen.findByText(/This key doesn't open it/);
  expect(screen.queryByRole("alert")).toBeNull();
  refusal = refused("not_found", { reason: "shop_backup", field: "deviceId", deviceId: "dead" });
  await user.click(screen.getByTestId("takeover-claim"));
  await screen.findByText("The shop folder has no complete backup of this counter.");
});

it("Waiting entries are sent without a look only after a second press", async () => {
  const { user, asked } = await home({
    "shopFolder.get": () => ({
      ...FOLDER,
      fence: { state: "not_seen", byDeviceId: null, at: null, held: 3 },
    }),
    "shopFolder.goOn": () => FOLDER,
  });
  await user.click(await screen.findByRole("button", { name: "Send without looking…" }));
  screen.getByText(/they will be in the books twice/);
  expect(asked("shopFolder.goOn")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Send without looking" }));
  await waitFor(() => expect(asked("shopFolder.goOn")).toHaveLength(1));
});

it("Entries that wait for a look at the folder are named, quietly", async () => {
  await home({
    "shopFolder.get": () => ({
      ...FOLDER,
      fence: { state: "not_seen", byDeviceId: null, at: null, held: 3 },
    }),
  });
  within(await screen.findByTestId("fence-held")).getByText(/3 entries wait until the shop folder/);
});

it("Entries that wait are named also where the settings that named the folder were lost", async () => {
  await home({
    "shopFolder.get": () => ({
      ...NO_FOLDER,
      fence: { state: "not_seen", byDeviceId: null, at: null, held: 3 },
    }),
  });
  within(await screen.findByTestId("fence-held")).getByText(/3 entries wait until the shop folder/);
});

const NOBODY_LOST = { at: new Date().toISOString(), unreadable: [], missing: [] };
const counters = (answers: Answers) =>
  draw(<SettingsScreen />, {
    path: "/settings/shopFolder/counters",
    answers: { "shopFolder.get": () => FOLDER, ...answers },
  });

it("All counters are listed with those that need somebody first, a silent one among them", async () => {
  const { user } = await counters({
    "shopFolder.counters": () => ({
      ...NOBODY_LOST,
      missing: [{ deviceId: "gone", name: "Counter 9", lastAt: "2026-05-01T10:00:00.000Z" }],
      counters: [
        counterOf(1),
        counterOf(2, ["unknown", "backup_old"]),
        counterOf(3, [], SILENT),
        counterOf(4, [], { signature: "bad" }),
      ],
    }),
  });
  await screen.findByText("Counters: 4. Those that need somebody: 3.");
  screen.getByText("1 counter wrote its status before, and the file is gone: \u2068Counter 9\u2069.");
  const rowOf = async (at: number) => (await screen.findByTestId(`counter-row-${at}`)).textContent;
  expect(await rowOf(0)).toMatch(/^Counter 4.*changed by somebody/);
  expect(await rowOf(1)).toMatch(/^Counter 3.*Silent for 3 days/);
  expect(await rowOf(2)).toMatch(/^Counter 2.*Unknown outcomes.*No recent backup/);
  await user.click(screen.getByRole("radio", { name: /Needs somebody/ }));
  await waitFor(() => expect(screen.queryByText("Counter 1")).toBeNull());
});

it("Of five thousand counters only those in sight are drawn, and one is found by its name", async () => {
  const { user } = await counters({
    "shopFolder.counters": () => ({
      ...NOBODY_LOST,
      counters: Array.from({ length: 5_000 }, (_, at) => counterOf(at + 1)),
    }),
  });
  await screen.findByText("No counter needs anybody.");
  expect(document.querySelectorAll('[data-testid^="counter-row-"]').length).toBeLessThan(60);
  await user.type(screen.getByTestId("counters-search"), "Counter 4999");
  await waitFor(() => expect(document.querySelectorAll('[data-testid^="counter-row-"]')).toHaveLength(1));
});

it("Where the folder can't be reached, all counters says so and can look again", async () => {
  await counters({
    "shopFolder.counters": () => {
      throw refused("place_failed", { reason: "unreachable", said: "ENOENT" });
    },
  });
  await screen.findByText("The shop folder can't be reached.");
});

it("A cashier is not shown the other counters", async () => {
  await counters({
    ...shopOf([AMAL, BASIM], BASIM).answers,
    "shopFolder.counters": () => ({ ...NOBODY_LOST, counters: [] }),
  });
  await screen.findByTestId("allowance-never");
  expect(screen.queryByRole("grid")).toBeNull();
});

const KEY = "one two three";
const gone = {
  deviceId: "dead",
  name: "Counter 2",
  backupAt: "2026-05-01T10:00:00.000Z",
  bytes: 5e6,
  lastStatusAt: "2026-05-01T10:05:00.000Z",
  isAlive: false,
  claimedBy: null,
};
const TAKEN = {
  deviceId: "new",
  name: "Counter 2 (2)",
  serviceUrl: "https://books.example",
  tenantId: 7001,
  backupAt: "2026-05-01T10:00:00.000Z",
  entries: 40,
  decisions: 3,
  files: 0,
  missingFiles: 0,
  fenced: true,
  recoveryId: 1,
};
const takeover = (answers: Answers) =>
  draw(<ConnectScreen />, {
    path: "/connect/takeover",
    answers: {
      "connection.get": () => null,
      "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }),
      "shopFolder.get": () => FOLDER,
      "takeover.list": () => ({ counters: [gone] }),
      "takeover.claim": () => TAKEN,
      ...answers,
    },
  });

it("A counter is taken over with the owner's key, and what comes next is said", async () => {
  const { user, asked } = await takeover({});
  await user.click(await screen.findByRole("radio", { name: "Counter 2" }));
  await user.type(screen.getByTestId("takeover-key"), KEY);
  expect(screen.queryByTestId("old-is-gone")).toBeNull();
  await user.click(screen.getByTestId("takeover-claim"));
  const done = within(await screen.findByTestId("takeover-done"));
  done.getByText(/40 entries were loaded/);
  done.getByText(/3 entries may have been sent by the old computer/);
  expect(asked("takeover.claim")).toEqual([{ deviceId: "dead", key: KEY }]);
});

it.each([
  [
    "it was seen lately and the place can't fence",
    {
      "takeover.list": () => ({ counters: [{ ...gone, isAlive: true }] }),
      "shopFolder.get": () => ({ ...FOLDER, can: { putIfAbsent: false, rename: true, list: true } }),
    },
  ],
  ["it was seen lately", { "takeover.list": () => ({ counters: [{ ...gone, isAlive: true }] }) }],
  [
    "the place can't fence",
    { "shopFolder.get": () => ({ ...FOLDER, can: { putIfAbsent: false, rename: true, list: true } }) },
  ],
] as const)("Where %s, a person says first that the old computer is gone", async (_, answers) => {
  const { user, asked } = await takeover(answers);
  await user.click(await screen.findByRole("radio", { name: /Counter 2/ }));
  await user.type(screen.getByTestId("takeover-key"), KEY);
  expect(screen.getByTestId("takeover-claim")).toHaveProperty("disabled", true);
  screen.getByText(/in the books twice/);
  await user.click(screen.getByTestId("old-is-gone"));
  await user.click(screen.getByTestId("takeover-claim"));
  await waitFor(() =>
    expect(asked("takeover.claim")).toEqual([{ deviceId: "dead", key: KEY, oldIsGone: true }]),
  );
});

it("What the old computer handed over is taken in, and each entry becomes a decision", async () => {
  const { user, asked } = await draw(<ConnectScreen />, {
    path: "/connect/takeover",
    answers: {
      "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }),
      "shopFolder.get": () => FOLDER,
      "takeover.list": () => ({ counters: [] }),
      "takeover.receive": () => ({ entries: 2, known: 1, confirmed: 0 }),
    },
  });
  await screen.findByText("There is no backup in the folder");
  await user.type(screen.getByTestId("receive-key"), KEY);
  await user.click(screen.getByRole("button", { name: "Look for it in the shop folder" }));
  await screen.findByText(/2 entries were taken in.*1 entry was known already/);
  expect(asked("takeover.receive")).toEqual([{ key: KEY }]);
});
