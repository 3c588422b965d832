/** Half-typed work whose file was away when it was to be kept: of both screens, by the same keeper. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { emptyDraft } from "../../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  changeDraft,
  forgetDraft,
  keptReturns,
  useReturns,
} from "../../../../../renderer/screens/purchase-return/returns-store.ts";
import {
  dropEdit,
  keepEdit,
  keptEdits,
  noteSent,
  useEdits,
} from "../../../../../renderer/screens/tax-voucher/edits-store.ts";
import { beginEdit } from "../../../../../renderer/screens/tax-voucher/voucher-edit.ts";

type Connection = "A" | "B";
const nameOf = (connection: Connection) => `https://${connection}.example 1`;
const BUSY = { state: "waiting", counts: null, oldestUnsentAt: null, knownAt: null, cause: null };
const refused = { ok: false, error: { code: "storage_busy", message: "", details: BUSY } };

/** A computer with the files of two connections, of which one is open or none. */
let open: Connection | null;
/** What each holds: the newest content of each draft. */
let files: Record<Connection, Map<string, string>>;
/** Timers that wait. */
let waiting: Map<number, () => void>;
/** How long each timer was to wait, in milliseconds. */
let waits: number[];
/** Replies that are held back, in the order of their calls; null where each comes at once. */
let held: (() => void)[] | null;
let calls: string[];
/** Drafts that the engine refuses for what they hold. */
let tooLarge: Set<string>;
let isFull: boolean;

function answer(channel: string, input: ChannelInput<"draft.save">): unknown {
  calls.push(channel);
  if (open === null) return refused;
  const file = files[open];
  switch (channel) {
    case "connection.get":
      return { ok: true, value: { serviceUrl: `https://${open}.example`, tenantId: "1" } };
    case "draft.save":
      if (isFull) return { ok: false, error: { code: "storage_full", message: "", details: {} } };
      if (tooLarge.has(input.draftId))
        return { ok: false, error: { code: "invalid_input", message: "", details: {} } };
      file.set(input.draftId, input.content);
      return { ok: true, value: { updatedAt: "2026-03-01T00:00:00.000Z" } };
    case "draft.remove":
      file.delete(input.draftId);
      return { ok: true, value: {} };
    default:
      throw new Error(channel);
  }
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** Lets every timer that waits now run, and what it began come to its end. */
const pass = async () => {
  const due = [...waiting.values()];
  waiting.clear();
  for (const run of due) run();
  await turns();
};

beforeEach(() => {
  open = "A";
  files = { A: new Map(), B: new Map() };
  waiting = new Map();
  waits = [];
  held = null;
  calls = [];
  tooLarge = new Set();
  isFull = false;
  let last = 0;
  vi.stubGlobal("window", {
    setTimeout: (run: () => void, ms: number) => {
      last += 1;
      waits.push(ms);
      waiting.set(last, run);
      return last;
    },
    clearTimeout: (timer: number) => waiting.delete(timer),
    counterside: {
      invoke: (channel: string, input: ChannelInput<"draft.save">) => {
        const reply = answer(channel, input);
        if (held === null) return Promise.resolve(reply);
        const replies = held;
        return new Promise((resolve) => replies.push(() => resolve(reply)));
      },
    },
  });
});

const screens = [
  {
    name: "a return",
    begin: (connection: Connection) => {
      keptReturns.open(nameOf(connection), []);
      useReturns.setState({ drafts: [emptyDraft("d")], activeId: "d" });
    },
    type: (note: string) => changeDraft("d", { type: "header", field: "note", value: note }),
    posted: () => forgetDraft("d"),
    keeper: keptReturns,
    notKept: () => useReturns.getState().notKept,
  },
  {
    name: "a voucher's edit",
    begin: (connection: Connection) => keptEdits.open(nameOf(connection), []),
    type: (note: string) => keepEdit("S-1", { ...beginEdit(null, null, null), note }),
    posted: () => noteSent("S-1", "e"),
    keeper: keptEdits,
    notKept: () => useEdits.getState().notKept,
  },
];
/** The notes that a file's drafts hold. */
const notesIn = (connection: Connection) =>
  [...files[connection].values()].map((content) => /"note":"([^"]*)"/.exec(content)?.[1]);

