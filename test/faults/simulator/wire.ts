/**
 * The network between one engine and the books: what the engine's own client is handed in place of sockets. It decides
 * nothing; the fate of each connection and each request is drawn by the weather.
 */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { OPERATIONS, type OperationKind } from "../../../contract/operations.ts";
import type { Carrier, Connect, Connected } from "../../../main/engine/core/remote/network.ts";
import type { ServiceAnswer } from "../../../main/practice/operations.ts";
import { NO_CONTROL } from "../../helpers/no-control.ts";
import type { Chance } from "./chance.ts";
import {
  askedMsOf,
  type Contact,
  contactOf,
  endOfStatus,
  errorOf,
  headersOf,
  kindOf,
  LOST,
  mayBeDistinguished,
  type Sent,
} from "./exchange.ts";
import type { End } from "./history.ts";
import type { Changes } from "./plants.ts";
import { GROWN_BYTES, strangeAnswer } from "./strange-answers.ts";
import type { Timeline } from "./timeline.ts";
import { type Fate, fateOf, isReachable, type NoConnection, type Spell } from "./weather.ts";

export interface WireDeps {
  timeline: Timeline;
  chance: Chance;
  /** Draws what is done to answers on their way. */
  gateway: Chance;
  /** What the counter's clock says. */
  wallNow: () => number;
  spell: () => Spell;
  /** Carries a request out in the books; `late` where the counter no longer waits for it, or got it repeated. */
  land: (kind: OperationKind, sent: Sent, late: boolean) => ServiceAnswer;
  /** What a planted client or network does otherwise. */
  planted: Pick<Changes, "isHasty" | "rewrite" | "reread" | "rehead" | "passesProxy">;
  /** How often each body was sent before. */
  tries: Map<string, number>;
  /** The first half of a large answer was handed to the client. */
  onGrown: () => void;
  /** A request leaves; returns its number, and what is to be called at its end. */
  onSend: (sent: Sent) => {
    order: number;
    /** `status` is null where no whole answer came, `askedMs` where it asked for no wait. */
    ended: (what: End, contact: Contact, status: number | null, askedMs: number | null) => void;
    /** So much of its answer came that a program which ends now may have been ended by it. */
    grew: () => void;
  };
  /** A connection was opened, or could not be; or one was closed before it was used. */
  onLook: (reached: boolean) => void;
}

interface Way {
  encoding: string;
  pack: (bytes: Buffer) => Buffer;
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const WAYS: readonly Way[] = [
  { encoding: "gzip", pack: (bytes) => gzipSync(bytes) },
  { encoding: "X-GZIP", pack: (bytes) => gzipSync(bytes) },
  { encoding: "br", pack: (bytes) => brotliCompressSync(bytes, quick) },
  { encoding: "deflate", pack: (bytes) => deflateSync(bytes) },
  { encoding: "deflate", pack: (bytes) => deflateRawSync(bytes) },
  { encoding: "gzip, br", pack: (bytes) => brotliCompressSync(gzipSync(bytes), quick) },
];

interface Gateway {
  /** Statuses that come before the answer's own. */
  interim: readonly number[];
  headers: Record<string, string>;
  pack: (bytes: Buffer) => Buffer;
}

/** What a gateway between counter and service does to an answer, though nobody asked: one in ten is packed, and one in twenty has a 100 before it. */
function gatewayOf(chance: Chance): Gateway {
  const interim = chance.happens(0.05) ? [100] : [];
  const isPacked = chance.happens(0.1);
  const { encoding, pack } = chance.pick(WAYS);
  if (!isPacked) return { interim, headers: {}, pack: (bytes) => bytes };
  return { interim, headers: { "content-encoding": encoding }, pack };
}

/** Closed by the link, by the service after a while of nothing, or by the engine. */
class SimulatedCarrier implements Carrier {
  isUsed = false;
  whenDropped: (() => void) | null = null;
  readonly #send: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void;
  #dropped: (() => void) | null = null;
  #isOpen = true;
  /** What of its request is still to come reaches nobody. */
  whenClosed: (() => void) | null = null;

