import { beforeEach, expect, it, vi } from "vitest";
import { returnContent } from "../../../../renderer/features/drafts/contents.ts";
import { printDraft, readDraft } from "../../../../renderer/features/drafts/drafts.ts";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import { NO_PROBLEMS } from "../../../../renderer/screens/purchase-return/draft/problems.ts";
import {
  activeDraft,
  addDraft,
  changeDraft,
  forgetDraft,
  heldDraft,
  keptReturns,
  openPanel,
  putLineBack,
  removeLine,
  sealHistory,
  stepDraft,
  useReturns,
} from "../../../../renderer/screens/purchase-return/returns-store.ts";

const AT = "2026-03-01T00:00:00.000Z";
const note = (value: string) => ({ type: "header", field: "note", value }) as const;
const noteNow = () => activeDraft(useReturns.getState())?.note;

let waiting: Map<number, () => void>;

beforeEach(() => {
  waiting = new Map();
  let last = 0;
  vi.stubGlobal("window", {
    setTimeout: (run: () => void) => {
      last += 1;
      waiting.set(last, run);
      return last;
    },
    clearTimeout: (timer: number) => waiting.delete(timer),
  });
  useReturns.setState({
    drafts: [emptyDraft("d")],
    activeId: "d",
    histories: {},
    problems: {},
    postingDraftId: null,
  });
});

it("neither typing nor undo changes a return while it is being posted", () => {
  changeDraft("d", note("one"));
  useReturns.setState({ postingDraftId: "d" });
  changeDraft("d", note("two"));
  expect(noteNow()).toBe("one");
  expect(stepDraft("d", "undo")).toBeNull();
  expect(noteNow()).toBe("one");
});

it("no line is taken out, put back or chosen while its return is being posted, and what a refusal leaves is as it was", () => {
  const [first, second] = [emptyLine("a"), emptyLine("b")];
  useReturns.setState({
    drafts: [{ ...emptyDraft("d"), lines: [first, second] }],
    panels: {},
    removed: null,
  });
  removeLine("d", "a");
  const { removed } = useReturns.getState();
  expect(removed?.line).toEqual(first);
  useReturns.setState({ postingDraftId: "d" });
  removeLine("d", "b");
  putLineBack();
  openPanel("d", { kind: "copy" });
  // Else a line that is still there could be put back beside itself, or one that was taken out no more.
  expect(useReturns.getState().removed).toBe(removed);
  expect(useReturns.getState().panels).toEqual({});
  expect(activeDraft(useReturns.getState())?.lines).toEqual([second]);
  useReturns.setState({ postingDraftId: null });
  putLineBack();
  expect(activeDraft(useReturns.getState())?.lines).toEqual([first, second]);
});

it("a return that was posted is not saved again by a key that came before", () => {
  changeDraft("d", note("one"));
  expect(waiting.size).toBe(1);
  forgetDraft("d");
  expect(waiting.size).toBe(0);
});

it("typing is another step once the keyboard was elsewhere", () => {
  changeDraft("d", note("one"));
  sealHistory("d");
  changeDraft("d", note("one and two"));
  stepDraft("d", "undo");
  expect(noteNow()).toBe("one");
});

it("what a scanner wrote is taken back with its steps of undo, and redo is still there", () => {
  changeDraft("d", note("one"));
  stepDraft("d", "undo");
  const before = useReturns.getState();
  const takeBack = heldDraft();
  changeDraft("d", note("2900000104204"));
  changeDraft("d", note(""));
  takeBack();
  const after = useReturns.getState();
  expect(after.drafts[0]).toBe(before.drafts[0]);
  expect(after.histories).toEqual(before.histories);
  stepDraft("d", "redo");
  expect(noteNow()).toBe("one");
});

it("what a scanner wrote is taken back on the disk too: a price counts as it did, not as typed", async () => {
  const saved: string[] = [];
  Object.assign(window, {
    counterside: {
      invoke: async (_channel: string, { content }: { content: string }) => {
        saved.push(content);
        return { ok: true, value: { updatedAt: "2026-03-01T00:00:00.000Z" } };
      },
    },
  });
  const goods = { productId: "7", measureUnitId: "1", price: "12.5" };
  changeDraft("d", { type: "scan", lineId: "a", goods });
  const before = activeDraft(useReturns.getState());
  const takeBack = heldDraft();
  changeDraft("d", { type: "cell", lineId: "a", field: "price", value: "12.52900000104204" });
  changeDraft("d", { type: "cell", lineId: "a", field: "price", value: "12.5" });
  takeBack();
  for (const run of [...waiting.values()]) run();
  expect(saved.map((content) => readDraft(returnContent, "d", content))).toEqual([before]);
});

it("a step of undo forgets the problem of what it changed, and keeps the others and those of other returns", () => {
  const wanting = { reason: "required", params: {} } as const;
  changeDraft("d", { type: "header", field: "storeId", value: "4" });
  const other = { ...NO_PROBLEMS, header: { note: wanting } };
  const ours = { ...NO_PROBLEMS, header: { storeId: wanting, supplierAccountId: wanting } };
  useReturns.setState({ problems: { d: ours, other } });
  stepDraft("d", "undo");
  const { problems } = useReturns.getState();
  expect(problems).toEqual({ d: { ...NO_PROBLEMS, header: { supplierAccountId: wanting } }, other });
});

it("neither typing nor undo touches the problems where the return has none or another field has them", () => {
  const unchanged = () => {
    const { problems } = useReturns.getState();
    changeDraft("d", note("one"));
    expect(useReturns.getState().problems).toBe(problems);
    stepDraft("d", "undo");
    return useReturns.getState().problems === problems;
  };
  expect(unchanged()).toBe(true);
  useReturns.setState({ problems: { d: NO_PROBLEMS } });
  expect(unchanged()).toBe(true);
});

it("a return that was emptied is taken off the disk where another comes in its place", () => {
  const asked: unknown[][] = [];
  vi.stubGlobal("window", {
    ...window,
    counterside: {
      invoke: async (...call: unknown[]) => {
        asked.push(call);
        return { ok: true, value: {} };
      },
    },
  });
  changeDraft("d", note("one"));
  changeDraft("d", note(""));
  addDraft({ ...emptyDraft("e"), note: "two" });
  for (const save of waiting.values()) save();
  expect(useReturns.getState().drafts.map(({ draftId }) => draftId)).toEqual(["e"]);
  expect(asked).toEqual([
    ["draft.remove", { draftId: "d" }],
    ["draft.save", expect.objectContaining({ draftId: "e" })],
  ]);
});

it("a connection opens with the drafts that were kept for it, one alone too, and with an empty one where none can be read", () => {
  const kept = ["a", "b"].map((draftId) => ({
    draftId,
    content: printDraft({ ...emptyDraft(draftId), note: draftId }),
    updatedAt: AT,
  }));
  const opened = (drafts: typeof kept) => {
    keptReturns.open("https://a.example 1", drafts);
    const { activeId, unreadable, drafts: open } = useReturns.getState();
    return { notes: open.map((draft) => draft.note), isFirst: activeId === open[0]?.draftId, unreadable };
  };
  const torn = { draftId: "c", content: "{", updatedAt: AT };
  expect(opened(kept)).toEqual({ notes: ["a", "b"], isFirst: true, unreadable: 0 });
  expect(opened([...kept.slice(1), torn])).toEqual({ notes: ["b"], isFirst: true, unreadable: 1 });
  expect(opened([torn])).toEqual({ notes: [""], isFirst: true, unreadable: 1 });
});
