import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ChannelName } from "../../../../contract/channels.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import { followEvents, holdEvents, staleAfter } from "../../../../renderer/client/live-events.ts";
import { channelKey, createQueryClient } from "../../../../renderer/client/queries.ts";
import { sampleOf } from "../../../helpers/event-samples.ts";

/** What is followed without a timer, and what an event does to it. */
function followed() {
  const listeners: ((event: CountersideEvent) => void)[] = [];
  const invoke = vi.fn(async () => ({ ok: true, value: null }));
  vi.stubGlobal("window", {
    setTimeout: () => 1,
    counterside: {
      invoke,
      subscribe: (listener: (event: CountersideEvent) => void) => listeners.push(listener),
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = createQueryClient();
  followEvents(client);
  return { client, invoke, tell: (event: CountersideEvent) => listeners[0]?.(event) };
}

describe("what was answered of costs", () => {
  const locked = sampleOf("people.changed").payload;
  const status = { ...locked, standing: { state: "free" } } as const;
  const channels = ["mirror.stock", "expiry.list", "documents.get", "outbox.get"] as const;

  it("is forgotten as soon as somebody sees them otherwise, and kept while nobody does", () => {
    const { client, tell } = followed();
    const known = () => channels.filter((channel) => client.getQueryData(channelKey(channel)) !== undefined);
    const learn = () => {
      for (const channel of channels) client.setQueryData(channelKey(channel), {});
      client.setQueryData(channelKey("settings.get"), {});
    };
    tell({ event: "people.changed", payload: status });
    learn();
    tell({ event: "people.changed", payload: { ...status, lockAfterMinutes: 1 } });
    expect(known()).toEqual(channels);
    tell({ event: "people.changed", payload: locked });
    expect(known()).toEqual([]);
    learn();
    tell({ event: "people.changed", payload: status });
    expect(known()).toEqual([]);
    expect(client.getQueryData(channelKey("settings.get"))).toEqual({});
  });
});

describe("what an event makes stale", () => {
  it("is everything where the books are others", () => {
    expect(staleAfter({ event: "connection.changed", payload: { connected: true } })).toBe("all");
    expect(staleAfter({ event: "engine.ready", payload: { pid: 1 } })).toBe("all");
  });

  it("is the outbox and the documents where an entry moved", () => {
    const stale = staleAfter({
      event: "outbox.changed",
      payload: { entryId: "e", state: "confirmed", serialNo: null },
    });
    expect(stale).toEqual(expect.arrayContaining(["outbox", "documents"]));
  });

  it("is what expires only where a file was imported: it is looked at anew once a minute", () => {
    const imported = sampleOf("referenceData.importProgressed");
    expect(staleAfter({ ...imported, payload: { ...imported.payload, done: true } })).toContain("expiry");
    expect(staleAfter(sampleOf("outbox.changed"))).not.toContain("expiry");
    expect(staleAfter(sampleOf("mirror.changed"))).not.toContain("expiry");
  });

  it("is not what the shell says of itself where an engine came up", async () => {
    const listeners: ((event: CountersideEvent) => void)[] = [];
    vi.stubGlobal("window", {
      setTimeout,
      counterside: { subscribe: (listener: (event: CountersideEvent) => void) => listeners.push(listener) },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createQueryClient();
    for (const channel of ["vault.status", "outbox.summary"] as const)
      client.setQueryData(channelKey(channel, {}), {}, { updatedAt: Date.now() - 1_000 });
    followEvents(client);
    listeners[0]?.({ event: "engine.ready", payload: { pid: 1 } });
    client.setQueryData(channelKey("mirror.counts", {}), {}, { updatedAt: Date.now() + 1_000 });
    const isStale = (channel: ChannelName) => client.getQueryState(channelKey(channel, {}))?.isInvalidated;
    await expect.poll(() => isStale("outbox.summary")).toBe(true);
    expect(isStale("vault.status")).toBe(false);
    // What the engine that came up answered itself is not asked for again.
    expect(isStale("mirror.counts")).toBe(false);
  });

  it("is every answer about the same, and none about anything else", async () => {
    const listeners: ((event: CountersideEvent) => void)[] = [];
    vi.stubGlobal("window", {
      setTimeout,
      counterside: { subscribe: (listener: (event: CountersideEvent) => void) => listeners.push(listener) },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createQueryClient();
    const channels = ["mirror.counts", "mirror.browse", "documents.get", "outbox.list"] as const;
    for (const channel of channels) client.setQueryData(channelKey(channel), {});
    followEvents(client);
    listeners[0]?.({ event: "mirror.changed", payload: { serialNo: null } });
    const isStale = (channel: ChannelName) => client.getQueryState(channelKey(channel))?.isInvalidated;
    await expect.poll(() => channels.map(isStale)).toEqual([true, true, true, false]);
  });

  it("is nothing of what the event carries whole, which is taken over at once", () => {
    const { tell, client } = followed();
    const carried: readonly (readonly [CountersideEvent, ChannelName])[] = [
      [sampleOf("sync.statusChanged"), "sync.status"],
      [sampleOf("settings.changed"), "settings.get"],
      [sampleOf("updates.changed"), "updates.status"],
      [sampleOf("pin.changed"), "pin.status"],
    ];
    for (const [event, channel] of carried) {
      tell(event);
      expect(client.getQueryData(channelKey(channel, {})), event.event).toEqual(event.payload);
    }
  });

  it("is taken up only afterwards, in its order, while something waits for its frame", async () => {
    const { tell, client } = followed();
    const status = sampleOf("sync.statusChanged");
    const later = { ...status, payload: { ...status.payload, lastContactAt: null } };
    const known = () => client.getQueryData(channelKey("sync.status", {}));
    let paint: () => void = () => undefined;
    const painted = new Promise<void>((resolve) => {
      paint = resolve;
    });
    const heldBack = holdEvents(painted);
    tell(status);
    tell(later);
    expect(known()).toBeUndefined();
    paint();
    await heldBack;
    expect(known()).toEqual(later.payload);
    tell(status);
    expect(known()).toEqual(status.payload);
  });

  it("that fails once what waited is painted is reported, and keeps no later one and nobody who waited", async () => {
    const { tell, client, invoke } = followed();
    const status = sampleOf("sync.statusChanged");
    const setQueryData = vi.spyOn(client, "setQueryData").mockImplementationOnce(() => {
      throw new Error("a fault");
    });
    const heldBack = holdEvents(Promise.resolve());
    tell(status);
    tell(status);
    await heldBack;
    expect(setQueryData).toHaveBeenCalledTimes(2);
    expect(invoke.mock.calls).toMatchObject([["crashes.report", { kind: "exception" }]]);
  });

  it("is the books where a file was recovered, and the backups where one was made", () => {
    expect(staleAfter(sampleOf("recovery.changed"))).toBe("all");
    expect(staleAfter(sampleOf("backup.changed"))).toEqual(["backup"]);
  });

  it("waits for the end of an import", () => {
    const progress = { kind: "product", importId: null, rows: 10, dryRun: false } as const;
    expect(
      staleAfter({ event: "referenceData.importProgressed", payload: { ...progress, done: false } }),
    ).toEqual([]);
    expect(
      staleAfter({ event: "referenceData.importProgressed", payload: { ...progress, done: true } }),
    ).toContain("mirror");
  });
});
