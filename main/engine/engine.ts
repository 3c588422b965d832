/** Composition root of the engine: the profile, the connection that is open, and an answer for every channel. */
import type { Call, CallOrigin, HandlersOf } from "../../contract/call.ts";
import type { Channel } from "../../contract/channels/declare.ts";
import { type FixedCounters, NO_FIXED_COUNTERS } from "../../contract/channels/policy.ts";
import {
  CHANNELS,
  type ChannelOutput,
  type EngineChannel,
  parseCall,
  parseChannelOutput,
} from "../../contract/channels.ts";
import { withoutCosts } from "../../contract/costs.ts";
import type { PlaceSecrets } from "../../contract/process-messages.ts";
import { NO_FIXED_RIGHTS } from "../../contract/rights.ts";
import { answersNote, keepStartNote } from "../lib/start-notes.ts";
import { type Connections, createConnections } from "./connections.ts";
import { type EngineContext, HASH_COSTS, type Handlers } from "./core/context.ts";
import { noUnsentClaims } from "./core/outbox/unsent-claims.ts";
import { lazyConnect } from "./core/remote/lanes.ts";
import { checkAddress, DEFAULT_DEADLINE_MS } from "./core/remote/network.ts";
import { NOT_CONNECTED } from "./core/sync/status.ts";
import { openDatabase, storageError } from "./file/database/open-database.ts";
import { diskStatusOf, giveRoomUp, keepRoomSoon } from "./file/disk.ts";
import { openProfile, type ProfileStore } from "./file/profile.ts";
import { MIGRATIONS } from "./file/schema/migrations.ts";
import { createRouter, type RouteCall } from "./router.ts";
import type { EngineOnlyChannel, FileChannel } from "./session.ts";
import { asDecided, readConfig } from "./subjects/counters/config.ts";
import type { CountersChannel } from "./subjects/counters/counters-world.ts";
import { createCountersGate } from "./subjects/counters/gate.ts";
import type { OpenShopPlace } from "./subjects/counters/place/named-place.ts";
import { nobodyYet } from "./subjects/people/nobody-yet.ts";
import { supportFactsOf } from "./subjects/support-facts.ts";

type Needed = "profile" | "appVersion" | "sqliteBinding" | "clock" | "randomness" | "log" | "emit";

/** What the engine is given; what is left out of its context has the real value. */
export interface EngineOptions extends Pick<EngineContext, Needed>, Partial<Omit<EngineContext, Needed>> {
  /** Tokens held from before, by `tokenKey`; they stay in memory. */
  tokens: Readonly<Record<string, string>>;
  /** A proxy's address, or null. */
  proxy: string | null;
  /** What the owner's policy file decides about the counters of a shop; left out: nothing. */
  fixedCounters?: FixedCounters;
  /** Held from before, by the place's address; they stay in memory. */
  placeSecrets?: Readonly<Record<string, PlaceSecrets>>;
  /** How the shop folder is opened where there is no thread; a test may hand in one that fails. */
  openShopPlace?: OpenShopPlace;
  /**
   * Stays open without the file of its connection where that can't be opened, whatever the reason, so that a person can
   * choose what to do or go on with another connection. Left out: opening throws.
   */
  staysRefused?: boolean;
}

export interface Engine {
  invoke: RouteCall;
  /** The system says that the network may be back. */
  hint(): void;
  /** Gives back the memory that holds what was read lately; it is read from the system's cache again when asked for. */
  release(): void;
  /** Finishes what is in flight and closes every file. */
  close(): Promise<void>;
}

/** Who acts is known where a file is open. */
type OwnHandlers = HandlersOf<EngineOnlyChannel, CallOrigin & Partial<Pick<Call, "actor">>>;

/** What is answered whatever became of the file. */
function engineHandlers(
  { clock, appVersion, profile: folder, connect }: EngineContext,
  profile: ProfileStore,
  connections: Connections,
): Omit<OwnHandlers, CountersChannel> {
  const { current } = connections;
  const status = () => current()?.sync.status() ?? NOT_CONNECTED;
  return {
    "app.info": () => ({
      version: appVersion,
      engine: { node: process.versions.node, sqlite: profile.sqliteVersion() },
      profile: folder,
    }),
    "connection.get": () => current()?.sync.connection() ?? null,
    "connection.save": (_, input) => connections.save(input),
    "connection.check": (_, { serviceUrl }) => checkAddress(connect, serviceUrl, clock.now),
    "connection.list": () => ({ connections: connections.list() }),
    "sync.status": status,
    "sync.now": () => {
      current()?.sync.now();
      return status();
    },
    "backup.restore": (_, input) => connections.loadBackup(input),
    "recovery.refusal": connections.refusal,
    "recovery.downgrade": connections.downgrade,
    "disk.status": () => diskStatusOf(folder),
    "support.facts": () => {
      // Also where the file can't be opened: that is when support asks.
      const session = connections.session();
      const { file, busy } = connections.facts();
      return supportFactsOf({
        db: session?.supportDb ?? null,
        profile: folder,
        version: appVersion,
        sqliteVersion: profile.sqliteVersion(),
        now: clock.now(),
        file,
        busy,
        status: file === "closed" ? NOT_CONNECTED : (session?.sync.status() ?? null),
        connection: connections.identity(),
        resendUnknown: session?.sync.resendsUnknown() ?? false,
      });
    },
  };
}

