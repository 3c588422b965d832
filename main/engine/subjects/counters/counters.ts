/** The counters of a shop: the shop folder, what comes from it and what goes to it. Loaded where a place is named. */
import type { Call, CallOrigin, HandlersOf } from "../../../../contract/call.ts";
import { placeTrouble, type ShopFolderState } from "../../../../contract/channels/shop-folder.ts";
import type { EngineChannel } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { EngineContext, OpenFile } from "../../core/context.ts";
import { threadBeside } from "../../file/place/place.ts";
import { readConfig, type ShopFolderConfig, writeConfig } from "./config.ts";
import { type JobThread, openJobThread } from "./job-thread.ts";
import type { AskJob } from "./jobs.ts";
import { placeKindOf } from "./place/named-place.ts";

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
  /** Null where no connection's file is open. */
  books(): OpenBooks | null;
}

/** What each part of the counters works with. */
interface CountersWorld extends CountersGiven {
  config(): ShopFolderConfig;
  /** Throws `no_shop_folder` where none is named. */
  ask: AskJob;
  changed(): void;
}

export type Counters = ReturnType<typeof openCounters>;

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function openCounters(given: CountersGiven) {
  const { engine, proxy } = given;
  const { profile, clock, emit } = engine;
  let config = readConfig(profile);
  let secrets: { key: string | null; secret: string | null } = { key: null, secret: null };
  let thread: JobThread | null = null;
  let can: ShopFolderState["can"] = null;
  let lastContactAt: number | null = null;
  let trouble: ShopFolderState["trouble"] = null;

  const changed = (): void => emit({ event: "shopFolder.changed", payload: {} });
  const threadTo = (place: string, region: string | null, to: typeof secrets): JobThread =>
    openJobThread(
      engine,
      { named: { place, region, ...to }, proxy, profile },
      threadBeside(engine.verifyThread, "counters"),
    );
  const noteTrouble = (error: unknown): void => {
    if (!(error instanceof CountersideError) || error.code !== "place_failed") return;
    const at = new Date(clock.now()).toISOString();
    trouble = { code: placeTroubleOf(error), at };
    changed();
  };
  const ask: AskJob = (name, input) => {
    if (config.place === null) return Promise.reject(new CountersideError("no_shop_folder", {}));
    thread ??= threadTo(config.place, config.region, secrets);
    return thread.ask(name, input).then(
      (value) => {
        lastContactAt = clock.now();
        trouble = null;
        return value;
      },
      (error: unknown) => {
        noteTrouble(error);
        throw error;
      },
    );
  };

  const world: CountersWorld = { ...given, config: () => config, ask, changed };

  const state = (): ShopFolderState => ({
    place: config.place,
    kind: config.place === null ? null : placeKindOf(config.place),
    name: config.name,
    hasSecret: secrets.secret !== null,
    can,
    lastContactAt: timeOf(lastContactAt),
    trouble,
    trust: { state: "none", expiresAt: null, reason: null },
    rules: config.rules,
    lists: [],
    backups: { recipient: config.recipient, lastAt: null, trouble: null },
    fence: { state: "none", byDeviceId: null, at: null, held: 0 },
  });
  const look = async (): Promise<void> => {
    can = await world.ask("probe", null);
  };
  const keep = (changes: Partial<ShopFolderConfig>): void => {
    config = { ...config, ...changes };
    writeConfig(profile, config);
    changed();
  };
  const notYet = (): never => {
    throw new CountersideError("no_shop_folder", {});
  };

  const handlers: CountersHandlers = {
    "shopFolder.get": state,
    "shopFolder.set": async (_, { place, key, secret, region }) => {
      const named = { key: key ?? null, secret: secret ?? null };
      if (place === null) {
        thread?.close();
        thread = null;
        can = null;
        trouble = null;
        secrets = named;
        keep({ place: null, region: null });
        return state();
      }
      placeKindOf(place);
      const tried = threadTo(place, region ?? null, named);
      try {
        can = await tried.ask("probe", null);
      } catch (error) {
        tried.close();
        throw error;
      }
      thread?.close();
      thread = tried;
      secrets = named;
      trouble = null;
      lastContactAt = clock.now();
      keep({ place, region: region ?? null });
      return state();
    },
    "shopFolder.refresh": async () => {
      await look();
      changed();
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
    close(): void {
      thread?.close();
      thread = null;
    },
  };
}

const placeTroubleOf = (error: CountersideError): NonNullable<ShopFolderState["trouble"]>["code"] => {
  const parsed = placeTrouble.safeParse(error.details.reason);
  return parsed.data ?? "other";
};
