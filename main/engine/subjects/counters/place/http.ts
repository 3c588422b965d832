/** Requests to a place over HTTP: bounded in time and size, through the engine's proxy and its checks of certificates. */
import { Readable } from "node:stream";
import { type Dispatcher, Pool } from "undici";
import type { PlaceTrouble } from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { createEstablish } from "../../../core/remote/connect.ts";
import { CONNECT_MS, networkProblemOf } from "../../../core/remote/network.ts";
import { createXmlReader, type XmlHandlers } from "../../../import/spreadsheets/xml-reader.ts";
import { type Content, placeFailed } from "./shop-place.ts";

/** Without a byte either way. */
export const IDLE_MS = 20_000;
/** For a whole request without its content, and for each megabyte of content as much again. */
const WHOLE_MS = 60_000;
const MEGABYTE = 1_048_576;
/** An error's answer says why in its first bytes. */
const MOST_OF_ERROR = 65_536;
const MOST_OF_LIST = 32 * MEGABYTE;
const SOCKETS = 4;
/** Shorter than what servers keep: a request on a connection that they close gets no answer. */
const KEEP_ALIVE_MS = 4_000;

export interface HttpLimits {
  idleMs: number;
  wholeMs: number;
}
const LIMITS: HttpLimits = { idleMs: IDLE_MS, wholeMs: WHOLE_MS };

export interface HttpAsk {
  method: string;
  /** From the origin on, with its query. */
  path: string;
  headers: Record<string, string>;
  content?: Content | undefined;
}

export interface HttpAnswer {
  status: number;
  body: AsyncIterable<Uint8Array>;
}

const OF_NETWORK: Readonly<Record<ReturnType<typeof networkProblemOf>, PlaceTrouble>> = {
  closed: "unreachable",
  refused: "unreachable",
  name_not_found: "unreachable",
  unreachable: "unreachable",
  proxy_unreachable: "unreachable",
  proxy_refused: "unreachable",
  timed_out: "no_answer",
  not_secure: "not_secure",
  not_an_answer: "broken",
  other: "other",
};

/** What a status means wherever a kind says nothing else. */
export function troubleOfStatus(status: number): PlaceTrouble {
  switch (status) {
    case 401:
    case 403:
    case 407:
      return "refused";
    case 404:
    case 409:
    case 410:
      return "not_found";
    case 405:
    case 501:
      return "read_only";
    case 413:
    case 507:
      return "full";
    case 408:
    case 429:
    case 502:
    case 503:
    case 504:
      return "no_answer";
    default:
      return "other";
  }
}

/** Nothing that a server says is repeated: it may repeat the key that it was asked with. */
export const failedBy = (status: number, trouble = troubleOfStatus(status), code = ""): CountersideError =>
  placeFailed(trouble, `HTTP ${status}${code === "" ? "" : ` ${code}`}`);

/** Gives up by its own signal what shows no progress, or takes too long in all. */
function startWatch({ idleMs, wholeMs }: HttpLimits, bytes: number) {
  const gone = new AbortController();
  const wait = (ms: number): NodeJS.Timeout =>
    setTimeout(() => gone.abort(placeFailed("no_answer", `${ms / 1_000} s`)), ms);
  const whole = wait(wholeMs + Math.ceil(bytes / MEGABYTE) * wholeMs);
  const idle = wait(idleMs);
  return {
    signal: gone.signal,
    moved: () => void idle.refresh(),
    end(): void {
      clearTimeout(idle);
      clearTimeout(whole);
    },
  };
}

export function openHttp(base: URL, proxy: string | null, limits: HttpLimits = LIMITS) {
  const establish = createEstablish(proxy, CONNECT_MS);
  const pool = new Pool(base.origin, {
    connections: SOCKETS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // The watch of each request says when it is given up.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, done) => {
      establish(base).then(
        (socket) => done(null, socket),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });

  function failure(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof CountersideError) return error;
    if (signal.aborted) return signal.reason;
    const problem = networkProblemOf(error);
    return placeFailed(OF_NETWORK[problem], problem);
  }

  /** Redirects are not followed: they would take the key elsewhere. */
  async function ask({ method, path, headers, content }: HttpAsk): Promise<HttpAnswer> {
    const watch = startWatch(limits, content?.bytes ?? 0);
    async function* sent(from: Content): AsyncGenerator<Uint8Array> {
      for await (const piece of from.read()) {
        watch.moved();
        yield piece;
      }
    }
    const options: Dispatcher.RequestOptions = {
      method,
      path,
      headers: {
        ...headers,
        ...(content === undefined ? {} : { "content-length": String(content.bytes) }),
      },
      body: content === undefined ? null : Readable.from(sent(content), { objectMode: false }),
      signal: watch.signal,
    };
    let met: Dispatcher.ResponseData;
    try {
      met = await pool.request(options);
    } catch (error) {
      watch.end();
      throw failure(error, watch.signal);
    }
    watch.moved();
    const { body } = met;
    body.on("error", () => undefined);
    async function* received(): AsyncGenerator<Uint8Array> {
      try {
        for await (const piece of body) {
          watch.moved();
          yield piece;
        }
      } catch (error) {
        throw failure(error, watch.signal);
      } finally {
        watch.end();
        body.destroy();
      }
    }
    return { status: met.statusCode, body: received() };
  }

  return {
    ask,
    close: () => void pool.destroy().catch(() => undefined),
  };
}

/** Reads an answer that nobody needs, up to a limit, so that its connection can be used again. */
export async function passOver({ body }: HttpAnswer): Promise<void> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_OF_ERROR) return;
  }
}

/** Reads XML; throws `place_failed` (`broken`) where it is none, or too much. `most`: its bytes. */
export async function readXmlOf(
  { body }: HttpAnswer,
  handlers: XmlHandlers,
  most: number = MOST_OF_LIST,
): Promise<void> {
  const reader = createXmlReader(handlers);
  const reading = <T>(step: () => T): T => {
    try {
      return step();
    } catch {
      // The reader's own words may quote what the server said.
      throw placeFailed("broken", "no XML as it should be");
    }
  };
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most) throw placeFailed("broken", `more than ${most} bytes`);
    reading(() => reader.write(piece));
  }
  reading(() => reader.end());
}

/** The code of an error's answer in XML, where it is one of these. */
export async function errorCodeIn<Code extends string>(
  answer: HttpAnswer,
  known: readonly Code[],
): Promise<Code | null> {
  let inside = "";
  let code = "";
  try {
    await readXmlOf(
      answer,
      {
        open: (name) => {
          inside = name;
        },
        close: () => {
          inside = "";
        },
        text: (text) => {
          if (inside === "Code") code += text;
        },
      },
      MOST_OF_ERROR,
    );
  } catch (error) {
    // The status says enough where there is no such answer.
    if (!(error instanceof CountersideError)) throw error;
  }
  return known.find((each) => each === code) ?? null;
}
