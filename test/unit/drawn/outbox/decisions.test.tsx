/** What the outbox offers a person for an entry, and what it asks of the engine when they decide. */
import { Notifications } from "@mantine/notifications";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { ENTRY_STATES } from "../../../../contract/entry-states.ts";
import { useChannel } from "../../../../renderer/client/queries.ts";
import { Decisions } from "../../../../renderer/features/decisions.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { attempt, entry } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";

const ENTRY = entry().entryId;

/** The entry as the screen gets it: asked of the engine, and asked again when an event says that it changed. */
function Asked() {
  const shown = useChannel("outbox.get", { entryId: ENTRY }).data;
  return shown === undefined ? null : (
    <>
      <h2>{shown.state}</h2>
      <main>
        <Decisions entry={shown} />
      </main>
      <Notifications />
    </>
  );
}

/** Draws an entry; the engine's acts change it as they do there. */
async function drawEntry(fields: Partial<EntryDetail>, language: "en" | "ar" = "en") {
  let now = entry(fields);
  const becomes = (state: EntryDetail["state"]) => {
    now = { ...now, state };
    return now;
  };
  const drawn = await draw(<Asked />, {
    language,
    answers: {
      "outbox.get": () => now,
      "outbox.resend": () => becomes("in_flight"),
      "outbox.discard": () => becomes("discarded"),
      "outbox.markRecorded": () => becomes("confirmed"),
    },
  });
  await screen.findByRole("heading", { name: now.state });
  /** The engine tells that the entry is another by now. */
  const show = async (state: EntryDetail["state"]) => {
    becomes(state);
    act(() => drawn.tell({ event: "outbox.changed", payload: { entryId: ENTRY, state, serialNo: null } }));
    await screen.findByRole("heading", { name: state });
  };
  const decided = () =>
    (["outbox.resend", "outbox.discard", "outbox.markRecorded"] as const).flatMap((channel) =>
      drawn.asked(channel).map((input) => [channel, input] as const),
    );
  return { ...drawn, show, decided };
}

const buttons = () =>
  within(screen.getByRole("main"))
    .queryAllByRole("button")
    .map((button) => button.textContent);
const button = (name: string) => screen.getByRole("button", { name });
const CORRECT = "Correct and sendCtrlE";

describe("the outbox offers for an entry that", () => {
  it.each<[(typeof ENTRY_STATES)[number], Partial<EntryDetail>, string[]]>([
    ["pending", {}, [CORRECT, "Send it now", "Discard entry"]],
    ["in_flight", { replaceable: false }, []],
    ["retry_wait", { replaceable: false }, ["Send it now", "Discard entry"]],
    ["outcome_unknown", { replaceable: false }, ["Confirm it's in the books", "Send again", "Discard entry"]],
    ["dead_letter", {}, [CORRECT, "Confirm it's in the books", "Send again", "Discard entry"]],
    ["confirmed", { replaceable: false }, []],
    ["discarded", { replaceable: false }, []],
  ])("is %s exactly what is allowed then", async (state, fields, offered) => {
    await drawEntry({ state, ...fields });
    expect(buttons()).toEqual(offered);
  });

  it("is in any state no correction where another entry may not take its place", async () => {
    for (const state of ENTRY_STATES) {
      await drawEntry({ state, replaceable: false });
      expect(buttons()).not.toContain(CORRECT);
      cleanup();
    }
  });

  it("waits is asked to be sent, or discarded, once by two clicks in one tick", async () => {
    const twice = (name: string) =>
      act(() => {
        const pressed = button(name);
        pressed.click();
        pressed.click();
      });
    const sent = await drawEntry({ state: "pending" });
    twice("Send it now");
    await screen.findByText("It is being sent.");
    expect(sent.decided()).toEqual([["outbox.resend", { entryId: ENTRY }]]);
    cleanup();
    const { user, decided } = await drawEntry({ state: "pending" });
    await user.click(button("Discard entry"));
    await user.type(screen.getByRole("textbox"), "typed twice");
    twice("Discard. This can't be undone");
    await waitFor(() => expect(decided()).not.toEqual([]));
    expect(decided()).toEqual([["outbox.discard", { entryId: ENTRY, reason: "typed twice" }]]);
  });
});

