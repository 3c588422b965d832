/** The id that a caller makes for a posting: the same again is the entry that it became, whatever became of that since. */
import { describe, expect, it } from "vitest";
import type { ChannelInput, EngineChannel } from "../../../../contract/channels.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import {
  aReturn,
  aVoucher,
  connect,
  NOWHERE,
  newFolder,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../helpers/engine.ts";
import { startHttpService } from "../../../helpers/http-service.ts";

const ID = "7a0c4e50-0000-4000-8000-00000000000a";
const OTHER = "7a0c4e50-0000-4000-8000-00000000000b";
const account = { kind: "account", accountId: 1105 } as const;

async function openAt(url = NOWHERE, profile = newFolder()): Promise<TestEngine> {
  const engine = openTestEngine({ profile, randomness: systemRandomness });
  await connect(engine, url);
  return engine;
}
const entriesOf = async (engine: TestEngine) => (await engine.call("outbox.list", { limit: 1_000 })).entries;

type Enters = Extract<EngineChannel, "purchaseReturn.post" | "taxVoucher.update" | "restore.request">;
const POSTINGS: { [Name in Enters]: ChannelInput<Name> } = {
  "purchaseReturn.post": aReturn(),
  "taxVoucher.update": aVoucher(),
  "restore.request": account,
};
const NAMES: Enters[] = ["purchaseReturn.post", "taxVoucher.update", "restore.request"];

describe("the same posting id again", () => {
  it.each(NAMES)("is the entry that exists, in another spelling and after a restart: %s", async (name) => {
    const engine = await openAt();
    const post = async (by: TestEngine, postingId: string) =>
      (await by.call(name, { ...POSTINGS[name], postingId })).entryId;
    const first = await post(engine, ID);
    expect(await post(engine, ID.toUpperCase())).toBe(first);
    await engine.close();
    const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    expect(await post(again, ID)).toBe(first);
    expect(await entriesOf(again)).toHaveLength(1);
    // Without one, or under another, it is another posting.
    await post(again, OTHER);
    await again.call(name, POSTINGS[name]);
    expect(await entriesOf(again)).toHaveLength(3);
  });

  it.each(NAMES)(
    "is the entry that was confirmed meanwhile, and the one that was discarded: %s",
    async (name) => {
      const service = await startHttpService();
      const engine = await openAt(service.url);
      const post = async (postingId: string) =>
        (await engine.call(name, { ...POSTINGS[name], postingId })).entryId;
      const sent = await post(ID);
      await until(async () => !["pending", "in_flight"].includes((await engine.entry(sent)).state));
      expect(await post(ID)).toBe(sent);
      await engine.call("sync.pause", {});
      const discarded = await post(OTHER);
      await engine.call("outbox.discard", { entryId: discarded, reason: "twice" });
      expect(await post(OTHER)).toBe(discarded);
      expect(await entriesOf(engine)).toHaveLength(2);
    },
  );

  it("with another content or for another kind is refused, and names its entry", async () => {
    const engine = await openAt();
    const { entryId } = await engine.call("purchaseReturn.post", aReturn({ postingId: ID }));
    const refused = { code: "wrong_state", details: { field: "postingId", entryId } };
    expect(
      await engine.refusal("purchaseReturn.post", aReturn({ postingId: ID, note: "changed" })),
    ).toMatchObject(refused);
    expect(await engine.refusal("taxVoucher.update", aVoucher({ postingId: ID }))).toMatchObject(refused);
    expect(await engine.refusal("restore.request", { ...account, postingId: ID })).toMatchObject(refused);
    expect(await entriesOf(engine)).toHaveLength(1);
  });

  it("is answered although the same could not be entered any more", async () => {
    const engine = await openAt();
    const corrected = await engine.call("purchaseReturn.post", aReturn());
    const input = aReturn({ postingId: ID, corrects: corrected.entryId });
    const first = await engine.call("purchaseReturn.post", input);
    expect(await engine.call("purchaseReturn.post", input)).toEqual(first);
    await connect(engine, NOWHERE);
    expect(await entriesOf(engine)).toHaveLength(2);
  });

  it("stays with the entry of a draft that was posted under it twice, also once the draft may be posted anew", async () => {
    const engine = await openAt();
    const first = await engine.call("purchaseReturn.post", aReturn({ draftId: "d" }));
    expect(await engine.call("purchaseReturn.post", aReturn({ draftId: "d", postingId: ID }))).toEqual(first);
    await engine.call("outbox.discard", { entryId: first.entryId, reason: "wrong supplier" });
    expect(await engine.call("purchaseReturn.post", aReturn({ draftId: "d", postingId: ID }))).toEqual(first);
    expect(await entriesOf(engine)).toHaveLength(1);
  });

  it("is one entry for each record of a batch of restores", async () => {
    const engine = await openAt();
    const batch = { batchId: OTHER, records: [{ ...account, postingId: ID }, account] };
    const { outcomes: first } = await engine.call("restore.requestMany", batch);
    const { outcomes: again } = await engine.call("restore.requestMany", batch);
    expect(again[0]).toEqual(first[0]);
    expect(again[1]).not.toEqual(first[1]);
    expect(await entriesOf(engine)).toHaveLength(3);
  });

  it("is never a draft's, however the draft is called", async () => {
    const engine = await openAt();
    const { entryId } = await engine.call("purchaseReturn.post", aReturn({ postingId: ID }));
    for (const draftId of [ID, `posting ${ID}`])
      expect((await engine.call("purchaseReturn.post", aReturn({ draftId }))).entryId).not.toBe(entryId);
  });
});

it("a draft that is saved again as another kind is of that kind", async () => {
  const engine = await openAt();
  await engine.call("draft.save", { draftId: "d", kind: "purchaseReturn", content: "{}" });
  await engine.call("draft.save", { draftId: "d", kind: "taxVoucher", content: "[]" });
  expect((await engine.call("draft.list", {})).drafts).toMatchObject([{ kind: "taxVoucher", content: "[]" }]);
});
