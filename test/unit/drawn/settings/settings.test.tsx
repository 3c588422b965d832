/** Settings: one section beside a list that stays, a search, and what is typed saved when it is left. */
import { globSync, readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { UpdateStatus } from "../../../../contract/channels/updates.ts";
import { defaultSettings } from "../../../../main/shell/settings.ts";
import { SETTINGS_SECTIONS } from "../../../../renderer/features/settings-sections.tsx";
import SettingsScreen from "../../../../renderer/screens/settings/index.tsx";
import { MOTION_MS } from "../../../../renderer/theme/theme.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";

const NO_POLICY: Answers = { "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }) };
/** Sections that a search passes by need no answer. */
const passedBy = () => new Promise<never>(() => undefined);
const PASSED_BY: Answers = {
  "app.info": passedBy,
  "app.environment": passedBy,
  "backup.status": passedBy,
  "policy.get": passedBy,
  "print.printers": passedBy,
  "returnWindows.get": passedBy,
  "scanRules.get": passedBy,
  "slipKey.get": passedBy,
  "support.contents": passedBy,
  "updates.status": passedBy,
};
const updates = (server: string | null): UpdateStatus => ({
  version: "1.3.2",
  channel: "latest",
  setBy: "settings",
  server,
  now: { state: "no_server" },
});
const at = (path: string, answers: Answers = {}, language: "en" | "ar" = "en") =>
  draw(<SettingsScreen />, { path, language, answers: { ...NO_POLICY, ...PASSED_BY, ...answers } });

const names = () => screen.getAllByRole("link").map((link) => link.textContent);

describe("Settings", () => {
  it("opens the section of its address, and the first one without", async () => {
    await at("/settings/codes");
    expect(await screen.findByRole("heading", { name: "Meanings of status codes" })).toBeTruthy();
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Meanings of codes");
    expect(screen.queryByRole("heading", { name: "Language and appearance" })).toBeNull();
  });

  it("opens the first section for an address that names none", async () => {
    await at("/settings");
    expect(await screen.findByRole("heading", { name: "Language and appearance" })).toBeTruthy();
  });

  it("has a section for every address that the program leads to", () => {
    const sources = globSync("renderer/**/*.{ts,tsx}").map((path) => readFileSync(path, "utf8"));
    const led = sources.flatMap((text) =>
      [...text.matchAll(/"\/settings\/([a-z]+)"/g)].map(([, name = ""]) => name),
    );
    expect(led.length).toBeGreaterThan(4);
    expect(led.filter((name) => !SETTINGS_SECTIONS.some((section) => section === name))).toEqual([]);
  });

  it("finds a section by a setting in it, and says which", async () => {
    const { user } = await at("/settings");
    await user.type(await screen.findByTestId("settings-search"), "copies");
    expect(names()).toEqual(["PrinterCopies"]);
    await user.type(screen.getByTestId("settings-search"), " of nothing");
    expect(screen.getByText("No setting has these words.")).toBeTruthy();
  });

  it.each([
    ["/settings", "copies", "Printer"],
    ["/settings/backups", "printer", "Printer"],
    ["/settings/backups", "dark", "Language and appearance"],
    ["/settings/about", "crash", "Backup"],
    ["/settings/pin", "batch", "Scanning"],
  ])("from %s a search for %s shows its first, and keeps the keyboard", async (from, text, section) => {
    const { user } = await at(from);
    const search = await screen.findByTestId("settings-search");
    await user.type(search, text);
    const open = () => screen.getByRole("link", { current: "page" }).textContent;
    expect(names()[0]).toMatch(new RegExp(`^${section}`));
    await waitFor(() => expect(open()).toBe(names()[0]));
    expect(document.activeElement).toBe(search);
    // Emptied, it stays where it came to.
    await user.clear(search);
    expect(open()).toBe(section);
  });

  it("shows another that was found once it is chosen, and goes on showing it where a search finds nothing", async () => {
    const { user } = await at("/settings/backups");
    const search = await screen.findByTestId("settings-search");
    await user.type(search, "s");
    const chosen = screen.getAllByRole("link").at(-1);
    if (chosen === undefined) throw new Error("nothing was found");
    await user.click(chosen);
    await user.type(search, "§");
    expect(screen.getByText("No setting has these words.")).toBeTruthy();
    await user.clear(search);
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("About");
  });

  it("a setting that was found takes the focus into its control, and its address is the section's again", async () => {
    const { user, path } = await at("/settings");
    await user.type(await screen.findByTestId("settings-search"), "digits");
    await user.click(screen.getByRole("link", { name: /Digits/ }));
    const digits = within(screen.getByRole("radiogroup", { name: "Digits" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(digits.getByRole("radio", { name: "123", checked: true })),
    );
    expect(path()).toBe("/settings/appearance");
  });

  it("leaves the focus where the person went after a setting was found, also before it is shown a second time", async () => {
    const { user } = await at("/settings");
    const search = await screen.findByTestId("settings-search");
    await user.type(search, "digits");
    await user.click(screen.getByRole("link", { name: /Digits/ }));
    await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("radio"));
    await user.click(search);
    await new Promise((resolve) => setTimeout(resolve, 4 * MOTION_MS));
    expect(document.activeElement).toBe(search);
  });

  it("finds Arabic words whatever their spelling", async () => {
    const { user } = await at("/settings", {}, "ar");
    await user.type(await screen.findByTestId("settings-search"), "طابعه");
    expect(names()).toEqual(["الطابعة"]);
  });

  it("names the owner's policy only where there is one, and puts what it locks together", async () => {
    await at("/settings", {
      "ownerPolicy.get": () => ({
        state: "holds",
        path: "/policy.json",
        policy: { version: 1, language: "en", theme: "dark" },
      }),
    });
    const locked = await screen.findByTestId("look-locked");
    expect(within(locked).getByText("English")).toBeTruthy();
    expect(within(locked).getByText("Theme")).toBeTruthy();
    expect(screen.queryByRole("radio", { name: "Light" })).toBeNull();
    expect(screen.getByRole("radio", { name: "200%" })).toBeTruthy();
    expect(names()).toContain("The owner's policy");
  });

  it("saves a code's meaning when its row is left, once", async () => {
    const { user, asked } = await at("/settings/codes", {
      "settings.set": () => defaultSettings("en"),
    });
    const [code] = await screen.findAllByLabelText("Code");
    const [meaning] = screen.getAllByLabelText("Meaning");
    if (code === undefined || meaning === undefined) throw new Error("no fields");
    await user.type(code, "2");
    await user.type(meaning, "Paid");
    expect(asked("settings.set")).toEqual([]);
    await user.click(screen.getByTestId("settings-search"));
    expect(asked("settings.set")).toEqual([{ statusMeanings: { 2: "Paid" } }]);
    expect(meaning).toHaveProperty("value", "");
  });

  it("saves the update server's address when its field is left, and says what is wrong with it", async () => {
    const { user, asked } = await at("/settings/updates", {
      "updates.status": () => updates(null),
      "settings.set": () => defaultSettings("en"),
    });
    const field = await screen.findByTestId("updates-server");
    await user.type(field, "http://example.com");
    await user.tab();
    expect(screen.getByText(/^Use an https address/)).toBeTruthy();
    expect(asked("settings.set")).toEqual([]);
    await user.clear(field);
    await user.type(field, "https://example.com");
    await user.tab();
    expect(asked("settings.set")).toEqual([{ updateServer: "https://example.com" }]);
    expect(screen.queryByRole("button", { name: /address/i })).toBeNull();
  });

  it("stops looking for updates when the address is emptied", async () => {
    const { user, asked } = await at("/settings/updates", {
      "updates.status": () => updates("https://example.com"),
      "settings.set": () => defaultSettings("en"),
    });
    await user.clear(await screen.findByTestId("updates-server"));
    await user.tab();
    expect(asked("settings.set")).toEqual([{ updateServer: null }]);
  });

  const WINDOWS = { everyone: 90, suppliers: [{ accountId: 1101, days: 30 }] };

  it("saves the days of every supplier when their field is left, and no number that is none", async () => {
    const { user, asked } = await at("/settings/expiring", {
      "returnWindows.get": () => WINDOWS,
      "returnWindows.set": () => ({ ...WINDOWS, everyone: 60 }),
    });
    const field = await screen.findByDisplayValue("90");
    await user.clear(field);
    await user.type(field, "4000");
    await user.tab();
    expect(screen.getByText(/^Write a whole number of days/)).toBeTruthy();
    expect(asked("returnWindows.set")).toEqual([]);
    await user.clear(field);
    await user.type(field, "٦٠");
    await user.tab();
    expect(asked("returnWindows.set")).toEqual([{ accountId: null, days: 60 }]);
    expect(await screen.findByDisplayValue("60")).toBe(field);
  });

  it("saves a supplier's own days when the row is left, and removes them", async () => {
    const { user, asked } = await at("/settings/expiring", {
      "returnWindows.get": () => WINDOWS,
      "returnWindows.set": () => WINDOWS,
    });
    await user.type(await screen.findByLabelText("Supplier"), "1101{Enter}");
    await user.type(screen.getByLabelText("Days"), "14");
    expect(asked("returnWindows.set")).toEqual([]);
    await user.click(screen.getByTestId("settings-search"));
    expect(asked("returnWindows.set")).toEqual([{ accountId: "1101", days: 14 }]);
    await user.click(screen.getByRole("button", { name: /^Remove the days of supplier/ }));
    expect(asked("returnWindows.set").at(-1)).toEqual({ accountId: 1101, days: null });
  });
});
