/** The stand-in service as one object: its books, its port, its switches. */
import { randomBytes, randomInt } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import type { PracticeBooks, PracticeTrouble } from "../../contract/channels/practice.ts";
import { timestampOf } from "../../contract/values.ts";
import { type Clock, openBooks, readMeta, writeMeta } from "./books/open-books.ts";
import { listReceived, type ReceivedAttempt } from "./books/received.ts";
import { type BooksReport, reportBooks } from "./books/report.ts";
import { seedShop, seedShopAgain } from "./books/seed-shop.ts";
import { nameShop, presentShop } from "./books/shop-names.ts";
import { shownBooks } from "./books/shown-books.ts";
import { FaultChooser, seededFraction } from "./faults/choose.ts";
import type { FaultPlanInput } from "./faults/plan.ts";
import { planOf } from "./faults/troubles.ts";
import type { PracticeSettings } from "./http/admin.ts";
import { createApp } from "./http/app.ts";
import { type Listener, LOOPBACK, listenOnLoopback } from "./http/listener.ts";
import type { OperationContext } from "./http/operations.ts";
import { SHOP_LANGUAGES, type ShopLanguage } from "./shop/languages.ts";
import { sampleShop } from "./shop/sample-shop.ts";
import type { Shop } from "./shop/types.ts";

export interface PracticeOptions {
  /** Where the books are kept; ":memory:" keeps nothing. */
  folder: string;
  /** 0: the port these books had last, or any free one. */
  port: number;
  /** Path of a database binding for a runtime that can't load the packaged one. */
  sqliteBinding?: string | null;
  clock?: Clock;
  /** Seeds the fault mixes, and the token of new books. */
  seed?: number;
  /** Whether a repeated serialNo of a purchase return gets its first answer (default), or is applied again. */
  mergeRepeats?: boolean;
  /** What new books are filled with; the sample shop where missing. */
  sampleShop?: Shop;
  /** The language of the sample shop's names (English where missing). */
  language?: ShopLanguage;
  /** The token it takes; otherwise the one these books had, or a new one. */
  token?: string;
  /** False: it takes no connections at first. */
  up?: boolean;
  /** A request met the trouble that was rehearsed. */
  troubleMet?: () => void;
}

export interface PracticeService {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly tenantId: number;
  readonly userId: number;
  readonly up: boolean;
  /** Throws ZodError on a plan that is none. An empty plan (`{}`) makes everything go well again. */
  setFaults(plan: FaultPlanInput): void;
  setSettings(settings: PracticeSettings): void;
  /** Refuses connections (and cuts open ones), or takes them again on the same port. */
  setListening(up: boolean): Promise<void>;
  /** Makes one trouble, for the next request or (an expired token) until null ends it. */
  rehearse(trouble: PracticeTrouble | null): void;
  readonly trouble: PracticeTrouble | null;
  books(): BooksReport;
  /** The books as someone who practises looks at them. */
  shownBooks(): PracticeBooks;
  /** Empties the books and lays the shop into them, as another company; address and token stay. */
  startOver(): void;
  received(): ReceivedAttempt[];
  /** Gives the sample shop its names in a language. */
  nameShop(language: ShopLanguage): void;
  /** The shop as the books have it now. */
  shop(): Shop;
  close(): Promise<void>;
}

