/** What each event makes stale or carries. The one place where events meet the query cache. */
import type { QueryClient } from "@tanstack/react-query";
import type { ChannelOutput, ReadingChannel, ShellChannel } from "../../contract/channels.ts";
import type { CountersideEvent, EventName, EventPayload } from "../../contract/events.ts";
import { subscribe } from "./api.ts";
import { useEngine } from "./engine-state.ts";
import { channelKey } from "./queries.ts";
import { reportError } from "./report-error.ts";

/** What a channel is about: the first part of its name. */
type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
type Resource = ResourceOf<ReadingChannel>;
/** What the stale answers are about; "all" where the books themselves are others. */
type Stale = readonly Resource[] | "all";

/** The channels that answer just what an event tells. */
type Carried<Event extends EventName> = {
  [Name in ReadingChannel]: [ChannelOutput<Name>, EventPayload<Event>] extends [
    EventPayload<Event>,
    ChannelOutput<Name>,
  ]
    ? Name
    : never;
}[ReadingChannel];
/** An event that tells such an answer names its channel: it is put into the cache, and not asked for again. */
type Effect<Event extends EventName> = {
  stale: Stale | ((payload: EventPayload<Event>) => Stale);
} & ([Carried<Event>] extends [never] ? { carries?: never } : { carries: Carried<Event> });

const MIRROR = ["mirror", "taxVoucher", "documents", "purchases", "linkedBarcodes", "statements"] as const;

const EFFECTS: { [Event in EventName]: Effect<Event> } = {
  "engine.ready": { stale: "all" },
  "engine.stopped": { stale: [] },
  // Not what expires, here and where the mirror changed: thousands of stock rows are looked at anew once a minute.
  "outbox.changed": {
    stale: ["outbox", "restore", "documents", "audit", "practice", "purchases", "statements"],
  },
  "sync.statusChanged": { stale: [], carries: "sync.status" },
  "connection.changed": { stale: "all" },
  "mirror.changed": { stale: MIRROR },
  "referenceData.importProgressed": { stale: ({ done }) => (done ? [...MIRROR, "expiry", "audit"] : []) },
  "audit.exportProgressed": { stale: [] },
  "daySheet.made": { stale: ["daySheets", "audit"] },
  "restore.batchProgressed": { stale: [] },
  "recovery.changed": { stale: "all" },
  "backup.changed": { stale: ["backup"] },
  "shopFolder.changed": { stale: ["shopFolder", "takeover"] },
  "settings.changed": { stale: ["updates"], carries: "settings.get" },
  "pin.changed": { stale: ["audit"], carries: "pin.status" },
  "people.changed": { stale: ["people", "draft", "audit"], carries: "people.status" },
  "updates.changed": { stale: [], carries: "updates.status" },
  "practice.changed": { stale: ["practice"] },
};

/** What an event makes stale. */
export function staleAfter<Event extends EventName>(event: {
  event: Event;
  payload: EventPayload<Event>;
}): Stale {
  const { stale } = EFFECTS[event.event];
  return typeof stale === "function" ? stale(event.payload) : stale;
}

/** Puts into the cache what an event carries whole. */
function takeOver(client: QueryClient, { event, payload }: CountersideEvent): void {
  const { carries } = EFFECTS[event];
  if (carries !== undefined) client.setQueryData(channelKey(carries, {}), payload);
}

/** What may hold costs or balances. */
const OF_COSTS: readonly Resource[] = [...MIRROR, "expiry", "outbox"];

/** Where somebody else sees other things, what was answered before is forgotten at once, and not shown until it is asked for anew. */
function forgetCosts(client: QueryClient, { standing }: EventPayload<"people.changed">): void {
  const sightOf = (of: typeof standing | undefined) =>
    of?.state === "working" ? of.may.rights.costs : of?.state;
  const before = client.getQueryData<EventPayload<"people.changed">>(channelKey("people.status", {}));
  if (sightOf(before?.standing) === sightOf(standing)) return;
  void client.resetQueries({
    predicate: ({ queryKey }) => OF_COSTS.some((resource) => String(queryKey[0]).startsWith(`${resource}.`)),
  });
}

function followEngine(event: CountersideEvent): void {
  const engine = useEngine.getState();
  if (event.event === "engine.ready") engine.cameUp();
  if (event.event === "engine.stopped") engine.wentDown(event.payload.error, event.payload.restarting);
}

/** Asked at every start and answered by the shell: another engine changes nothing about them. */
const OF_THE_SHELL: readonly ShellChannel[] = [
  "settings.get",
  "vault.status",
  "ownerPolicy.get",
  "print.printers",
];

const isOfTheShell = (channel: unknown): boolean => OF_THE_SHELL.some((own) => own === channel);

/** Forgets what the shop answered: the next person may be shown less. */
export const forgetShop = (client: QueryClient): void =>
  client.removeQueries({
    predicate: ({ queryKey: [channel] }) => !isOfTheShell(channel) && !String(channel).startsWith("people."),
  });

/** What an engine answered before this one was there. Its own answers, which came since, are not asked for again. */
const forgetOlder = (client: QueryClient, since: number): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) => state.dataUpdatedAt < since && !isOfTheShell(queryKey[0]),
  });

/** Events come in bursts while the queue drains; screens are refreshed at most this often. */
const GATHER_MS = 120;

/** Events that wait, in their order; null while nothing has to wait. */
let held: (() => void)[] | null = null;

/** Takes up events only once `until` resolved: what it draws would come into the same frame, and make it late. */
export async function holdEvents(until: Promise<void>): Promise<void> {
  held ??= [];
  try {
    await until;
  } finally {
    const waiting = held ?? [];
    held = null;
    for (const take of waiting) {
      try {
        take();
      } catch (error) {
        // A failure of `until` has nothing to do with the events.
        reportError("exception", error);
      }
    }
  }
}

/** Keeps every screen in step with the engine, as long as the page lives. Called once. */
export function followEvents(client: QueryClient): void {
  const stale = new Set<string>();
  let everything = false;
  let newEngineAt: number | null = null;
  let timer: number | undefined;
  const refresh = () => {
    timer = undefined;
    if (everything) client.invalidateQueries();
    else {
      if (newEngineAt !== null) forgetOlder(client, newEngineAt);
      const isStale = (channel: unknown) => stale.has(String(channel).replace(/\..*/, ""));
      client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey[0]) });
    }
    everything = false;
    newEngineAt = null;
    stale.clear();
  };
  const take = (event: CountersideEvent) => {
    if (event.event === "people.changed") forgetCosts(client, event.payload);
    takeOver(client, event);
    followEngine(event);
    const resources = staleAfter(event);
    if (event.event === "engine.ready") newEngineAt ??= Date.now();
    else if (resources === "all") everything = true;
    else for (const resource of resources) stale.add(resource);
    if ((everything || newEngineAt !== null || stale.size > 0) && timer === undefined)
      timer = window.setTimeout(refresh, GATHER_MS);
  };
  subscribe((event) => {
    if (held === null) take(event);
    else held.push(() => take(event));
  });
}
