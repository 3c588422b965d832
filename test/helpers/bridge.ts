/** A stand-in of the preload's two functions, for parts of the screens that are drawn without Electron. */
import type { CountersideBridge } from "../../contract/bridge.ts";
import type { MirrorRow } from "../../contract/channels/mirror.ts";
import type { PeopleStatus } from "../../contract/channels/people.ts";
import type { ShopFolderState } from "../../contract/channels/shop-folder.ts";
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  type ParsedInput,
  parseCall,
  parseChannelOutput,
} from "../../contract/channels.ts";
import { CountersideError } from "../../contract/error.ts";
import { agreedEvent, type CountersideEvent } from "../../contract/events.ts";
import type { Reply } from "../../contract/reply.ts";
import { READY_ROLES } from "../../contract/rights.ts";
import { firstConfig, nothingShared } from "../../main/engine/subjects/counters/config.ts";
import { defaultSettings } from "../../main/shell/settings.ts";
import { sampleOf } from "./event-samples.ts";

/** What a channel answers; thrown as the engine throws, it is a refusal. */
export type Answers = {
  [Name in ChannelName]?: (input: ParsedInput<Name>) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>;
};

interface Call<Name extends ChannelName> {
  channel: Name;
  input: ChannelInput<Name>;
}

export interface StandIn {
  bridge: CountersideBridge;
  /** What a channel was asked, in order: also what was refused. */
  asked: <Name extends ChannelName>(channel: Name) => ChannelInput<Name>[];
  /** Tells the page an event. */
  tell: (event: CountersideEvent) => void;
  /** From here on these channels answer so. */
  answer: (answers: Answers) => void;
  /** Where the test itself is wrong: nobody answers a channel, or not as the contract says. */
  faults: unknown[];
}

const isOf = <Name extends ChannelName>(call: Call<ChannelName>, channel: Name): call is Call<Name> =>
  call.channel === channel;

/** Checks inputs as the gate does and answers as the engine must: neither can be what the contract doesn't hold. */
export function standIn(first: Answers): StandIn {
  let answers = first;
  const calls: Call<ChannelName>[] = [];
  const listeners = new Set<(event: CountersideEvent) => void>();
  const faults: unknown[] = [];

  async function invoke<Name extends ChannelName>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Reply<ChannelOutput<Name>>> {
    // As electron does it: what is changed later is not what was asked.
    calls.push({ channel, input: structuredClone(input) });
    try {
      const parsed = parseCall<Name>(channel, input).input;
      const answer: Answers[Name] = answers[channel];
      if (answer === undefined) throw new Error(`nobody answers ${channel}`);
      return { ok: true, value: parseChannelOutput(channel, await answer(parsed)) };
    } catch (error) {
      if (!(error instanceof CountersideError)) faults.push(error);
      const { code, details } =
        error instanceof CountersideError ? error : ({ code: "internal", details: {} } as const);
      return { ok: false, error: { code, message: String(error), details } };
    }
  }

  return {
    bridge: {
      invoke,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    asked: (channel) => calls.flatMap((call) => (isOf(call, channel) ? [call.input] : [])),
    tell: (event) => {
      const agreed = agreedEvent.safeParse(event).data;
      if (agreed === undefined) throw new Error(`${event.event} is not an event of the contract`);
      for (const listener of listeners) listener(agreed);
    },
    answer: (others) => {
      answers = { ...answers, ...others };
    },
    faults,
  };
}

const FROM_FILE = { deleted: false, source: "file", updatedAt: "2026-03-01T08:00:00.000Z" } as const;

const MIRRORED: readonly MirrorRow[] = [
  { kind: "account", id: 1101, name: "Hadramout Foods", type: "supplier", ...FROM_FILE },
  { kind: "account", id: 2001, name: "Counter cash", type: "cash", ...FROM_FILE },
  { kind: "store", id: 1, name: "Main store", ...FROM_FILE },
  { kind: "currency", id: "YER", name: "Rial", digits: 2, ...FROM_FILE },
  { kind: "measureUnit", id: 1, name: "Piece", baseUnitId: null, factor: null, ...FROM_FILE },
  {
    kind: "product",
    id: 1001,
    name: "Rice",
    ...FROM_FILE,
    units: [{ barcode: "6291", measureUnitId: 1, measureUnitName: "Piece", price: "2.5", costPrice: "2.5" }],
  },
];

const nameOf = (row: MirrorRow): string => ("name" in row ? `${row.id} ${row.name}` : "");

/** A shop without people. */
export const NOBODY: PeopleStatus = {
  standing: { state: "free" },
  lockAfterMinutes: null,
  roles: READY_ROLES,
  rolesFixed: false,
};

/** A shop without a shop folder. */
export const NO_FOLDER: ShopFolderState = nothingShared({ ...firstConfig(), name: "counter-1" });

/** A connected counter that has sent everything, with one record of each kind. */
export const SHOP: Answers = {
  "settings.get": () => defaultSettings("en"),
  "connection.get": () => ({
    serviceUrl: "https://books.example/api",
    tenantId: 7001,
    userId: 501,
    deviceId: "11111111-1111-4111-8111-111111111111",
    hasToken: true,
    practice: false,
  }),
  "sync.status": () => ({
    ...sampleOf("sync.statusChanged").payload,
    state: "online",
    counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },
    oldestUnsentAt: null,
    lastContactAt: "2026-03-01T08:00:00.000Z",
  }),
  "recovery.refusal": () => null,
  "recovery.report": () => ({ reports: [] }),
  "pin.status": () => sampleOf("pin.changed").payload,
  "people.status": () => NOBODY,
  "draft.list": () => ({ drafts: [] }),
  "draft.save": () => ({ updatedAt: "2026-03-01T08:00:00.000Z" }),
  "draft.remove": () => ({}),
  "mirror.search": ({ kind, text, limit }) => ({
    rows: MIRRORED.filter(
      (row) => row.kind === kind && nameOf(row).toLowerCase().includes(text.toLowerCase()),
    ).slice(0, limit),
  }),
  "documents.search": () => ({ documents: [], cursor: null }),
  "mirror.stock": () => ({ rows: [], cursor: null }),
  "mirror.balances": () => ({ rows: [] }),
  "shopFolder.get": () => NO_FOLDER,
};
