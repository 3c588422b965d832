/** A call that is held back for the owner's PIN, from the button to the engine, with the prompt a person sees. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { invoke, replyErrorOf } from "../../../../renderer/client/api.ts";
import { PinPrompt } from "../../../../renderer/features/pin/pin-prompt.tsx";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { sampleOf } from "../../../helpers/event-samples.ts";
import { entry } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";

const ENTRY = entry().entryId;
const OTHER = "00000000-0000-4000-8000-000000000002";
const RIGHT = "2468";
const STATUS = sampleOf("pin.changed").payload;

/** A counter whose outbox asks for the PIN; with `once`, for every act anew. */
function gated({ once = false } = {}): Answers {
  let open = false;
  return {
    "pin.unlock": ({ pin }) => {
      if (pin !== RIGHT) throw refused("pin_wrong", { which: "pin", waitMs: 0 });
      open = true;
      return { ...STATUS, open };
    },
    "outbox.discard": ({ entryId }) => {
      if (!open) throw refused("pin_needed", { action: "outbox" });
      open = !once;
      return entry({ entryId, state: "discarded" });
    },
  };
}

/** What a screen does, and how it ended: the entry's state, or the refusal's code. */
const discarding = (entryId: string) =>
  invoke("outbox.discard", { entryId, reason: "a test" }).then(
    ({ state }) => state,
    (error: unknown) => replyErrorOf(error).code,
  );

const prompt = async () => within(await screen.findByRole("dialog", { name: "The owner's PIN" }));
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("A call that needs the PIN shows the prompt, and the same call is made again once the PIN is right", async () => {
  const { user, asked } = await draw(<PinPrompt />, { answers: gated() });
  const done = discarding(ENTRY);
  const field = (await prompt()).getByLabelText("PIN");
  (await prompt()).getByText("Discarding entries and confirming that they are in the books");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard(`${RIGHT}{Enter}`);
  expect(await done).toBe("discarded");
  await gone();
  const call = { entryId: ENTRY, reason: "a test" };
  expect(asked("outbox.discard")).toEqual([call, call]);
  expect(asked("pin.unlock")).toEqual([{ pin: RIGHT }]);
});

it("A wrong PIN does nothing, is taken out of the field and is named below it", async () => {
  const { user, asked } = await draw(<PinPrompt />, { answers: gated() });
  const done = discarding(ENTRY);
  const field = (await prompt()).getByLabelText("PIN");
  await user.type(field, "1111{Enter}");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect((await prompt()).getByRole("status").textContent?.trim()).toBe("Wrong PIN.");
  expect(field).toHaveProperty("value", "");
  expect(asked("outbox.discard")).toHaveLength(1);
  await user.type(field, RIGHT);
  await user.click((await prompt()).getByRole("button", { name: "Continue" }));
  expect(await done).toBe("discarded");
});

it.each([
  [
    "its button",
    async (user: { click: (button: Element) => Promise<void> }) => user.click(screen.getByText("Cancel")),
  ],
  ["Escape", async (user: { keyboard: (keys: string) => Promise<void> }) => user.keyboard("{Escape}")],
] as const)(
  "Who leaves the PIN's prompt by %s gets a refusal, and nothing else is asked",
  async (_by, leave) => {
    const { user, asked } = await draw(<PinPrompt />, { answers: gated() });
    const done = discarding(ENTRY);
    await prompt();
    await leave(user);
    expect(await done).toBe("pin_needed");
    await gone();
    expect(asked("outbox.discard")).toHaveLength(1);
    expect(asked("pin.unlock")).toEqual([]);
  },
);

it("Two calls at once ask for the PIN once, and both are made again", async () => {
  const { user, asked } = await draw(<PinPrompt />, { answers: gated() });
  const both = Promise.all([discarding(ENTRY), discarding(OTHER)]);
  await prompt();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await user.keyboard(`${RIGHT}{Enter}`);
  expect(await both).toEqual(["discarded", "discarded"]);
  await gone();
  expect(asked("pin.unlock")).toHaveLength(1);
  expect(asked("outbox.discard").map(({ entryId }) => entryId)).toEqual([ENTRY, OTHER, ENTRY, OTHER]);
});

it("Two calls at once that are declined ask once, and both are refused", async () => {
  const { user, asked } = await draw(<PinPrompt />, { answers: gated() });
  const both = Promise.all([discarding(ENTRY), discarding(OTHER)]);
  await user.click((await prompt()).getByText("Cancel"));
  expect(await both).toEqual(["pin_needed", "pin_needed"]);
  await gone();
  expect(asked("outbox.discard")).toHaveLength(2);
});

it("Where the PIN opens for one act only, the second of two calls asks for it again", async () => {
  const { user, asked } = await draw(<PinPrompt />, { answers: gated({ once: true }) });
  const second = vi.fn();
  const both = Promise.all([discarding(ENTRY), discarding(OTHER).then(second)]);
  await user.type((await prompt()).getByLabelText("PIN"), `${RIGHT}{Enter}`);
  await waitFor(() => expect(asked("outbox.discard")).toHaveLength(4));
  expect(second).not.toHaveBeenCalled();
  await user.type((await prompt()).getByLabelText("PIN"), `${RIGHT}{Enter}`);
  await both;
  expect(second).toHaveBeenCalledWith("discarded");
  expect(asked("outbox.discard")).toHaveLength(5);
});

it("The PIN's prompt in Arabic takes a PIN typed in Arabic digits", async () => {
  const { user, asked } = await draw(<PinPrompt />, { language: "ar", answers: gated() });
  const done = discarding(ENTRY);
  const asking = within(await screen.findByRole("dialog", { name: "الرقم السري للمالك" }));
  await user.type(asking.getByLabelText("الرقم السري"), "٢٤٦٨");
  await user.click(asking.getByRole("button", { name: "متابعة" }));
  expect(await done).toBe("discarded");
  expect(asked("outbox.discard")).toHaveLength(2);
});
