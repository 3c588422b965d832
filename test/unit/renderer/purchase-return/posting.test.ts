/** What becomes of a return that is posted, also where the reply is lost. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply, ReplyError } from "../../../../contract/reply.ts";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import { post, postDraft } from "../../../../renderer/screens/purchase-return/post.ts";
import {
  activeDraft,
  changeDraft,
  keptReturns,
  putLineBack,
  removeLine,
  useReturns,
} from "../../../../renderer/screens/purchase-return/returns-store.ts";

const line = { ...emptyLine("a"), productId: "7", measureUnitId: "1", price: "12.5", quantity: "2" };
const draft = {
  ...emptyDraft("d"),
  supplierAccountId: "1101",
  cashOrBankAccountId: "2001",
  storeId: "1",
  currencyId: "YER",
  lines: [line],
};
const refused = (code: ReplyError["code"], details: ReplyError["details"] = {}): Reply<unknown> => ({
  ok: false,
  error: { code, message: code, details },
});
const POSTED: Reply<unknown> = { ok: true, value: { entryId: "e", serialNo: "s" } };

let replies: Record<string, Reply<unknown>[]>;
let calls: string[];
let inputs: unknown[];
/** What was waited for, in milliseconds. */
let waits: number[];
/** What comes of a posting that takes long; null where it is no longer waited for. */
let slow: (() => void) | null;

beforeEach(() => {
  replies = {
    "purchaseReturn.post": [POSTED],
  };
  inputs = [];
  waits = [];
  slow = null;
  calls = [];
  vi.stubGlobal("window", {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    setTimeout: (run: () => void, ms?: number) => {
      if (ms === 150) {
        slow = run;
        return 2;
      }
      // A frame is painted at once, so nothing waits for one that isn't.
      if (ms !== undefined && ms !== 100) waits.push(ms);
      // The pause between two tries; a save that waits for quiet is left waiting.
      if (ms === 500 || ms === undefined) queueMicrotask(run);
      return 1;
    },
    requestAnimationFrame: (run: () => void) => queueMicrotask(run),
    clearTimeout: (timer: number) => {
      if (timer === 2) slow = null;
    },
    counterside: {
      invoke: async (channel: string, input: unknown) => {
        // Before each further try; the form and the engine have the same connection here.
        if (channel === "connection.get") return { ok: true, value: null };
        calls.push(channel);
        inputs.push(input);
        const [reply, ...rest] = replies[channel] ?? [];
        if (reply === undefined) throw new Error(`nothing more was to be asked: ${channel}`);
        replies[channel] = rest;
        return reply;
      },
    },
  });
  keptReturns.leave();
  const drafts = [draft];
  useReturns.setState({
    connection: null,
    drafts,
    activeId: "d",
    problems: {},
    justPosted: null,
    posted: null,
    postedBefore: 0,
    postingDraftId: null,
  });
});
const held = () => useReturns.getState().drafts.some(({ draftId }) => draftId === "d");

