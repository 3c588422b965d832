/** Shop folders, lists and counters as the engine answers them. */
import type { ListState, ShopFolderState } from "../../../../contract/channels/shop-folder.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { CounterNeed } from "../../../../contract/counter-status.ts";
import { REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { NO_FOLDER } from "../../../helpers/bridge.ts";

export const RECIPIENT = `age1${"q".repeat(58)}`;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const FOLDER: ShopFolderState = {
  ...NO_FOLDER,
  place: "/mnt/shop",
  kind: "folder",
  can: { putIfAbsent: true, rename: true, list: true },
  lastContactAt: ago(2),
  trust: { state: "signed", expiresAt: "2030-01-01T00:00:00.000Z", reason: null, root: "ab".repeat(32) },
};

export const listOf = (list: ListState["list"], more: Partial<ListState> = {}): ListState => ({
  list,
  version: 7,
  takenAt: ago(90),
  checkedAt: ago(5),
  next: null,
  trouble: null,
  ...more,
});
export const OLD = { checkedAt: ago(3 * 24 * 60), takenAt: ago(4 * 24 * 60) };
export const WAITS: NonNullable<ListState["next"]> = {
  version: 8,
  waitsFor: "person",
  added: 1,
  changed: 2,
  removed: 1,
  prices: 2,
  because: ["prices"],
};
export const TEN_LISTS = REFERENCE_KINDS.slice(0, 10).map((list) => listOf(list));

type Counter = ChannelOutput<"shopFolder.counters">["counters"][number];

export const counterOf = (at: number, needs: CounterNeed[] = [], more: Partial<Counter> = {}): Counter => ({
  format: 1,
  deviceId: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  name: `Counter ${at}`,
  version: "0.1.0",
  practice: false,
  writtenAt: ago(1),
  everySeconds: 300,
  state: "online",
  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },
  unsentValue: {},
  oldestUnsentAt: null,
  lastConfirmedAt: ago(30),
  lists: [],
  backupAt: ago(40),
  clockDriftMs: 0,
  freeBytes: 1e11,
  people: 3,
  needs,
  signature: "good",
  ...more,
});
export const SILENT = { writtenAt: ago(3 * 24 * 60) };
