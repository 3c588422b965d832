/** What the sign in the corner says of sending, as it is drawn from the engine's own answers. */
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type FileBusy, SYNC_STATES, type SyncStatus } from "../../../../contract/channels/connection.ts";
import { StatusPill } from "../../../../renderer/app/layout/status-pill.tsx";
import { channelKey, KNOWN_BEFORE } from "../../../../renderer/client/queries.ts";
import type { Answers } from "../../../helpers/bridge.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { sampleOf } from "../../../helpers/event-samples.ts";
import { refused } from "../../../helpers/refused.ts";

const NONE: SyncStatus["counts"] = {
  pending: 0,
  in_flight: 0,
  retry_wait: 0,
  outcome_unknown: 0,
  dead_letter: 0,
};
const CONTACT = "2026-03-01T08:00:00.000Z";

type Fields = Partial<Omit<SyncStatus, "counts">> & { counts?: Partial<SyncStatus["counts"]> };
const statusOf = ({ counts, ...fields }: Fields): SyncStatus => ({
  ...sampleOf("sync.statusChanged").payload,
  state: "online",
  oldestUnsentAt: null,
  lastContactAt: CONTACT,
  ...fields,
  counts: { ...NONE, ...counts },
});
const status = (fields: Fields): Answers => ({ "sync.status": () => statusOf(fields) });

const away = (busy: Partial<FileBusy>): Answers => ({
  "sync.status": () => {
    const known = { counts: null, oldestUnsentAt: null, knownAt: null, cause: null };
    throw refused("storage_busy", { state: "waiting", ...known, ...busy });
  },
});

const REFUSED: Answers = {
  "recovery.refusal": () => ({
    code: "newer_database",
    message: "newer",
    file: "/books/shop.sqlite",
    backup: null,
    downgrade: null,
  }),
};

const ALL_SENT = "All sent";
const sign = () => screen.getByRole("button");
/** Waits until the sign says so. */
const signSays = (words: string) => within(sign()).findByText(words);

describe("the sign says", () => {
  it.each<[string, string, Answers]>([
    ["All sent", "where the service answered and nothing is open", status({})],
    ["Sending", "where an entry waits and the link is there", status({ counts: { pending: 1 } })],
    ["Sending", "where an entry is being sent", status({ counts: { in_flight: 1 } })],
    ["Sending", "where an entry waits to be tried again", status({ counts: { retry_wait: 1 } })],
    ["Needs a decision", "where an outcome is unknown", status({ counts: { outcome_unknown: 1 } })],
    ["Needs a decision", "where an entry was refused", status({ counts: { dead_letter: 1 } })],
    ["Offline", "where the service answered before and is out of reach", status({ state: "offline" })],
    [
      "Offline",
      "where it never answered and an entry waits",
      status({ state: "offline", lastContactAt: null, counts: { pending: 1 } }),
    ],
    ["Not contacted yet", "before the first contact", status({ state: "offline", lastContactAt: null })],
    [
      "Not contacted yet",
      "where the link seems there and nothing has answered",
      status({ lastContactAt: null }),
    ],
    ["Sign-in needed", "where the token is not taken", status({ state: "sign_in_needed" })],
    ["Paused", "while sending is paused", status({ state: "paused" })],
    ["Central system trouble", "while the service fails", status({ state: "service_trouble" })],
    ["No service connection", "where there is no connection", { "connection.get": () => null }],
    ["Changing the connection", "while a file is opened", away({ state: "opening" })],
    ["Repairing a file", "while a file is recovered", away({ state: "recovering" })],
    ["File can't be opened", "while a file is away", away({ state: "waiting" })],
    ["Data not opened", "where this version can't work with the books", REFUSED],
  ])("%s %s", async (words, _when, answers) => {
    await draw(<StatusPill />, { answers });
    await signSays(words);
  });

  it("Asking the engine, and not All sent, until it has answered", async () => {
    await draw(<StatusPill />, { answers: { "sync.status": () => new Promise(() => undefined) } });
    await signSays("Checking…");
    expect(screen.queryByText(ALL_SENT)).toBeNull();
  });

  it("what is known from before as last known, until the engine has answered", async () => {
    let answer: (status: SyncStatus) => void = () => undefined;
    const asked = new Promise<SyncStatus>((settle) => {
      answer = settle;
    });
    await draw(<StatusPill />, {
      answers: { "sync.status": () => asked },
      prepare: (client) =>
        client.setQueryData(channelKey("sync.status", {}), statusOf({ counts: { pending: 3 } }), {
          updatedAt: KNOWN_BEFORE,
        }),
    });
    await signSays("Checking…");
    for (const fact of ["3 unsent", "as last known"]) within(sign()).getByText(fact);
    answer(statusOf({ counts: { pending: 2 } }));
    await signSays("2 unsent");
    expect(within(sign()).queryByText("as last known")).toBeNull();
  });

  it.each([
    ["en", "Checking…"],
    ["ar", "جارٍ التحقق…"],
  ] as const)("%s: nothing beside %s where no count of before is shown", async (language, words) => {
    await draw(<StatusPill />, {
      language,
      answers: { "sync.status": () => new Promise(() => undefined) },
      prepare: (client) =>
        client.setQueryData(channelKey("sync.status", {}), statusOf({}), { updatedAt: KNOWN_BEFORE }),
    });
    await signSays(words);
    expect(sign().textContent).toBe(words);
  });

  it("Sending stopped from the moment its process ended until another is up", async () => {
    const { tell } = await draw(<StatusPill />, { answers: status({ counts: { pending: 2 } }) });
    await signSays("Sending");
    act(() => tell({ event: "engine.stopped", payload: sampleOf("engine.stopped").payload }));
    await signSays("Sending stopped");
    expect(sign().textContent).toContain("2 unsent");
    act(() => tell({ event: "engine.ready", payload: { pid: 2 } }));
    await signSays("Sending");
  });
});