describe("an entry whose outcome is unknown", () => {
  const UNKNOWN: Partial<EntryDetail> = {
    state: "outcome_unknown",
    replaceable: false,
    attempts: [attempt()],
  };

  it("is sent again only after a second press on words that say it may be in the books twice", async () => {
    const { user, decided } = await drawEntry(UNKNOWN);
    await user.click(button("Send again"));
    expect(decided()).toEqual([]);
    screen.getByText(/it may be in the books twice/);
    screen.getByText(/this amount may be in the books twice/);
    // Enter leaves it as it is: the harmless button has the keyboard.
    expect(document.activeElement).toBe(button("Leave it as it is"));
    await user.keyboard("{Enter}");
    expect(decided()).toEqual([]);
    await user.click(button("Send again"));
    await user.click(button("Send again anyway"));
    expect(decided()).toEqual([["outbox.resend", { entryId: ENTRY }]]);
    await screen.findByText("It is being sent.");
  });

  it("is not sent again by who leaves the question with Escape", async () => {
    const { user, decided } = await drawEntry(UNKNOWN);
    await user.click(button("Send again"));
    await user.keyboard("{Escape}");
    expect(buttons()).toEqual(["Confirm it's in the books", "Send again", "Discard entry"]);
    expect(decided()).toEqual([]);
  });

  it("offers nothing any more, not even a half-written decision, once it is found confirmed", async () => {
    const { user, show, decided } = await drawEntry(UNKNOWN);
    await user.click(button("Send again"));
    await show("confirmed");
    expect(buttons()).toEqual([]);
    expect(decided()).toEqual([]);
  });

  it("in Arabic is sent again only after a second press too", async () => {
    const { user, decided } = await drawEntry(UNKNOWN, "ar");
    expect(buttons()).toEqual(["تأكيد وجودها في الدفاتر", "إعادة الإرسال", "استبعاد العملية"]);
    await user.click(button("إعادة الإرسال"));
    expect(decided()).toEqual([]);
    expect(document.activeElement).toBe(button("إبقاؤها كما هي"));
    await user.click(button("إعادة الإرسال على أي حال"));
    expect(decided()).toEqual([["outbox.resend", { entryId: ENTRY }]]);
  });
});

it("an entry that was refused is sent again at one press, and not again while that is under way", async () => {
  const { user, decided, answer } = await drawEntry({ state: "dead_letter" });
  answer({ "outbox.resend": () => new Promise(() => undefined) });
  await user.click(button("Send again"));
  await waitFor(() => expect(button("Send again").getAttribute("aria-busy")).toBe("true"));
  await user.click(button("Send again"));
  await user.keyboard("{Enter}");
  expect(decided()).toEqual([["outbox.resend", { entryId: ENTRY }]]);
});

describe.each([
  [
    "Discard entry",
    "Why are you discarding it?",
    "Discard. This can't be undone",
    "outbox.discard",
    "reason",
  ],
  [
    "Confirm it's in the books",
    "Where did you see it in the books?",
    "Confirm. This can't be undone",
    "outbox.markRecorded",
    "evidence",
  ],
] as const)("%s", (act1, question, confirm, channel, field) => {
  it("wants words: without them nothing is asked and the field says so", async () => {
    const { user, decided, answer } = await drawEntry({ state: "dead_letter" });
    answer({ [channel]: () => new Promise(() => undefined) });
    await user.click(button(act1));
    const words = screen.getByLabelText(question);
    expect(document.activeElement).toBe(words);
    await user.click(button(confirm));
    await user.type(words, "   ");
    await user.click(button(confirm));
    screen.getByText("This is required.");
    expect(decided()).toEqual([]);
    await user.type(words, "seen on page 4");
    await user.click(button(confirm));
    await waitFor(() => expect(button(confirm).getAttribute("aria-busy")).toBe("true"));
    await user.click(button(confirm));
    expect(decided()).toEqual([[channel, { entryId: ENTRY, [field]: "   seen on page 4" }]]);
  });

  it("can be left with Escape, and then nothing is asked", async () => {
    const { user, decided } = await drawEntry({ state: "dead_letter" });
    await user.click(button(act1));
    await user.keyboard("half a reason{Escape}");
    expect(buttons()).toContain(act1);
    expect(decided()).toEqual([]);
  });
});

it("a reason half written stays while the entry is tried, and goes when the entry is final", async () => {
  const { user, show } = await drawEntry({ state: "retry_wait", replaceable: false });
  await user.click(button("Discard entry"));
  await user.keyboard("half a reason");
  await show("in_flight");
  expect(screen.getByLabelText("Why are you discarding it?")).toHaveProperty("value", "half a reason");
  await show("confirmed");
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("an act that the engine refuses because the entry moved on is reported as that, and nothing is claimed", async () => {
  const { user, answer } = await drawEntry({ state: "dead_letter" });
  answer({
    "outbox.resend": () => {
      throw refused("wrong_state", { state: "confirmed" });
    },
  });
  await user.click(button("Send again"));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("This entry changed while you were looking at it.");
  expect(screen.queryByText("It is being sent.")).toBeNull();
});