describe("a return that is posted", () => {
  it("is off the screen afterwards, with what was posted reported, and was written once", async () => {
    keptReturns.keep(draft);
    expect(await postDraft(draft)).toBeNull();
    expect(calls).toEqual(["purchaseReturn.post"]);
    expect(held()).toBe(false);
    expect(useReturns.getState().posted).toEqual({
      entryId: "e",
      serialNo: "s",
      amount: "25",
      currencyId: "YER",
      lines: 1,
      supplierAccountId: "1101",
      folded: false,
    });
  });

  it("is posted once, though two clicks ask for it at the same moment", async () => {
    useReturns.setState({ panels: { d: { kind: "copy" } } });
    await post();
    expect(calls).toEqual([]);
    useReturns.setState({ panels: {} });
    await Promise.all([post(), post()]);
    expect(calls).toEqual(["purchaseReturn.post"]);
    expect(useReturns.getState().postingDraftId).toBeNull();
  });

  it("is reported as saved before the blank return after it is drawn, and can't be changed until then", async () => {
    let paint: () => void = () => undefined;
    window.requestAnimationFrame = (run) => {
      paint = () => run(0);
      return 1;
    };
    const posted = postDraft(draft);
    expect(slow).not.toBeNull();
    useReturns.setState({ postingDraftId: "d" });
    await vi.waitFor(() =>
      expect(useReturns.getState().justPosted).toMatchObject({ entryId: "e", lines: 1 }),
    );
    // All that can be done with it takes longer to draw, and the notice before it stays where it is.
    expect(useReturns.getState().posted).toBeNull();
    // It would draw every field as busy below the words.
    expect(slow).toBeNull();
    expect(held()).toBe(true);
    changeDraft("d", { type: "cell", lineId: "a", field: "quantity", value: "3" });
    expect(activeDraft(useReturns.getState())?.lines[0]?.quantity).toBe("2");
    paint();
    await posted;
    expect(held()).toBe(false);
    expect(useReturns.getState()).toMatchObject({
      justPosted: null,
      posted: { entryId: "e" },
      postedBefore: 1,
    });
  });

  it("keeps a line that is removed meanwhile, and doesn't offer it to be put back", () => {
    useReturns.setState({ postingDraftId: "d", removed: null });
    removeLine("d", "a");
    expect(useReturns.getState().removed).toBeNull();
    useReturns.setState({ removed: { draftId: "d", line: emptyLine("b"), at: 1, references: [] } });
    putLineBack();
    expect(useReturns.getState().removed).not.toBeNull();
    expect(activeDraft(useReturns.getState())?.lines).toEqual([line]);
    useReturns.setState({ postingDraftId: null });
    putLineBack();
    expect(useReturns.getState().removed).toBeNull();
    expect(activeDraft(useReturns.getState())?.lines).toHaveLength(2);
  });

  it("is not reported as saved while there is no reply", async () => {
    replies["purchaseReturn.post"] = [refused("storage_full")];
    await postDraft(draft);
    expect(useReturns.getState()).toMatchObject({ justPosted: null, posted: null });
    expect(held()).toBe(true);
  });

  it("is asked for again by the same draft where the reply was lost, until there is one", async () => {
    replies["purchaseReturn.post"] = [refused("engine_unavailable"), refused("engine_unavailable"), POSTED];
    expect(await postDraft(draft)).toBeNull();
    expect(inputs).toEqual([inputs[0], inputs[0], inputs[0]]);
    expect(inputs[0]).toMatchObject({ draftId: "d" });
    expect(waits).toEqual([500, 500]);
    expect(held()).toBe(false);
  });

  it("stays on the screen and is kept where no reply comes in twenty tries", async () => {
    replies["purchaseReturn.post"] = Array.from({ length: 20 }, () => refused("engine_unavailable"));
    expect(await postDraft(draft)).toMatchObject({ kind: "error", error: { code: "engine_unavailable" } });
    expect(calls).toHaveLength(20);
    expect(waits.at(-1)).toBe(300);
    expect(held()).toBe(true);
  });

  it("is asked for once more after an error of the program, which may have come behind the posting", async () => {
    replies["purchaseReturn.post"] = [refused("internal"), refused("internal")];
    expect(await postDraft(draft)).toMatchObject({ kind: "error", error: { code: "internal" } });
    expect(calls).toHaveLength(2);
  });

  it.each(["wrong_state", "storage_full", "storage_busy"] as const)(
    "is not asked for again where the refusal says that nothing was posted: %s",
    async (code) => {
      replies["purchaseReturn.post"] = [refused(code)];
      expect(await postDraft(draft)).toMatchObject({ kind: "error" });
      expect(calls).toEqual(["purchaseReturn.post"]);
      expect(held()).toBe(true);
    },
  );

  it("has each refused field at its place, and the refusal besides only where one has none", async () => {
    const issue = (field: string) => ({ field, reason: "negative", params: {} });
    replies["purchaseReturn.post"] = [refused("invalid_input", { issues: [issue("lines.0.quantity")] })];
    expect(await postDraft(draft)).toEqual({ kind: "problems" });
    expect(useReturns.getState().problems.d?.lines.a?.quantity?.reason).toBe("negative");
    replies["purchaseReturn.post"] = [
      refused("invalid_input", { issues: [issue("lines.0.quantity"), issue("status")] }),
    ];
    expect(await postDraft(draft)).toMatchObject({ kind: "error" });
    expect(held()).toBe(true);
  });
});
