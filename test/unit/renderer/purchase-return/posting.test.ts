/** What becomes of a return that is posted, also where the reply is lost. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply, ReplyError } from "../../../../contract/reply.ts";
import { ApiError } from "../../../../renderer/api.ts";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft.ts";
import { returnKeeper } from "../../../../renderer/screens/purchase-return/keep-drafts.ts";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { postDraft, usePost } from "../../../../renderer/screens/purchase-return/use-post.ts";
import { replyWasLost, wasPosted } from "../../../../renderer/screens/purchase-return/was-posted.ts";

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
const ok = (value: unknown): Reply<unknown> => ({ ok: true, value });
const listed = (...draftIds: string[]) => ok({ drafts: draftIds.map((draftId) => ({ draftId })) });

function Bar({ take }: { take: (post: () => Promise<void>) => void }) {
  take(usePost().post);
  return null;
}

let replies: Record<string, Reply<unknown>[]>;
let calls: string[];
let pauses: number;

beforeEach(() => {
  replies = {
    "draft.save": [ok({})],
    "purchaseReturn.post": [ok({ entryId: "e", serialNo: "s" })],
    "draft.list": [],
  };
  calls = [];
  pauses = 0;
  vi.stubGlobal("window", {
    setTimeout: (run: () => void, ms: number) => {
      // The pause between two questions; a save that waits for its file is left waiting.
      if (ms === 500) {
        pauses += 1;
        queueMicrotask(run);
      }
      return 1;
    },
    clearTimeout: () => undefined,
    counterside: {
      invoke: async (channel: string) => {
        calls.push(channel);
        const [reply, ...rest] = replies[channel] ?? [];
        if (reply === undefined) throw new Error(`nothing more was to be asked: ${channel}`);
        replies[channel] = rest.length === 0 && channel === "draft.list" ? [reply] : rest;
        return reply;
      },
    },
  });
  returnKeeper.cancelAll();
  useReturns.setState({ drafts: [draft], activeId: "d", problems: {}, posted: null, postingId: null });
});
const held = () => useReturns.getState().drafts.some(({ draftId }) => draftId === "d");

describe("a return that is posted", () => {
  it("is on the disk before it is posted, and off the screen afterwards, with what was posted told", async () => {
    expect(await postDraft(draft)).toBeNull();
    expect(calls).toEqual(["draft.save", "purchaseReturn.post"]);
    expect(held()).toBe(false);
    expect(useReturns.getState().posted).toEqual({
      entryId: "e",
      serialNo: "s",
      amount: "25",
      currencyId: "YER",
      lines: 1,
    });
  });

  it("is posted once, though two clicks ask for it at the same moment", async () => {
    let post = async (): Promise<void> => undefined;
    const take = (given: typeof post) => {
      post = given;
    };
    renderToStaticMarkup(createElement(Bar, { take }));
    useReturns.setState({ panels: { d: { kind: "copy" } } });
    await post();
    expect(calls).toEqual([]);
    useReturns.setState({ panels: {} });
    await Promise.all([post(), post()]);
    expect(calls).toEqual(["draft.save", "purchaseReturn.post"]);
    expect(useReturns.getState().postingId).toBeNull();
  });

  it("is never posted where it could not be saved", async () => {
    replies["draft.save"] = [refused("storage_full")];
    expect(await postDraft(draft)).toMatchObject({ kind: "error", error: { code: "storage_full" } });
    expect(calls).toEqual(["draft.save"]);
    expect(held()).toBe(true);
  });

  it("was posted after all where the reply was lost and its draft is gone", async () => {
    replies["purchaseReturn.post"] = [refused("engine_unavailable")];
    replies["draft.list"] = [refused("engine_unavailable"), listed("other")];
    expect(await postDraft(draft)).toEqual({ kind: "postedAfterAll" });
    expect(held()).toBe(false);
    expect(pauses).toBe(1);
  });

  it("stays on the screen where the reply was lost and its draft is still there", async () => {
    replies["purchaseReturn.post"] = [refused("engine_unavailable")];
    replies["draft.list"] = [listed("other", "d")];
    expect(await postDraft(draft)).toMatchObject({ kind: "error", error: { code: "engine_unavailable" } });
    expect(held()).toBe(true);
  });

  it("is not asked after where the refusal itself says that nothing was posted", async () => {
    replies["purchaseReturn.post"] = [refused("wrong_state")];
    expect(await postDraft(draft)).toMatchObject({ kind: "error" });
    expect(calls).toEqual(["draft.save", "purchaseReturn.post"]);
  });

  it("has each refused field at its place, and the refusal besides only where one has none", async () => {
    const issue = (field: string) => ({ field, reason: "negative", message: "", params: {} });
    replies["purchaseReturn.post"] = [refused("invalid_input", { issues: [issue("lines.0.quantity")] })];
    expect(await postDraft(draft)).toEqual({ kind: "problems" });
    expect(useReturns.getState().problems.d?.lines.a?.quantity?.reason).toBe("negative");
    replies["draft.save"] = [ok({})];
    replies["purchaseReturn.post"] = [
      refused("invalid_input", { issues: [issue("lines.0.quantity"), issue("status")] }),
    ];
    expect(await postDraft(draft)).toMatchObject({ kind: "error" });
    expect(held()).toBe(true);
  });
});

describe("whether a return was posted", () => {
  it("is not known where the engine stays down, and is asked twenty times", async () => {
    replies["draft.list"] = [refused("engine_unavailable")];
    expect(await wasPosted("d")).toBeNull();
    expect(calls).toHaveLength(20);
  });

  it("is not known where the drafts can't be read", async () => {
    replies["draft.list"] = [refused("storage_busy")];
    expect(await wasPosted("d")).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it("is asked only after a refusal that leaves it open", () => {
    const codes = ["engine_unavailable", "internal", "storage_busy", "invalid_input"] as const;
    const isOpen = (code: ReplyError["code"]) =>
      replyWasLost(new ApiError("purchaseReturn.post", { code, message: "", details: {} }));
    expect(codes.filter(isOpen)).toEqual(["engine_unavailable", "internal"]);
    // Whatever is no refusal of a channel, such as a bridge that broke, leaves it open too.
    expect(replyWasLost(new Error("no answer"))).toBe(true);
  });
});