describe.each(screens)("$name that could not be kept", ({ begin, type, posted, keeper, notKept }) => {
  beforeEach(() => {
    keeper.leave();
    begin("A");
  });

  it("is kept as soon as its file is back", async () => {
    open = null;
    type("one");
    await pass();
    await pass();
    expect(notesIn("A")).toEqual([]);
    open = "A";
    await pass();
    expect(notesIn("A")).toEqual(["one"]);
    expect(waiting.size).toBe(0);
  });

  it("is never written into the file of another connection, and not tried again there", async () => {
    open = null;
    type("one");
    await pass();
    open = "B";
    await pass();
    expect(notesIn("B")).toEqual([]);
    expect(waiting.size).toBe(0);
    expect(notKept()).not.toBeNull();
    // As the screen does that finds the other connection's drafts: nothing of theirs could not be kept.
    keeper.leave();
    expect(notKept()).toBeNull();
  });

  it("is kept once its connection is open again, after another was, and its screen is shown", async () => {
    open = null;
    type("one");
    await pass();
    open = "B";
    await pass();
    keeper.takeUp();
    await pass();
    expect(notesIn("B")).toEqual([]);
    expect(waiting.size).toBe(0);
    open = "A";
    keeper.takeUp();
    await pass();
    expect(notesIn("A")).toEqual(["one"]);
    expect(notKept()).toBeNull();
  });

  it("is kept once its connection is open again, though its form held the drafts of another meanwhile", async () => {
    open = null;
    type("one");
    await pass();
    keeper.leave();
    open = "B";
    await keeper.catchUp(nameOf("B"));
    begin("B");
    type("other");
    await pass();
    expect(notesIn("B")).toEqual(["other"]);
    keeper.leave();
    // The page may hear of it later than the engine opens another.
    await keeper.catchUp(nameOf("A"));
    expect([notesIn("A"), notesIn("B")]).toEqual([[], ["other"]]);
    open = null;
    await expect(keeper.catchUp(nameOf("A"))).rejects.toMatchObject({ code: "storage_busy" });
    open = "A";
    await keeper.catchUp(nameOf("A"));
    expect([notesIn("A"), notesIn("B")]).toEqual([["one"], ["other"]]);
    calls = [];
    await keeper.catchUp(nameOf("A"));
    expect(calls).toEqual([]);
    expect(waiting.size).toBe(0);
  });

  it("is kept as soon as its disk has room again", async () => {
    isFull = true;
    type("one");
    await pass();
    await pass();
    expect(notesIn("A")).toEqual([]);
    expect(notKept()).toMatchObject({ code: "storage_full" });
    isFull = false;
    await pass();
    expect(notesIn("A")).toEqual(["one"]);
    expect(notKept()).toBeNull();
    expect(waiting.size).toBe(0);
  });

  it("never overwrites what was typed and kept since", async () => {
    open = null;
    held = [];
    type("one");
    await pass();
    open = "A";
    type("two");
    await pass();
    for (const reply of held.toReversed()) {
      reply();
      await turns();
    }
    held = null;
    await pass();
    await pass();
    expect(notesIn("A")).toEqual(["two"]);
    expect(calls.filter((channel) => channel === "draft.save")).toHaveLength(2);
  });

  it("is not tried again where it was posted before the refusal came", async () => {
    open = null;
    held = [];
    type("one");
    await pass();
    posted();
    open = "A";
    for (const reply of held) reply();
    held = null;
    await turns();
    await pass();
    expect(notesIn("A")).toEqual([]);
    expect(notKept()).toBeNull();
  });

  it("is not reported in another connection that was opened before the refusal came", async () => {
    open = null;
    held = [];
    type("one");
    await pass();
    keeper.leave();
    begin("B");
    open = "B";
    for (const reply of held) reply();
    held = null;
    await turns();
    expect(notKept()).toBeNull();
  });

  it("is not kept where it was posted while it was asked whose file is open", async () => {
    open = null;
    type("one");
    await pass();
    open = "A";
    held = [];
    await pass();
    posted();
    for (const reply of held) reply();
    held = null;
    await turns();
    await pass();
    expect(notesIn("A")).toEqual([]);
  });
});

describe("a voucher's edit that was thrown away", () => {
  beforeEach(() => {
    keptEdits.leave();
    keptEdits.open(nameOf("A"), []);
    files.A.set("taxVoucher s-1", '{"note":"one"}');
  });

  it("is taken off the disk as soon as its file is back", async () => {
    open = null;
    dropEdit("S-1");
    await turns();
    open = "A";
    await pass();
    expect(notesIn("A")).toEqual([]);
    expect(waiting.size).toBe(0);
  });

  it("is kept again where one began anew before its file was back", async () => {
    open = null;
    dropEdit("S-1");
    await turns();
    keepEdit("S-1", { ...beginEdit(null, null, null), note: "two" });
    open = "A";
    await pass();
    await pass();
    expect(notesIn("A")).toEqual(["two"]);
  });
});

it("a return is kept once, 300 ms after the last key", async () => {
  keptReturns.leave();
  keptReturns.open(nameOf("A"), []);
  useReturns.setState({ drafts: [emptyDraft("d")], activeId: "d" });
  for (const value of ["o", "on"]) changeDraft("d", { type: "header", field: "note", value });
  expect(waits).toEqual([300, 300]);
  expect(waiting.size).toBe(1);
  await pass();
  expect(calls.filter((channel) => channel === "draft.save")).toHaveLength(1);
  expect(notesIn("A")).toEqual(["on"]);
});

it("a return whose posting met a file that was away is kept as soon as the file is back", async () => {
  keptReturns.leave();
  keptReturns.open(nameOf("A"), []);
  open = null;
  keptReturns.keep({ ...emptyDraft("d"), note: "one" });
  await pass();
  open = "A";
  await pass();
  expect(notesIn("A")).toEqual(["one"]);
});

it("a return that is not kept is reported until it is kept or thrown away, whatever becomes of another", async () => {
  keptReturns.leave();
  keptReturns.open(nameOf("A"), []);
  const notKept = () => useReturns.getState().notKept;
  tooLarge.add("d");
  keptReturns.keep(emptyDraft("d"));
  keptReturns.keep(emptyDraft("e"));
  await pass();
  expect(notKept()).toMatchObject({ code: "invalid_input" });
  tooLarge.clear();
  keptReturns.keep(emptyDraft("d"));
  await pass();
  expect(notKept()).toBeNull();
  tooLarge.add("d");
  keptReturns.keep(emptyDraft("d"));
  await pass();
  expect(notKept()).not.toBeNull();
  keptReturns.cancel("d");
  expect(notKept()).toBeNull();
});

it("a return whose posting failed after another connection was opened is saved in its own file", async () => {
  keptReturns.leave();
  open = "B";
  keptReturns.open(nameOf("B"), []);
  keptReturns.keepFor(nameOf("A"), { ...emptyDraft("d"), note: "one" });
  await pass();
  expect([notesIn("A"), notesIn("B")]).toEqual([[], []]);
  keptReturns.leave();
  open = "A";
  await keptReturns.catchUp(nameOf("A"));
  expect([notesIn("A"), notesIn("B")]).toEqual([["one"], []]);
});
