/** The stand-in service as one object: its books, its port, and the trouble that is rehearsed with it. */
import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { PracticeBooks, PracticeTrouble } from "../../contract/channels/practice.ts";
import { createApp, type Meet } from "./app.ts";
import {
  openBooks,
  type PracticeClock,
  type PracticeDb,
  readMeta,
  shownBooks,
  writeMeta,
} from "./books/books.ts";
import { ServiceRefusal } from "./books/known-records.ts";
import { nameShop, presentShop, seedShop, seedShopAgain } from "./books/seed-shop.ts";
import { type OperationContext, refusalAnswer } from "./operations.ts";
import { sampleShop } from "./shop/sample-shop.ts";
import { type SampleShop, SHOP_LANGUAGES, type ShopLanguage } from "./shop/types.ts";

export interface PracticeOptions {
  /** Where the books are kept; ":memory:" keeps nothing. */
  folder: string;
  /** 0: the port these books had last, or any free one. */
  port: number;
  /** Path of a database binding for a runtime that can't load the packaged one. */
  sqliteBinding?: string | null;
  clock?: PracticeClock;
  /** Whether a repeated serialNo of a purchase return gets its first answer (default), or is applied again. */
  mergeRepeats?: boolean;
  /** What new books are filled with; the sample shop where missing. */
  sampleShop?: SampleShop;
  /** The language of the sample shop's names (English where missing). */
  language?: ShopLanguage;
  /** The token it takes; otherwise the one these books had, or a new one. */
  token?: string;
  /** False: it takes no connections at first. */
  up?: boolean;
  /** A request met the trouble that was rehearsed. */
  troubleMet?: () => void;
  /** Answers each request in place of `own`, as tests do to make it fail. */
  around?: (own: Meet, books: PracticeDb) => Meet;
}

export interface PracticeService {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly tenantId: number;
  readonly userId: number;
  /** The language of its shop's names. */
  readonly language: ShopLanguage;
  readonly up: boolean;
  /** Refuses connections (and cuts open ones), or takes them again on the same port. */
  setListening(up: boolean): Promise<void>;
  /** Makes one trouble, for the next request or (an expired token) until null ends it. */
  rehearse(trouble: PracticeTrouble | null): void;
  readonly trouble: PracticeTrouble | null;
  /** The books as someone who practises looks at them. */
  shownBooks(): PracticeBooks;
  /** Empties the books and lays the shop into them, as another company; address and token stay. */
  startOver(): void;
  /** Gives the sample shop its names in a language. */
  nameShop(language: ShopLanguage): void;
  /** The shop as the books have it now. */
  shop(): SampleShop;
  close(): Promise<void>;
}

/** What a central system might say: something that the person who rehearses can correct by hand. */
const REFUSED: Record<ShopLanguage, string> = {
  en: "Practice: a note is required. Write one, then send again.",
  ar: "تدريب: الملاحظة مطلوبة. اكتبها، ثم أعد الإرسال.",
};

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
    const shopOf = (day: string): SampleShop => options.sampleShop ?? sampleShop(speaks, day);
    let shop = shopOf(readMeta(db, "openedOn") ?? today());
    seedShop(db, shop, clock);
    const nameIt = (language: ShopLanguage): void => {
      speaks = language;
      writeMeta(db, "language", language);
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
    const token = options.token ?? readMeta(db, "token") ?? `practice-${randomBytes(16).toString("hex")}`;
    writeMeta(db, "token", token);
    const userId = Number(readMeta(db, "userId"));
    const context: OperationContext = {
      db,
      clock,
      token: { token, expiresAt: null },
      mergeRepeats: options.mergeRepeats ?? true,
    };

    let trouble: PracticeTrouble | null = null;
    const rehearse = (wanted: PracticeTrouble | null): void => {
      trouble = wanted;
      context.token = { token, expiresAt: wanted === "expireToken" ? clock.now() : null };
    };
    const meetTrouble: Meet = ({ apply, send, cut }) => {
      const met = trouble;
      // An expired access token is no trouble of one request: it lasts.
      if (met === null || met === "expireToken") return send(apply().answer);
      trouble = null;
      options.troubleMet?.();
      if (met === "refuse")
        return send(refusalAnswer(new ServiceRefusal(422, "note_required", REFUSED[speaks])));
      apply();
      cut();
    };
    const app = createApp(context, options.around?.(meetTrouble, db) ?? meetTrouble, () => listener.down);
    const handler = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const listener = await listen(
      (incoming, outgoing) => void handler(incoming, outgoing),
      options.port,
      Number(readMeta(db, "port") ?? "0"),
    );
    writeMeta(db, "port", String(listener.port));
    if (options.up === false) await listener.setUp(false);

    let closed = false;
    return {
      url: `http://${LOOPBACK}:${listener.port}`,
      port: listener.port,
      token,
      get tenantId() {
        return Number(readMeta(db, "tenantId"));
      },
      userId,
      get up() {
        return listener.up;
      },
      get language() {
        return speaks;
      },
      get trouble() {
        return trouble;
      },
      rehearse,
      setListening: (up) => listener.setUp(up),
      shownBooks: () => shownBooks(db),
      startOver: () => {
        rehearse(null);
        shop = shopOf(today());
        seedShopAgain(db, shop, clock);
      },
      nameShop: nameIt,
      shop: () => presentShop(db, shop),
      async close() {
        if (closed) return;
        closed = true;
        await listener.setUp(false);
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

// A server on loopback that can go away and come back on the same port, as a failing service does.

export const LOOPBACK = "127.0.0.1";

export interface Listener {
  readonly port: number;
  readonly up: boolean;
  /** Aborted when the present listening period ends. */
  readonly down: AbortSignal;
  /** Takes connections again, or refuses them: open ones are cut. Settles when it is so. */
  setUp(up: boolean): Promise<void>;
}

/** Listens on loopback; port 0 takes any free one. Rejects with the system's error where the port is taken. */
async function listenOnLoopback(handler: RequestListener, wantedPort: number): Promise<Listener> {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  let period = new AbortController();
  let port = wantedPort;

  const start = async (): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: LOOPBACK, port }, () => {
        server.off("error", reject);
        resolve();
      });
    });
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    port = address.port;
    period = new AbortController();
  };
  const stop = async (): Promise<void> => {
    period.abort();
    const closed = new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await start();
  // One change after the other, however many are asked for at once.
  let lastChange: Promise<void> = Promise.resolve();
  return {
    get port() {
      return port;
    },
    get up() {
      return server.listening;
    },
    get down() {
      return period.signal;
    },
    setUp(up) {
      const change = async (): Promise<void> => {
        if (server.listening !== up) await (up ? start() : stop());
      };
      lastChange = lastChange.then(change, change);
      return lastChange;
    },
  };
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/**
 * Listens on loopback, on a port that is asked for or on none other; port 0 prefers the last one, so that a saved
 * address stays right. Rejects with a sentence where the port is taken.
 */
export async function listen(handler: RequestListener, port: number, lastPort: number): Promise<Listener> {
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