  constructor(send: (of: SimulatedCarrier) => Carrier["dispatch"]) {
    this.#send = send(this);
  }
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.isUsed = true;
    this.#send(options, handler);
  }
  isOpen(): boolean {
    return this.#isOpen;
  }
  onDropped(dropped: () => void): void {
    this.#dropped = dropped;
  }
  close(): void {
    this.#isOpen = false;
    this.whenClosed?.();
  }
  drop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.whenDropped?.();
    this.#dropped?.();
  }
}

interface Open {
  order: number;
  sentAt: number;
  carrier: SimulatedCarrier;
  /** Another request's answer came over its connection: it is read as its own, or the connection is gone. */
  cross: (answer: ServiceAnswer, of: Sent) => void;
  /** Ends it as broken in the middle. */
  cut: () => void;
  /** Forgets what was still to reach the books. */
  stopLanding: () => void;
}

/** A connection that is closed so soon, and unused, was none. */
const DROPPED_MS = 1_000;

export class Wire {
  readonly #deps: WireDeps;
  readonly #open = new Set<Open>();

  readonly #carriers = new Set<SimulatedCarrier>();
  #connecting = 0;

  constructor(deps: WireDeps) {
    this.#deps = deps;
  }

  /** A connection is being opened at this moment. */
  get isConnecting(): boolean {
    return this.#connecting > 0;
  }
  get oldestSentAt(): number | null {
    return this.#open.size === 0 ? null : Math.min(...[...this.#open].map(({ sentAt }) => sentAt));
  }
  get openCount(): number {
    return this.#open.size;
  }

