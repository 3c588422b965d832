/** What the counters are given, and what each part of them works with. */
import type { Call, CallOrigin, HandlersOf } from "../../../../contract/call.ts";
import type { SyncStatus } from "../../../../contract/channels/connection.ts";
import type { FixedCounters } from "../../../../contract/channels/policy.ts";
import type { BackupStatus } from "../../../../contract/channels/recovery.ts";
import type { Abilities } from "../../../../contract/channels/shop-folder.ts";
import type { EngineChannel } from "../../../../contract/channels.ts";
import type { PlaceSecrets } from "../../../../contract/process-messages.ts";
import type { EngineContext, OpenFile } from "../../core/context.ts";
import type { TakeOver } from "../../file/backups/load-backup.ts";
import type { ListVersions } from "../../import/run/list-versions.ts";
import type { ShopFolderConfig } from "./config.ts";
import type { AskJob } from "./jobs.ts";
import type { OpenShopPlace } from "./place/named-place.ts";

export type CountersChannel = Extract<EngineChannel, `shopFolder.${string}` | `takeover.${string}`>;
/** Who acts is known where a connection's file is open. */
export type CountersCall = CallOrigin & Partial<Pick<Call, "actor">>;
export type CountersHandlers = HandlersOf<CountersChannel, CountersCall>;

/** What the counters work with of the connection that is open. */
export interface OpenBooks {
  file: OpenFile;
  listVersions: ListVersions;
  sync(): SyncStatus;
  backup(): BackupStatus;
  /** Begins a backup of what is in none yet. */
  backUp(): void;
  /** A loaded backup waits for a person's decision. */
  isUndecided(): boolean;
}

/** What the engine gives. */
export interface CountersGiven {
  engine: EngineContext;
  proxy: string | null;
  /** What the owner's policy file decides. */
  fixed: FixedCounters;
  placeSecrets: Readonly<Record<string, PlaceSecrets>>;
  /** How a place is opened where no thread works there; left out: by its address. */
  openShopPlace?: OpenShopPlace | undefined;
  /** Null where no connection's file is open. */
  books(): OpenBooks | null;
  /** The same; throws why none is. */
  openBooks(): OpenBooks;
  takeOver: TakeOver;
}

/** What each part of the counters works with. */
export interface CountersWorld extends CountersGiven {
  config(): ShopFolderConfig;
  /** Throws `no_shop_folder` where none is named. */
  ask: AskJob;
  /** What the place can do; null until it was tried. */
  can(): Abilities | null;
  changed(): void;
}