const newToken = (seed: number | undefined): string => {
  if (seed === undefined) return `practice-${randomBytes(16).toString("hex")}`;
  const part = (index: number): string =>
    Math.floor(seededFraction(seed, `token ${index}`) * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return `practice-${[0, 1, 2, 3].map(part).join("")}`;
};

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** An asked-for port is taken or nothing; port 0 prefers the last one, so that a saved address stays right. */
async function listen(
  handler: Parameters<typeof listenOnLoopback>[0],
  port: number,
  lastPort: number,
): Promise<Listener> {
  if (port === 0 && lastPort > 0) {
    try {
      return await listenOnLoopback(handler, lastPort);
    } catch (error) {
      if (!isPortTaken(error)) throw error;
    }
  }
  try {
    return await listenOnLoopback(handler, port);
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    throw new Error(`Port ${port} on ${LOOPBACK} is taken by another program; choose another port.`);
  }
}

/**
 * Starts the stand-in on loopback. Rejects with a sentence where the port is taken or this runtime can't
 * open the books.
 */
export async function startPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const clock = options.clock ?? { now: () => Date.now() };
  const db = openBooks(options.folder, options.sqliteBinding);
  try {
    let speaks: ShopLanguage = options.language ?? "en";
    const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);
    const shopOf = (day: string): Shop => options.sampleShop ?? sampleShop(speaks, day);
    let shop = shopOf(readMeta(db, "openedOn") ?? today());
    seedShop(db, shop, clock);
    const nameIt = (language: ShopLanguage): void => {
      speaks = language;
      if (options.sampleShop !== undefined) return;
      const { openedOn } = shop;
      shop = shopOf(openedOn);
      nameShop(
        db,
        shop,
        SHOP_LANGUAGES.map((one) => sampleShop(one, openedOn)),
      );
    };
    if (options.language !== undefined) nameIt(options.language);
    const token = options.token ?? readMeta(db, "token") ?? newToken(options.seed);
    writeMeta(db, "token", token);
    const tenantId = (): number => Number(readMeta(db, "tenantId"));
    const userId = Number(readMeta(db, "userId"));
    const context: OperationContext = {
      db,
      clock,
      tokens: [{ token, expiresAt: null }],
      mergeRepeats: options.mergeRepeats ?? true,
    };
    const faults = new FaultChooser(options.seed ?? randomInt(2 ** 31));
    let comeBack: NodeJS.Timeout | undefined;
    let closed = false;

    const setSettings = (settings: PracticeSettings): void => {
      if (settings.mergeRepeats !== undefined) context.mergeRepeats = settings.mergeRepeats;
      const expiry = (at: string | null): number | null => (at === null ? null : Date.parse(at));
      const own =
        settings.tokenExpiresAt === undefined
          ? context.tokens.filter((known) => known.token === token)
          : [{ token, expiresAt: expiry(settings.tokenExpiresAt) }];
      const others = settings.tokens?.map((known) => ({ ...known, expiresAt: expiry(known.expiresAt) }));
      const kept = others ?? context.tokens.filter((known) => known.token !== token);
      context.tokens = settings.replaceTokens ? kept : [...own, ...kept];
      if (settings.downForMs !== undefined) goDownFor(settings.downForMs);
    };
    const turn = (up: boolean): void => {
      listener.setUp(up).catch((error: unknown) => console.error("practice service:", error));
    };
    const goDownFor = (ms: number): void => {
      // The answer to this very request goes out first.
      clearTimeout(comeBack);
      comeBack = setTimeout(() => {
        turn(false);
        comeBack = setTimeout(() => turn(true), ms);
      }, 25);
    };
    const setFaults = (plan: FaultPlanInput): void => faults.set(plan);
    const report = (): BooksReport => reportBooks(db);
    let trouble: PracticeTrouble | null = null;
    const rehearse = (wanted: PracticeTrouble | null): void => {
      trouble = wanted;
      faults.set(planOf(wanted, speaks));
      const expired = wanted === "expireToken" ? timestampOf(clock.now()) : null;
      setSettings({ tokenExpiresAt: expired });
    };
    const faultMet = (): void => {
      if (trouble === null || trouble === "expireToken") return;
      trouble = null;
      options.troubleMet?.();
    };
    const about = () => ({ tenantId: tenantId(), userId, mergeRepeats: context.mergeRepeats });
    const app = createApp({
      context,
      faults,
      faultMet,
      admin: { report, setFaults, setSettings, about },
      downSignal: () => listener.down,
    });
    const handler = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const listener = await listen(
      (incoming, outgoing) => void handler(incoming, outgoing),
      options.port,
      Number(readMeta(db, "port") ?? "0"),
    );
    writeMeta(db, "port", String(listener.port));
    if (options.up === false) await listener.setUp(false);

    return {
      url: `http://${LOOPBACK}:${listener.port}`,
      port: listener.port,
      token,
      get tenantId() {
        return tenantId();
      },
      userId,
      get up() {
        return listener.up;
      },
      get trouble() {
        return trouble;
      },
      rehearse,
      setFaults,
      setSettings,
      setListening: (up) => listener.setUp(up),
      books: report,
      shownBooks: () => shownBooks(db),
      startOver: () => {
        rehearse(null);
        shop = shopOf(today());
        seedShopAgain(db, shop, clock);
      },
      received: () => listReceived(db),
      nameShop: nameIt,
      shop: () => presentShop(db, shop),
      async close() {
        if (closed) return;
        closed = true;
        clearTimeout(comeBack);
        await listener.setUp(false);
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
