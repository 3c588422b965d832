/** The form of the connection, on the screen: what is wrong is at its field, and what was typed stays. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Link, useLocation } from "wouter";
import ConnectScreen from "../../../../renderer/screens/connect/index.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";

const HELD = {
  serviceUrl: "https://books.example/api",
  tenantId: 7001,
  userId: 501,
  deviceId: "11111111-1111-4111-8111-111111111111",
  hasToken: true,
  practice: false,
};

const answersOf = (connection: typeof HELD | null, canKeep: boolean): Answers => ({
  "connection.get": () => connection,
  "connection.list": () => ({ connections: [] }),
  "connection.save": () => HELD,
  "vault.status": () => ({ backend: "basic_text", canKeep, thisRunOnly: false, lost: false }),
  "ownerPolicy.get": () => ({ state: "none", path: "/policy.json" }),
  "practice.status": () => ({ active: false, serviceUp: false, serviceUrl: null, trouble: null }),
  "mirror.counts": () => ({ kinds: [] }),
});

const open = (answers: Answers = {}, connection: typeof HELD | null = HELD, canKeep = true) =>
  draw(<ConnectScreen />, { answers: { ...answersOf(connection, canKeep), ...answers } });
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const SAVE = { name: /^Save/ };

/** The screen beside another one. */
function Frame() {
  const [path] = useLocation();
  return path.startsWith("/connect") ? (
    <>
      <ConnectScreen />
      <Link href="/elsewhere">elsewhere</Link>
    </>
  ) : null;
}

it.each([
  ["leads Home", false, "/home"],
  ["leads nobody Home who went to another screen meanwhile", true, "/elsewhere"],
])("practice that has started %s", async (_, leaves, path) => {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const started = { active: true, serviceUp: true, serviceUrl: "http://127.0.0.1:1", trouble: null };
  const drawn = await draw(<Frame />, {
    path: "/connect",
    answers: { ...answersOf(null, true), "practice.start": () => begun.then(() => started) },
  });
  await drawn.user.click(await screen.findByRole("button", { name: "Start practice mode" }));
  if (leaves) await drawn.user.click(screen.getByRole("link", { name: "elsewhere" }));
  begin();
  await begun;
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(drawn.path()).toBe(path);
});

describe("the form of the connection", () => {
  it("begins in the address where there is no connection yet, and says at each field what is missing", async () => {
    const { user, asked } = await open({}, null);
    const address = await field("Address of the central system");
    await waitFor(() => expect(document.activeElement).toBe(address));
    await user.keyboard("https://books.example");
    await user.click(screen.getByRole("button", SAVE));
    const [tenant, person] = [await field("Company number"), await field("User")];
    await waitFor(() => expect(document.activeElement).toBe(tenant));
    expect([address, tenant, person].map((one) => one.getAttribute("aria-invalid"))).toEqual([
      null,
      "true",
      "true",
    ]);
    await user.keyboard("٧٠٠١");
    expect(tenant.value).toBe("7001");
    expect(tenant.getAttribute("aria-invalid")).toBeNull();
    expect(asked("connection.save")).toEqual([]);
  });

  it("says in plain words that there is no safe place for the token, and not what the system calls it", async () => {
    await open({}, null, false);
    expect(await screen.findByText(/encrypted store for passwords/)).toBeTruthy();
    expect(document.body.textContent).not.toContain("basic_text");
  });

  it("sends what is typed once, and keeps the token nowhere once it is saved", async () => {
    const { user, asked } = await open();
    const token = await field("Access token");
    await user.type(token, " secret ");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(token.value).toBe(""));
    expect(asked("connection.save")).toEqual([
      {
        serviceUrl: HELD.serviceUrl,
        tenantId: "7001",
        userId: "501",
        token: "secret",
        remember: true,
        practice: false,
      },
    ]);
  });

  it("has a refused field marked, with the keyboard in it, also where the field was folded away", async () => {
    const issues = [{ field: "deviceId", reason: "invalid", params: {} }];
    const { user } = await open({
      "connection.save": () => {
        throw refused("invalid_input", { issues });
      },
    });
    await user.click(await screen.findByRole("button", SAVE));
    const device = await field("Device ID");
    await waitFor(() => expect(device.getAttribute("aria-invalid")).toBe("true"));
    await waitFor(() => expect(document.activeElement).toBe(device));
  });

  it("leaves a refused field unfolded while it is corrected, with the keyboard in it", async () => {
    const issues = [{ field: "deviceId", reason: "invalid", params: {} }];
    const { user } = await open({
      "connection.save": () => {
        throw refused("invalid_input", { issues });
      },
    });
    await user.click(await screen.findByRole("button", SAVE));
    const device = await field("Device ID");
    await waitFor(() => expect(document.activeElement).toBe(device));
    const folded = device.closest("details");
    // A browser tells it after the drawing; here it comes amid it, when nobody listens.
    if (folded !== null) fireEvent(folded, new Event("toggle"));
    await user.keyboard("1");
    expect(device.getAttribute("aria-invalid")).toBeNull();
    expect(folded?.open).toBe(true);
    await user.keyboard("{Backspace}");
  });

  it("holds what is typed while it is being saved, another token included", async () => {
    let answer: () => void = () => undefined;
    const { user, asked } = await open({
      "connection.save": () => new Promise((done) => (answer = () => done(HELD))),
    });
    const [person, token] = [await field("User"), await field("Access token")];
    await user.type(token, "first{Enter}");
    await waitFor(() => expect(asked("connection.save")).toHaveLength(1));
    await user.type(person, "9");
    answer();
    await waitFor(() => expect(token.value).toBe(""));
    expect(person.value).toBe("5019");
    await user.type(person, "{Backspace}");
    await user.type(token, "second{Enter}");
    await waitFor(() => expect(asked("connection.save")).toHaveLength(2));
    await user.type(token, "-third");
    answer();
    await waitFor(() => expect(screen.getByRole("button", SAVE).getAttribute("aria-busy")).toBeNull());
    expect(token.value).toBe("second-third");
  });

  it("asks how long a token is kept where no keyring can keep it", async () => {
    const { user, asked } = await open({}, HELD, false);
    await user.type(await field("Access token"), "secret");
    await user.click(screen.getByRole("button", SAVE));
    const choice = screen.getByRole("checkbox");
    await waitFor(() => expect(document.activeElement).toBe(choice));
    expect(asked("connection.save")).toEqual([]);
    await user.click(choice);
    await user.click(screen.getByRole("button", SAVE));
    await waitFor(() =>
      expect(asked("connection.save")).toMatchObject([{ token: "secret", remember: false }]),
    );
  });

  it("holds what was typed and not saved when one returns, but for the token", async () => {
    const { user } = await open();
    await user.type(await field("User"), "9");
    await user.type(await field("Access token"), "secret");
    cleanup();
    await open();
    expect((await field("User")).value).toBe("5019");
    expect((await field("Access token")).value).toBe("");
  });

  it("holds what the owner's policy decides, whatever was typed before", async () => {
    await open({
      "ownerPolicy.get": () => ({
        state: "holds",
        path: "/policy.json",
        policy: { version: 1, serviceUrl: "https://owner.example" },
      }),
    });
    expect((await field("Address of the central system")).value).toBe("https://owner.example");
  });
});
