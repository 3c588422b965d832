/** What each event makes stale. The one place where events meet the query cache. */
import type { QueryClient } from "@tanstack/react-query";
import type { ChannelName, ShellChannel } from "../../contract/channels.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import { subscribe } from "./api.ts";
import { useEngine } from "./engine-state.ts";
import { channelKey } from "./queries.ts";

const OUTBOX: ChannelName[] = [
  "outbox.list",
  "outbox.get",
  "outbox.summary",
  "restore.known",
  "documents.search",
  "documents.get",
  "audit.list",
];
const MIRROR: ChannelName[] = [
  "mirror.search",
  "mirror.browse",
  "mirror.lookupBarcode",
  "mirror.balances",
  "mirror.stock",
  "mirror.counts",
  "mirror.productDetail",
  "mirror.unitConversion",
  "mirror.balanceHistory",
  "taxVoucher.find",
  "documents.search",
  "documents.get",
];

/** The channels whose answers an event makes stale; "all" where the books themselves are others. */
export function staleAfter(event: CountersideEvent): ChannelName[] | "all" {
  switch (event.event) {
    case "outbox.changed":
      return OUTBOX;
    case "mirror.changed":
      return MIRROR;
    case "referenceData.importProgressed":
      return event.payload.done ? [...MIRROR, "audit.list"] : [];
    case "connection.changed":
    case "recovery.changed":
    case "engine.ready":
      return "all";
    case "backup.changed":
      return ["backup.status"];
    case "practice.changed":
      return ["practice.status"];
    case "pin.changed":
      return ["audit.list"];
    case "settings.changed":
      return ["updates.status"];
    case "sync.statusChanged":
    case "updates.changed":
    case "audit.exportProgressed":
    case "restore.batchProgressed":
    case "engine.stopped":
      return [];
  }
}

/** Puts into the cache what an event carries whole. */
function takeOver(client: QueryClient, event: CountersideEvent): void {
  if (event.event === "sync.statusChanged") client.setQueryData(channelKey("sync.status", {}), event.payload);
  if (event.event === "settings.changed") client.setQueryData(channelKey("settings.get", {}), event.payload);
  if (event.event === "updates.changed") client.setQueryData(channelKey("updates.status", {}), event.payload);
  if (event.event === "pin.changed") client.setQueryData(channelKey("pin.status", {}), event.payload);
}

function followEngine(event: CountersideEvent): void {
  const engine = useEngine.getState();
  if (event.event === "engine.ready") engine.cameUp();
  if (event.event === "engine.stopped") engine.wentDown(event.payload.reason, event.payload.restarting);
  if (event.event === "referenceData.importProgressed") engine.importMoved(event.payload);
}

/** Asked at every start and answered by the shell: another engine changes nothing about them. */
const OF_THE_SHELL: readonly ShellChannel[] = [
  "settings.get",
  "pin.status",
  "vault.status",
  "ownerPolicy.get",
  "print.printers",
];

/** What an engine answered before this one was there. Its own answers, which came since, are not asked for again. */
const forgetOlder = (client: QueryClient, since: number): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      state.dataUpdatedAt < since && !OF_THE_SHELL.some((channel) => channel === queryKey[0]),
  });

/** Events come in bursts while the queue drains; screens are refreshed at most this often. */
const GATHER_MS = 120;

/** Keeps every screen in step with the engine, as long as the page lives. Called once. */
export function followEvents(client: QueryClient): void {
  const stale = new Set<ChannelName>();
  let everything = false;
  let newEngineAt: number | null = null;
  let timer: number | undefined;
  const refresh = () => {
    timer = undefined;
    if (everything) client.invalidateQueries();
    else {
      if (newEngineAt !== null) forgetOlder(client, newEngineAt);
      for (const channel of stale) client.invalidateQueries({ queryKey: channelKey(channel) });
    }
    everything = false;
    newEngineAt = null;
    stale.clear();
  };
  subscribe((event) => {
    takeOver(client, event);
    followEngine(event);
    const channels = staleAfter(event);
    if (event.event === "engine.ready") newEngineAt ??= Date.now();
    else if (channels === "all") everything = true;
    else for (const channel of channels) stale.add(channel);
    if ((everything || newEngineAt !== null || stale.size > 0) && timer === undefined)
      timer = window.setTimeout(refresh, GATHER_MS);
  });
}
