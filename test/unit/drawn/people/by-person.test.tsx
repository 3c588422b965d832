/** The window by who works: the lock screen alone while nobody does, and in the frame who it is. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Person } from "../../../../contract/channels/people.ts";
import { ByPerson } from "../../../../renderer/app/by-person.tsx";
import { useWho } from "../../../../renderer/client/who.ts";
import { showRecoveryCode } from "../../../../renderer/features/pin/shown-code.tsx";
import { useReferenceData } from "../../../../renderer/screens/reference-data/reference-data-state.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { AMAL, BASIM, counterOf, PIN, statusOf } from "./signed-in.ts";

// The page of these tests is never idle: no other screen is fetched.
Object.defineProperty(window, "requestIdleCallback", { value: () => 0, configurable: true, writable: true });

/** What the frame asks besides, and nothing here is about. */
const passedBy = () => new Promise<never>(() => undefined);
const FRAME: Answers = {
  "backup.status": passedBy,
  "crashes.last": passedBy,
  "disk.status": passedBy,
  "mirror.counts": passedBy,
  "outbox.summary": passedBy,
  "ownerPolicy.get": passedBy,
  "vault.status": passedBy,
  "outbox.list": () => ({ entries: [] }),
  "pin.codeShown": () => ({}),
};

async function drawWindow(first: Person | null, answers: Answers = {}) {
  const counter = counterOf([AMAL, BASIM], first);
  // A screen that nobody has: the frame alone is looked at.
  const drawn = await draw(<ByPerson />, {
    answers: { ...FRAME, ...counter.answers, ...answers },
    path: "/none",
  });
  counter.follow(drawn);
  return { ...drawn, counter };
}
const who = () => screen.findByTestId("who-works");
const pressLock = () => fireEvent.keyDown(window, { code: "KeyL", key: "L", ctrlKey: true, shiftKey: true });
const signIn = async ({ user }: Awaited<ReturnType<typeof drawWindow>>, name: RegExp) => {
  await user.click(await screen.findByRole("button", { name }));
  await user.type(await screen.findByTestId("person-pin"), `${PIN}{Enter}`);
};

it("While nobody is signed in, nothing but the lock screen is on the page", async () => {
  const drawn = await drawWindow(null);
  await screen.findByTestId("lock-screen");
  // Nor the address of a screen that somebody had before the page was drawn anew.
  expect(drawn.path()).toBe("/home");
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(document.body.textContent).not.toContain("7001");
  expect(useWho.getState()).toEqual({ locked: true, personId: null });
  await signIn(drawn, /Basim/);
  expect((await who()).textContent).toBe("Basim Cashier");
  expect(useWho.getState()).toEqual({ locked: false, personId: BASIM.personId });
  expect(screen.queryByTestId("lock-screen")).toBeNull();
});

it("The header names who works, and its key locks after what waits was saved", async () => {
  const { asked } = await drawWindow(AMAL);
  expect((await who()).getAttribute("aria-label")).toBe("Amal, Owner. Lock and change person");
  pressLock();
  await screen.findByTestId("lock-screen");
  expect(asked("people.lock")).toHaveLength(1);
  expect(document.title).toBe("Counterside");
});

it("The next person finds nothing that the one before typed, and the same one finds their screen again", async () => {
  const drawn = await drawWindow(AMAL);
  await who();
  useReferenceData.setState({ text: "rice" });
  drawn.counter.lock();
  await screen.findByTestId("lock-screen");
  await waitFor(() => expect(useReferenceData.getState().text).toBe(""));
  await signIn(drawn, /Amal/);
  await who();
  expect(drawn.path()).toBe("/none");
  drawn.counter.lock();
  await signIn(drawn, /Basim/);
  await waitFor(() => expect(drawn.path()).toBe("/home"));
});

it("The key locks over the palette, which the next person finds closed and empty", async () => {
  const drawn = await drawWindow(AMAL);
  await who();
  const openPalette = async () => {
    fireEvent.keyDown(window, { code: "KeyK", key: "k", ctrlKey: true });
    return screen.findByRole("textbox", { name: /search|command/i });
  };
  // Four keys as fast as a test types would be a scanner's, and the key after them no shortcut.
  await drawn.user.type(await openPalette(), "ric");
  pressLock();
  await signIn(drawn, /Basim/);
  await who();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await openPalette()).toHaveProperty("value", "");
});

it("While a new recovery code is shown, the key doesn't lock", async () => {
  const { asked } = await drawWindow(AMAL);
  await who();
  act(() => showRecoveryCode("1234 5678", () => undefined));
  await screen.findByTestId("recovery-code");
  pressLock();
  expect(asked("people.lock")).toEqual([]);
});

it("A shop without people has no such button, and its key does nothing", async () => {
  const { asked } = await drawWindow(null, {
    "people.status": () => ({ ...statusOf(null), standing: { state: "free" } }),
  });
  await screen.findByRole("navigation");
  pressLock();
  expect(screen.queryByTestId("who-works")).toBeNull();
  expect(asked("people.lock")).toEqual([]);
});
