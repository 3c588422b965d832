/** Settings of the shop folder: one line without one, and with one where it is, what it can do and what comes from it. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { takesScans, tellField } from "../../../../renderer/features/scanning/receivers.ts";
import SettingsScreen from "../../../../renderer/screens/settings/index.tsx";
import { type Answers, NO_FOLDER } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";
import { AMAL, BASIM, counterOf as shopOf } from "../people/signed-in.ts";
import { FOLDER, listOf, OLD, RECIPIENT, TEN_LISTS, WAITS } from "./folders.ts";

const open = (answers: Answers, language: "en" | "ar" = "en") =>
  draw(<SettingsScreen />, {
    path: "/settings/shopFolder",
    language,
    answers: {
      "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }),
      "takeover.list": () => ({ counters: [] }),
      ...answers,
    },
  });
const panel = async () => within(await screen.findByTestId("shop-folder"));

it("Without a shop folder there is one line and a button, and a folder that works is saved", async () => {
  const { user, asked } = await open({
    "file.choose": () => ({ path: "/mnt/shop" }),
    "shopFolder.set": () => FOLDER,
  });
  const none = await panel();
  none.getByText(/works without a shop folder/);
  expect(screen.queryByText("All counters")).toBeNull();
  await user.click(none.getByTestId("shop-folder-set-up"));
  await user.click(screen.getByTestId("place-save"));
  screen.getByText("This is required.");
  expect(asked("shopFolder.set")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Choose folder…" }));
  await waitFor(() => expect(screen.getByTestId<HTMLInputElement>("place-folder").value).toBe("/mnt/shop"));
  await user.click(screen.getByTestId("place-save"));
  await screen.findByText("Two computers can't take over the same counter at the same time.");
  expect(asked("shopFolder.set")).toEqual([{ place: "/mnt/shop" }]);
});

it.each<[string, Record<string, string>, ChannelInput<"shopFolder.set">]>([
  [
    "WebDAV",
    { address: "https://cloud.example/shop", key: "till", secret: "s" },
    { place: "https://cloud.example/shop", key: "till", secret: "s" },
  ],
  [
    "S3 bucket",
    { address: "https://s3.example", bucket: "shop/counters/", region: "eu-1", key: "AK", secret: "s" },
    {
      place: "s3://shop/counters?endpoint=https%3A%2F%2Fs3.example",
      region: "eu-1",
      key: "AK",
      secret: "s",
    },
  ],
])("A place of the kind %s is named by its fields", async (kind, fields, named) => {
  const { user, asked } = await open({ "shopFolder.set": () => FOLDER });
  await user.click((await panel()).getByTestId("shop-folder-set-up"));
  await user.selectOptions(screen.getByTestId("place-kind"), kind);
  for (const [name, text] of Object.entries(fields))
    await user.type(screen.getByTestId(`place-${name}`), text);
  await user.click(screen.getByTestId("place-save"));
  await waitFor(() => expect(asked("shopFolder.set")).toEqual([named]));
});

it("Of a place that the owner's policy names the password is entered here, and nothing else", async () => {
  const place = "https://cloud.example/shop";
  const { user, asked } = await open({
    "ownerPolicy.get": () => ({
      state: "holds",
      path: "/policy.json",
      policy: { version: 1, shopFolder: { place } },
    }),
    "shopFolder.get": () => ({ ...FOLDER, place, kind: "webdav" }),
    "shopFolder.set": () => FOLDER,
  });
  await user.click(await screen.findByRole("button", { name: "Enter its password or key…" }));
  expect(screen.queryByTestId("place-address")).toBeNull();
  expect(screen.queryByTestId("place-kind")).toBeNull();
  await user.type(screen.getByTestId("place-key"), "till");
  await user.type(screen.getByTestId("place-secret"), "s{Enter}");
  await waitFor(() => expect(asked("shopFolder.set")).toEqual([{ place, key: "till", secret: "s" }]));
});

it("A place that fails says what is wrong with it and what to do, and nothing is saved", async () => {
  const { user } = await open({
    "file.choose": () => ({ path: "/mnt/shop" }),
    "shopFolder.set": () => {
      throw refused("place_failed", { reason: "read_only", said: "EROFS" });
    },
  });
  await user.click((await panel()).getByTestId("shop-folder-set-up"));
  // Only what the system's dialog gave is used as a folder.
  await user.type(screen.getByTestId("place-folder"), "/mnt/other");
  expect(screen.getByTestId<HTMLInputElement>("place-folder").value).toBe("");
  await user.click(screen.getByRole("button", { name: "Choose folder…" }));
  await waitFor(() => expect(screen.getByTestId<HTMLInputElement>("place-folder").value).toBe("/mnt/shop"));
  await user.click(screen.getByTestId("place-save"));
  await screen.findByText("The shop folder can be read but not written to.");
});

it("What a place can't do is said in a sentence, and so is its last trouble", async () => {
  await open({
    "shopFolder.get": () => ({
      ...FOLDER,
      can: { putIfAbsent: false, rename: false, list: true },
      trouble: { code: "full", at: new Date().toISOString() },
    }),
  });
  const shown = await panel();
  shown.getByText(/a person must make sure that the old computer is gone/);
  shown.getByText(/can be seen there before it is complete/);
  shown.getByText("The shop folder is full.");
});

it("A look that fails says once what is wrong with the place", async () => {
  const { user } = await open({
    "shopFolder.get": () => ({ ...FOLDER, trouble: { code: "not_found", at: new Date().toISOString() } }),
    "shopFolder.refresh": () => {
      throw refused("place_failed", { reason: "not_found", said: "ENOENT" });
    },
  });
  const look = await screen.findByRole("button", { name: "Look now" });
  await user.click(look);
  await waitFor(() => expect(look.getAttribute("aria-busy")).not.toBe("true"));
  screen.getByText("The shop folder isn't there.");
});

it("To stop using the folder while entries wait for it says that they may be in the books twice", async () => {
  const { user } = await open({
    "shopFolder.get": () => ({ ...FOLDER, fence: { ...FOLDER.fence, state: "not_seen", held: 2 } }),
  });
  await user.click(await screen.findByRole("button", { name: "Stop using it…" }));
  screen.getByText(/they will be in the books twice/);
});

it("Each list has its version and age, and the one that waits leads to what it would change", async () => {
  await open({
    "shopFolder.get": () => ({
      ...FOLDER,
      trust: { state: "out_of_date", expiresAt: "2026-01-01T00:00:00.000Z", reason: null, root: null },
      lists: [listOf("product", { next: WAITS }), listOf("account", OLD)],
    }),
  });
  const lists = within(await screen.findByTestId("folder-lists"));
  lists.getByText("Version 8 waits for a person to look at it.", { exact: false });
  expect(lists.getByRole("link", { name: "See what would change" }).getAttribute("href")).toBe(
    "/reference-data/changes/product",
  );
  lists.getByText("3 days ago");
  screen.getByText("May be out of date");
});

it("The share of changes that waits for a person is chosen, and this counter is named when its field is left", async () => {
  const { user, asked } = await open({
    "shopFolder.get": () => FOLDER,
    "shopFolder.configure": () => FOLDER,
  });
  await user.selectOptions(await screen.findByLabelText("Wait when prices change"), "more than 5 %");
  await user.clear(screen.getByTestId("counter-name"));
  await user.type(screen.getByTestId("counter-name"), "Till 2");
  await user.tab();
  await waitFor(() =>
    expect(asked("shopFolder.configure")).toEqual([
      { rules: { rowsPercent: 10, pricesPercent: 5 } },
      { name: "Till 2" },
    ]),
  );
});

it("To stop using the folder is asked again, with what is lost by it", async () => {
  const { user, asked } = await open({ "shopFolder.get": () => FOLDER, "shopFolder.set": () => NO_FOLDER });
  await user.click(await screen.findByRole("button", { name: "Stop using it…" }));
  expect(asked("shopFolder.set")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Stop using the shop folder" }));
  await screen.findByText(/works without a shop folder/);
  expect(asked("shopFolder.set")).toEqual([{ place: null }]);
});

it("A cashier sees the state and changes nothing", async () => {
  await open({
    ...shopOf([AMAL, BASIM], BASIM).answers,
    "shopFolder.get": () => ({ ...FOLDER, lists: TEN_LISTS }),
  });
  await screen.findByTestId("folder-lists");
  expect(screen.queryByRole("button", { name: "Change the place…" })).toBeNull();
  expect(screen.queryByTestId("counter-name")).toBeNull();
  expect(screen.queryByText("See all counters")).toBeNull();
});

const WORDS = Array.from({ length: 24 }, (_, at) => `word${at + 1}`);
const MADE = { recipient: RECIPIENT, key: "AGE-SECRET-KEY-1TEST", words: WORDS };

it("A new key is shown once, and only two words of its paper put it into use", async () => {
  const { user, asked } = await open({
    "shopFolder.get": () => FOLDER,
    "shopFolder.makeKey": () => MADE,
    "shopFolder.configure": () => ({ ...FOLDER, backups: { ...FOLDER.backups, recipient: RECIPIENT } }),
    "pin.codeShown": () => ({}),
    "print.backupKey": () => ({ outcome: "printed", path: null, pages: 1, detail: null }),
  });
  await user.click(await screen.findByRole("button", { name: "Set up an owner's key…" }));
  const words = await screen.findByTestId("key-words");
  expect(within(words).getAllByRole("listitem")).toHaveLength(24);
  expect(asked("pin.codeShown")).toEqual([{ shown: true }]);
  await user.click(screen.getByRole("button", { name: "Print the key" }));
  await waitFor(() =>
    expect(asked("print.backupKey")).toEqual([{ publicKey: RECIPIENT, key: MADE.key, words: WORDS }]),
  );
  await user.click(screen.getByRole("button", { name: "Go on: I have kept it" }));
  expect(screen.queryByTestId("key-words")).toBeNull();
  await user.type(screen.getByTestId("key-word-0"), "wrong{Enter}");
  expect(screen.getAllByText("This isn't the word on the paper.")).toHaveLength(2);
  expect(asked("shopFolder.configure")).toEqual([]);
  for (const at of [0, 1]) {
    const field = screen.getByTestId(`key-word-${at}`);
    const label = field.closest("div")?.parentElement?.querySelector("label")?.textContent ?? "";
    await user.clear(field);
    await user.type(field, ` word${/\d+/.exec(label)?.[0]} `);
  }
  await user.click(screen.getByRole("button", { name: "Confirm and use the key" }));
  await screen.findByText("The key is in use. New backups are encrypted for it.");
  expect(asked("shopFolder.configure")).toEqual([{ recipient: RECIPIENT }]);
  await waitFor(() => expect(asked("pin.codeShown").at(-1)).toEqual({ shown: false }));
});

it("A key that is left is asked about first and then not used", async () => {
  const { user, asked } = await open({
    "shopFolder.get": () => FOLDER,
    "shopFolder.makeKey": () => MADE,
    "pin.codeShown": () => ({}),
  });
  await user.click(await screen.findByRole("button", { name: "Set up an owner's key…" }));
  await screen.findByTestId("key-words");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Show the key again" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Discard this key" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked("shopFolder.configure")).toEqual([]);
});

it("Another counter's public key is taken as it is, and what is none is refused", async () => {
  const { user, asked } = await open({
    "shopFolder.get": () => FOLDER,
    "shopFolder.configure": () => FOLDER,
  });
  await user.click(await screen.findByText("Use the public key of another counter"));
  await user.type(screen.getByTestId("recipient"), "AGE-SECRET-KEY-1TEST{Enter}");
  screen.getByText("A public key begins with age1.");
  await user.clear(screen.getByTestId("recipient"));
  await user.type(screen.getByTestId("recipient"), `${RECIPIENT}{Enter}`);
  await waitFor(() => expect(asked("shopFolder.configure")).toEqual([{ recipient: RECIPIENT }]));
});

it("A list that is in order says how old it is, an old one when it was checked, and one that never came that too", async () => {
  const lists = [
    listOf("product"),
    listOf("account", OLD),
    listOf("store", { version: null, takenAt: null, checkedAt: null }),
  ];
  await open({ "shopFolder.get": () => ({ ...FOLDER, lists }) });
  const shown = within(await screen.findByTestId("folder-lists")).getAllByRole("listitem");
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    "ProductsVersion 7 · Taken 1 hour ago",
    "AccountsVersion 7 · Taken 4 days ago · Checked 3 days ago",
    "Storesnot checked yet",
  ]);
});

it("What the administrator has signed is shown as fixed, and what is not signed is chosen here", async () => {
  const state = { ...FOLDER, lists: TEN_LISTS, backups: { ...FOLDER.backups, recipient: RECIPIENT } };
  await open({ "shopFolder.get": () => ({ ...state, signed: ["rules"] }) });
  const backups = within(await screen.findByTestId("backup-key"));
  screen.getByText("Set by the administrator for every counter.");
  screen.getByText("Wait when prices change: more than 10 %");
  expect(screen.queryByRole("combobox", { name: "Wait when prices change" })).toBeNull();
  backups.getByRole("button", { name: /Replace the owner/ });
});

it("What was wrong with the last try is gone when another kind of place is chosen", async () => {
  const { user } = await open({
    "shopFolder.set": () => {
      throw refused("place_failed", { reason: "refused" });
    },
  });
  await user.click((await panel()).getByTestId("shop-folder-set-up"));
  await user.selectOptions(screen.getByTestId("place-kind"), "WebDAV");
  await user.type(screen.getByTestId("place-address"), "https://cloud.example/shop");
  await user.click(screen.getByTestId("place-save"));
  await screen.findByText(/folder refused the name/);
  await user.selectOptions(screen.getByTestId("place-kind"), "Folder");
  expect(screen.queryByText(/folder refused the name/)).toBeNull();
});

it("The newest backup is tried with the key, which then is no longer on the screen", async () => {
  const { user, asked } = await open({
    "shopFolder.get": () => ({
      ...FOLDER,
      backups: { recipient: RECIPIENT, lastAt: new Date().toISOString(), trouble: null },
    }),
    "shopFolder.drill": () => ({
      madeAt: new Date().toISOString(),
      bytes: 5_000_000,
      entries: 12,
      files: 2,
      missingFiles: 1,
    }),
  });
  const drill = within(await screen.findByTestId("folder-drill"));
  await user.type(drill.getByTestId("drill-key"), WORDS.join(" "));
  await user.click(drill.getByRole("button", { name: "Try it" }));
  await drill.findByText(/12 entries are in it\. 2 attached files are there\. 1 attached file is missing/);
  expect(asked("shopFolder.drill")).toEqual([
    { deviceId: "11111111-1111-4111-8111-111111111111", key: WORDS.join(" ") },
  ]);
  expect(drill.getByTestId<HTMLTextAreaElement>("drill-key").value).toBe("");
});

it("The QR code of the owner's paper is scanned into the field of its key", async () => {
  await open({
    "shopFolder.get": () => ({ ...FOLDER, backups: { ...FOLDER.backups, recipient: RECIPIENT } }),
  });
  const field = await screen.findByTestId<HTMLTextAreaElement>("drill-key");
  expect(takesScans(field)).toBe(true);
  tellField(field, ["AGE-SECRET-KEY-1QQ"]);
  await waitFor(() => expect(field.value).toBe("AGE-SECRET-KEY-1QQ"));
});

it("In Arabic the panel is whole", async () => {
  await open({ "shopFolder.get": () => ({ ...FOLDER, lists: TEN_LISTS }) }, "ar");
  await screen.findByText("ما يستطيعه هذا المكان");
  expect(within(screen.getByTestId("folder-lists")).getAllByRole("listitem").length).toBeGreaterThan(7);
});