/** Opens the profile and its current connection. Throws `profile_in_use` or a storage code. */
export function openEngine({
  tokens,
  proxy,
  fixedCounters = NO_FIXED_COUNTERS,
  placeSecrets,
  openShopPlace,
  staysRefused,
  ...given
}: EngineOptions): Engine {
  const context: EngineContext = {
    connect: lazyConnect(proxy),
    deadlineMs: DEFAULT_DEADLINE_MS,
    openDatabase,
    unsentClaims: noUnsentClaims,
    migrations: MIGRATIONS,
    automaticBackups: false,
    // What ends a service waits longer: systemd 90 seconds.
    lastBackupWithinMs: 30_000,
    leavesAnswers: false,
    verifyThread: null,
    resendUnknown: false,
    fixed: NO_FIXED_RIGHTS,
    hashCost: HASH_COSTS.dear,
    shopFolder: {
      isNamed: () => asDecided(readConfig(given.profile), fixedCounters).place !== null,
      backedUp: () => counters.notice("backed_up"),
      wantsLook: () => counters.notice("wants_look"),
    },
    ...given,
  };
  const { clock, log } = context;
  giveRoomUp(context.profile, log);
  const opened = openProfile(context.profile, context.sqliteBinding, clock.now());
  const profile = opened.store;
  const connections = createConnections(context, opened, tokens, staysRefused ?? false);
  const { session, connected } = connections;
  const counters = createCountersGate({
    engine: context,
    proxy,
    fixed: fixedCounters,
    placeSecrets: placeSecrets ?? {},
    openShopPlace,
    books: () => session()?.books ?? null,
    openBooks: () => connected().books,
    takeOver: connections.takeOver,
  });
  const own: OwnHandlers = { ...engineHandlers(context, profile, connections), ...counters.handlers };
  const isOwn = (channel: EngineChannel): channel is EngineOnlyChannel => Object.hasOwn(own, channel);
  const ofEngine = <Name extends EngineOnlyChannel>(name: Name, given: unknown, origin: CallOrigin) => {
    const handler: OwnHandlers[Name] = own[name];
    const { input, approvalId } = parseCall(name, given);
    // Where no file is open nobody can be asked who may: what is left then is to open one, or another.
    return handler(session()?.callOf(origin, input, approvalId) ?? origin, input);
  };
  const ofFile = <Name extends FileChannel>(name: Name, given: unknown, origin: CallOrigin) => {
    const { input, approvalId } = parseCall(name, given);
    const open = connected();
    const handler: Handlers<FileChannel>[Name] = open.handlers[name];
    const value = handler(open.callOf(origin, input, approvalId), input);
    const { costs }: Channel = CHANNELS[name];
    if (costs === null) return value;
    // Who works now is asked once it is answered: they may have been signed out meanwhile.
    const shown = (answer: ChannelOutput<Name>): ChannelOutput<Name> =>
      open.seesCosts(origin) ? answer : parseChannelOutput(name, withoutCosts(costs, answer));
    return value instanceof Promise ? value.then(shown) : shown(value);
  };
  const nobody = nobodyYet(context.fixed);
  const isOfNobody = (channel: FileChannel): channel is keyof typeof nobody =>
    Object.hasOwn(nobody, channel) && connections.current() === null;
  const ofPeople = (name: keyof typeof nobody, given: unknown) => {
    parseCall(name, given);
    return nobody[name];
  };
  try {
    connections.openCurrent();
  } catch (error) {
    profile.close();
    throw storageError(error, context.profile) ?? error;
  }
  const cancelRoom = keepRoomSoon(context.profile, clock, log);
  return {
    invoke: createRouter(
      (channel, input, origin): ChannelOutput<EngineChannel> | Promise<ChannelOutput<EngineChannel>> =>
        isOwn(channel)
          ? ofEngine(channel, input, origin)
          : isOfNobody(channel)
            ? ofPeople(channel, input)
            : ofFile(channel, input, origin),
      connections.wordsOf,
      clock.now,
    ),
    hint: () => session()?.sync.hint(),
    release: () => session()?.release(),
    async close() {
      cancelRoom();
      const [answers] = await Promise.all([connections.close(), counters.close()]);
      profile.close();
      if (!context.leavesAnswers) return;
      try {
        keepStartNote(answersNote(context.profile, context.appVersion), answers);
      } catch (error) {
        log.warn("what the next start could show was not kept", { error });
      }
    },
  };
}