describe("the sign never says All sent", () => {
  const OPEN = Object.keys(NONE).map((state) => [state, { [state]: 1 }] as const);
  const LINK_STATES = SYNC_STATES.flatMap((state) =>
    OPEN.map(([name, counts]) => [name, state, counts] as const),
  );

  it.each(LINK_STATES)("while an entry is %s and the link is %s", async (_name, state, counts) => {
    await draw(<StatusPill />, { answers: status({ state, counts }) });
    await screen.findByText(/^1 (unsent|to decide)$/);
    expect(screen.queryByText(ALL_SENT)).toBeNull();
  });

  it("once an event tells of an entry that waits, nor before the last one is through", async () => {
    const { tell } = await draw(<StatusPill />);
    await signSays(ALL_SENT);
    const count = (counts: Partial<SyncStatus["counts"]>) =>
      act(() => tell({ event: "sync.statusChanged", payload: statusOf({ counts }) }));
    count({ pending: 1 });
    await signSays("Sending");
    count({ outcome_unknown: 1 });
    await signSays("Needs a decision");
    count({});
    await signSays(ALL_SENT);
  });
});

describe("while the connection's file is away", () => {
  const KNOWN = { ...NONE, pending: 3, outcome_unknown: 1 };

  it("the sign tells the last known counts, and that they are such", async () => {
    await draw(<StatusPill />, {
      answers: away({ counts: KNOWN, oldestUnsentAt: CONTACT, knownAt: CONTACT }),
    });
    await signSays("File can't be opened");
    for (const fact of ["3 unsent", "1 to decide", /^oldest /, "as last known"])
      within(sign()).getByText(fact);
  });

  it("the sign says that unsent entries not known where nothing is, and tells no number", async () => {
    await draw(<StatusPill />, { answers: away({ state: "recovering" }) });
    await signSays("Repairing a file");
    expect(sign().textContent).toContain("unsent entries not known");
    expect(sign().textContent).not.toMatch(/\d/);
  });

  it("nothing can be sent or paused from the sign's panel", async () => {
    const { user } = await draw(<StatusPill />, { answers: away({ counts: KNOWN }) });
    await signSays("File can't be opened");
    await user.click(sign());
    const panel = within(await screen.findByRole("dialog", { name: "Sending status" }));
    expect(panel.getByRole("button", { name: "Send now" })).toHaveProperty("disabled", true);
    expect(panel.getByRole("button", { name: "Pause sending" })).toHaveProperty("disabled", true);
    expect(panel.getByText("Outcome unknown").nextSibling?.textContent).toBe("1");
  });
});

it("the sign's panel sends at once when asked to, and pauses, and offers to go on once it is paused", async () => {
  const { user, asked, tell } = await draw(<StatusPill />, {
    answers: {
      ...status({ counts: { pending: 1 } }),
      "sync.now": () => statusOf({}),
      "sync.pause": () => statusOf({ state: "paused" }),
      "sync.resume": () => statusOf({}),
    },
  });
  await signSays("Sending");
  await user.click(sign());
  await user.click(await screen.findByRole("button", { name: "Send now" }));
  await user.click(screen.getByRole("button", { name: "Pause sending" }));
  act(() => tell({ event: "sync.statusChanged", payload: statusOf({ state: "paused" }) }));
  await user.click(await screen.findByRole("button", { name: "Resume sending" }));
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  expect([asked("sync.now"), asked("sync.pause"), asked("sync.resume")]).toEqual([[{}], [{}], [{}]]);
});

it("the sign in Arabic says the same: sent, waiting with its count, and file away", async () => {
  const { tell } = await draw(<StatusPill />, { language: "ar" });
  await signSays("أُرسل كل شيء");
  act(() => tell({ event: "sync.statusChanged", payload: statusOf({ counts: { pending: 3 } }) }));
  await signSays("جارٍ الإرسال");
  expect(sign().textContent).toContain("3 عمليات غير مرسلة");
  expect(screen.queryByText("أُرسل كل شيء")).toBeNull();
});
