/** The counters of a shop: the shop folder, what comes from it and what goes to it. Loaded where a place is named. */
import type { Call, CallOrigin, HandlersOf } from "../../../../contract/call.ts";
import type { FixedCounters } from "../../../../contract/channels/policy.ts";
import type { Abilities, ShopFolderState } from "../../../../contract/channels/shop-folder.ts";
import type { EngineChannel } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { PlaceSecrets } from "../../../../contract/process-messages.ts";
import type { EngineContext, OpenFile } from "../../core/context.ts";
import { asDecided, readConfig, type ShopFolderConfig, writeConfig } from "./config.ts";
import type { AskJob } from "./jobs.ts";
import { createCurrentPlace } from "./place/current-place.ts";

export type CountersChannel = Extract<EngineChannel, `shopFolder.${string}` | `takeover.${string}`>;
/** Who acts is known where a connection's file is open. */
export type CountersCall = CallOrigin & Partial<Pick<Call, "actor">>;
export type CountersHandlers = HandlersOf<CountersChannel, CountersCall>;

/** What the counters work with of the connection that is open. */
export interface OpenBooks {
  file: OpenFile;
}

/** What the engine gives. */
export interface CountersGiven {
  engine: EngineContext;
  proxy: string | null;
  /** What the owner's policy file decides. */
  fixed: FixedCounters;
  placeSecrets: Readonly<Record<string, PlaceSecrets>>;
  /** Null where no connection's file is open. */
  books(): OpenBooks | null;
}

/** What each part of the counters works with. */
interface CountersWorld extends CountersGiven {
  config(): ShopFolderConfig;
  /** Throws `no_shop_folder` where none is named. */
  ask: AskJob;
  /** What the place can do; null until it was tried. */
  can(): Abilities | null;
  changed(): void;
}

export type Counters = ReturnType<typeof openCounters>;

export function openCounters(given: CountersGiven) {
  const { fixed } = given;
  const { profile, emit } = given.engine;
  let chosen = readConfig(profile);
  const config = (): ShopFolderConfig => asDecided(chosen, fixed);
  const changed = (): void => emit({ event: "shopFolder.changed", payload: {} });
  const place = createCurrentPlace(given, config, changed);

  const world: CountersWorld = { ...given, config, ask: place.ask, can: place.can, changed };

  const state = (): ShopFolderState => ({
    ...place.state(),
    name: config().name,
    trust: { state: "none", expiresAt: null, reason: null },
    rules: config().rules,
    lists: [],
    backups: { recipient: config().recipient, lastAt: null, trouble: null },
    fence: { state: "none", byDeviceId: null, at: null, held: 0 },
  });
  const keep = (changes: Partial<ShopFolderConfig>): void => {
    chosen = { ...chosen, ...changes };
    writeConfig(profile, chosen);
    world.changed();
  };
  const notYet = (): never => {
    throw new CountersideError("no_shop_folder", {});
  };

  const handlers: CountersHandlers = {
    "shopFolder.get": state,
    "shopFolder.set": async (_, { place: named, key, secret, region = null }) => {
      await place.set({ place: named, region, key, secret });
      keep({ place: named, region: named === null ? null : region });
      return state();
    },
    "shopFolder.refresh": async () => {
      await place.look();
      world.changed();
      return state();
    },
    "shopFolder.configure": (_, { name, rules, recipient }) => {
      keep({
        ...(name === undefined ? {} : { name }),
        ...(rules === undefined ? {} : { rules }),
        ...(recipient === undefined ? {} : { recipient }),
      });
      return state();
    },
    "shopFolder.changes": notYet,
    "shopFolder.decide": notYet,
    "shopFolder.counters": notYet,
    "shopFolder.makeKey": notYet,
    "shopFolder.drill": notYet,
    "takeover.list": notYet,
    "takeover.claim": notYet,
    "takeover.handOver": notYet,
    "takeover.receive": notYet,
  };
  return {
    handlers,
    close: place.close,
  };
}