  #dispatch(
    carrier: SimulatedCarrier,
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): void {
    const { timeline, chance, spell, planted, tries } = this.#deps;
    const headers = headersOf(options.headers);
    const entered = String(options.body);
    const before = tries.get(entered) ?? 0;
    tries.set(entered, before + 1);
    const sent: Sent = {
      kind: kindOf(options.method, options.path),
      origin: String(options.origin),
      authorization: headers.authorization ?? "",
      body: planted.rewrite(entered, before),
    };
    const repeat = sent.kind === null ? "may_apply_twice" : OPERATIONS[sent.kind].repeat;
    const watched = this.#deps.onSend(sent);
    const fate = fateOf(spell(), { repeat, now: timeline.now }, chance);
    const cancels: (() => void)[] = [];
    let ended = false;
    let answer: ServiceAnswer | null = null;

    const controller = NO_CONTROL;
    const finish = (
      what: End,
      contact: Contact,
      status: number | null,
      say: () => void,
      askedMs: number | null = null,
    ): void => {
      if (ended) return;
      ended = true;
      this.#open.delete(open);
      watched.ended(what, contact, status, askedMs);
      say();
    };
    const fail = (error: Error): void => handler.onResponseError?.(controller, error);
    const lose = (error: Error): void => finish("uncertain", "service_trouble", null, () => fail(error));
    const unreached = ({ code, message }: NoConnection): void =>
      finish("no_connection", "none", null, () => fail(errorOf(code, message)));
    const begin = (given: ServiceAnswer): void => {
      if (ended) return;
      watched.grew();
      this.#deps.onGrown();
      handler.onResponseStart?.(controller, given.status, planted.rehead(given.headers));
      handler.onResponseData?.(controller, Buffer.from(given.body.slice(0, GROWN_BYTES)));
    };
    /** `from`: so many bytes of it came before. */
    const reply = (given: ServiceAnswer, times = 1, isEvidence = true, from = 0): void => {
      const end = endOfStatus(given.status, given.headers, isEvidence);
      const asked = end === "not_applied" && given.status !== 401 ? askedMsOf(given.headers) : null;
      const gateway = gatewayOf(this.#deps.gateway);
      const say = (): void => {
        for (let time = 0; time < times; time += 1) {
          const body = Buffer.from(planted.reread(given.body, sent.body).slice(from));
          // What has begun to come goes on as it began.
          const bytes = from === 0 && body.length > 0 ? gateway.pack(body) : body;
          if (from === 0) {
            const headers = { ...planted.rehead(given.headers), ...gateway.headers };
            for (const status of gateway.interim) handler.onResponseStart?.(controller, status, {});
            handler.onResponseStart?.(controller, given.status, headers);
          }
          if (bytes.length > 0) handler.onResponseData?.(controller, bytes);
          handler.onResponseEnd?.(controller, {});
        }
      };
      finish(end, contactOf(given.status, isEvidence), given.status, say, asked);
    };
    const land = (repeated = false): void => {
      if (sent.kind === null) return;
      const given = this.#deps.land(sent.kind, sent, ended || repeated);
      answer ??= { ...given, headers: { date: new Date(timeline.now).toUTCString(), ...given.headers } };
    };
    const open: Open = {
      order: watched.order,
      sentAt: timeline.now,
      carrier,
      cross: (given, of) => {
        if (mayBeDistinguished(of, sent)) reply(given, 1, false);
        else lose(LOST.closed);
      },
      // Before there is a connection nothing of a request can be lost.
      cut: () => (fate.type === "no_connection" ? unreached(fate.failure) : lose(LOST.reset)),
      stopLanding: () => {
        for (const cancel of cancels) cancel();
      },
    };
    this.#open.add(open);

    if (fate.type === "no_connection") {
      timeline.after(fate.endsAt, () => unreached(fate.failure));
      return;
    }
    // The engine waits no longer: what comes now reaches nobody.
    carrier.whenClosed = () => finish("uncertain", "service_trouble", null, () => undefined);
    handler.onRequestStart?.(controller, {});
    if (fate.landsAt !== null) cancels.push(timeline.after(fate.landsAt, () => land()));
    if (fate.type === "answer" && fate.requestTwice)
      cancels.push(timeline.after(fate.landsAt + chance.between(1, 20_000), () => land(true)));
    timeline.after(fate.endsAt, () => {
      this.#end(fate, answer, { begin, reply, lose, handler, controller });
      if (fate.type === "answer" && fate.answerAgain !== null && answer !== null)
        timeline.after(fate.answerAgain, () => this.#comesAgain(carrier, answer, sent));
    });
  }

  /** An answer comes a second time over the same connection: under the next request, or between two. */
  #comesAgain(carrier: SimulatedCarrier, answer: ServiceAnswer | null, sent: Sent): void {
    const next = [...this.#open].find((open) => open.carrier === carrier);
    if (answer !== null && answer.status < 300) next?.cross(answer, sent);
    this.#carriers.delete(carrier);
    carrier.drop();
  }

  #end(
    fate: Exclude<Fate, { type: "no_connection" }>,
    answer: ServiceAnswer | null,
    to: {
      begin: (answer: ServiceAnswer) => void;
      reply: (answer: ServiceAnswer, times?: number, isEvidence?: boolean, from?: number) => void;
      lose: (error: Error) => void;
      handler: Dispatcher.DispatchHandler;
      controller: Dispatcher.DispatchController;
    },
  ): void {
    switch (fate.type) {
      case "lost":
        to.lose(LOST[fate.how]);
        return;
      case "answer":
        // Its way to the books was cut by a kill: nobody hears what comes.
        if (answer === null) to.lose(LOST.closed);
        else to.reply(answer, fate.answerTwice ? 2 : 1);
        return;
      case "half":
        if (answer !== null) {
          to.handler.onResponseStart?.(to.controller, answer.status, answer.headers);
          const half = answer.body.slice(0, answer.body.length >> 1);
          to.handler.onResponseData?.(to.controller, Buffer.from(half));
        }
        to.lose(LOST.closed);
        return;
      case "instead":
        to.reply(fate, 1, false);
        return;
      case "strange": {
        const { status, body, isEvidence } = strangeAnswer(
          fate.kind,
          answer !== null && answer.status < 300 ? answer : null,
        );
        const given: ServiceAnswer = { status, headers: answer?.headers ?? {}, body };
        if (fate.pausesMs === null) {
          to.reply(given, 1, isEvidence);
          return;
        }
        to.begin(given);
        this.#deps.timeline.after(fate.pausesMs, () => to.reply(given, 1, isEvidence, GROWN_BYTES));
      }
    }
  }

  /** Opens a connection, or doesn't. */
  readonly connect: Connect = () =>
    new Promise((resolve) => {
      const { timeline, chance, spell } = this.#deps;
      const { failure } = spell();
      const isUp = isReachable(spell()) && !(spell().kind === "bad" && chance.happens(0.3));
      const wait = isUp ? chance.between(5, 300) : chance.between(failure.least, failure.most);
      if (this.#deps.planted.passesProxy && failure.isProxys && !isUp) return resolve(this.#pastProxy());
      if (this.#deps.planted.isHasty) return resolve(this.#hasty(wait, isUp, failure));
      this.#connecting += 1;
      timeline.after(wait, () => {
        this.#connecting -= 1;
        this.#deps.onLook(isUp);
        if (!isUp) return resolve({ kind: "not_connected", problem: "unreachable", detail: failure.message });
        const carrier = new SimulatedCarrier(
          (of) => (options, handler) => this.#dispatch(of, options, handler),
        );
        this.#carriers.add(carrier);
        const openedAt = this.#deps.wallNow();
        carrier.whenDropped = () => {
          const after = this.#deps.wallNow() - openedAt;
          if (after >= 0 && after <= DROPPED_MS && !carrier.isUsed) this.#deps.onLook(false);
        };
        timeline.after(chance.between(4_000, 60_000), () => this.#letGo(carrier));
        resolve({ kind: "connected", carrier, certificate: null });
      });
    });

  /** As a pool that takes the request first: the connection is opened when there is something to send. */
  #hasty(wait: number, isUp: boolean, failure: NoConnection, onLook = this.#deps.onLook): Connected {
    const { timeline } = this.#deps;
    onLook(true);
    const carrier = new SimulatedCarrier((of) => (options, handler) => {
      timeline.after(wait, () => {
        if (isUp) this.#dispatch(of, options, handler);
        else handler.onResponseError?.(NO_CONTROL, errorOf(failure.code, failure.message));
      });
    });
    this.#carriers.add(carrier);
    return { kind: "connected", carrier, certificate: null };
  }

  /** As a look that goes straight to the service, where every request has to go through a proxy that lets none pass. */
  #pastProxy(): Connected {
    this.#deps.onLook(false);
    return this.#hasty(1, false, this.#deps.spell().failure, () => undefined);
  }

  /** Closed for want of use; later where something is under way over it. */
  #letGo(carrier: SimulatedCarrier): void {
    if ([...this.#open].some((open) => open.carrier === carrier))
      return void this.#deps.timeline.after(4_000, () => this.#letGo(carrier));
    this.#carriers.delete(carrier);
    carrier.drop();
  }

  /** The link breaks: each open request with this probability, and half of those before it reached the books. */
  breakLink(probability: number): void {
    for (const open of [...this.#open]) {
      if (!this.#deps.chance.happens(probability)) continue;
      if (this.#deps.chance.happens(0.5)) open.stopLanding();
      open.cut();
    }
    for (const carrier of [...this.#carriers])
      if (this.#deps.chance.happens(probability)) {
        this.#carriers.delete(carrier);
        carrier.drop();
      }
  }

  /** The process is gone: half of what hadn't reached the books never does. */
  abandon(): void {
    for (const open of this.#open) if (this.#deps.chance.happens(0.5)) open.stopLanding();
  }

  /** These never left the process. */
  takeBack(orders: ReadonlySet<number>): void {
    for (const open of this.#open) if (orders.has(open.order)) open.stopLanding();
  }
}
