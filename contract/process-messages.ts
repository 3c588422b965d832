/** What the Electron main process and its two utility processes (engine, practice service) say to each other. */
import { z } from "zod";
import type { Caller } from "./call.ts";
import { PAGES } from "./channels/declare.ts";
import { fixedCounters } from "./channels/policy.ts";
import { practiceBooks, practiceTrouble } from "./channels/practice.ts";
import { settings } from "./channels/shell.ts";
import { agreedEvent } from "./events.ts";
import { anyReply, replyError } from "./reply.ts";
import { fixedRights } from "./rights.ts";

const { language } = settings.shape;

/** The vault's key of a token. */
export const tokenKey = (serviceUrl: string, tenantId: number | string): string =>
  `${tenantId} ${serviceUrl}`;

/** What a place of the shop folder asks for: a name and a password, or an access key and its secret. */
const placeSecrets = z.object({ key: z.string().nullable(), secret: z.string().nullable() });
export type PlaceSecrets = z.infer<typeof placeSecrets>;

const caller = z.object({ page: z.enum(PAGES).nullable() }) satisfies z.ZodType<Caller>;

export const toEngine = z.discriminatedUnion("type", [
  /** First message: everything the engine needs of its surroundings. */
  z.object({
    type: z.literal("init"),
    profile: z.string(),
    appVersion: z.string(),
    /** Path of a database binding for a runtime that can't load the packaged one; null: the packaged one. */
    sqliteBinding: z.string().nullable(),
    tokens: z.record(z.string(), z.string()),
    /** As `session.resolveProxy` answers: a proxy's address, or null for none. */
    proxy: z.string().nullable(),
    /** From the first byte of a request to its whole answer, in milliseconds; left out: the engine's own. */
    deadlineMs: z.number().positive().exactOptional(),
    fixed: fixedRights,
    fixedCounters,
    /** By the place's address. */
    placeSecrets: z.record(z.string(), placeSecrets),
  }),
  z.object({
    type: z.literal("invoke"),
    id: z.number(),
    channel: z.string(),
    input: z.unknown(),
    from: caller,
  }),
  /** The system says that the network came back: a hint, never a fact. */
  z.object({ type: z.literal("networkHint") }),
  /** Finish what is in flight, then exit with code 0. */
  z.object({ type: z.literal("stop") }),
]);
export type ToEngine = z.infer<typeof toEngine>;

const fromEngine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), pid: z.number() }),
  /** The profile can't be opened; the process exits after saying so. */
  z.object({ type: z.literal("failed"), error: replyError }),
  z.object({ type: z.literal("reply"), id: z.number(), reply: anyReply }),
  z.object({ type: z.literal("event"), event: agreedEvent }),
]);
export type FromEngine = z.infer<typeof fromEngine>;

export const toPractice = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("init"),
    /** The folder of the stand-in's own books. */
    folder: z.string(),
    /** 0 for any free port. */
    port: z.number(),
    sqliteBinding: z.string().nullable(),
    language,
    /** Whether it listens from the beginning. */
    up: z.boolean(),
  }),
  /** Names the shop in a language and writes its reference data anew. */
  z.object({ type: z.literal("name"), language }),
  /** Starts or stops listening; the books stay. The port stays the same. */
  z.object({ type: z.literal("setUp"), up: z.boolean() }),
  /** Makes trouble, or (null) ends it. */
  z.object({ type: z.literal("rehearse"), trouble: practiceTrouble.nullable() }),
  /** Empties the books and lays the sample shop into them, as another company. */
  z.object({ type: z.literal("startOver") }),
  z.object({ type: z.literal("books") }),
  z.object({ type: z.literal("stop") }),
]);
export type ToPractice = z.infer<typeof toPractice>;

const fromPractice = z.discriminatedUnion("type", [
  /** Listening (or stopped listening); the token is one that this service takes. */
  z.object({
    type: z.literal("state"),
    up: z.boolean(),
    serviceUrl: z.string(),
    token: z.string(),
    tenantId: z.number(),
    userId: z.number(),
    /** Of its shop's names, in its books and in the files that it wrote. */
    language,
    trouble: practiceTrouble.nullable(),
  }),
  /** Unasked: a request met the trouble that was rehearsed, and it is over. */
  z.object({ type: z.literal("troubleMet") }),
  z.object({ type: z.literal("books"), books: practiceBooks }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type FromPractice = z.infer<typeof fromPractice>;

/** Reads what the engine's process says: null for anything else than the agreed messages. */
export const readEngineMessage = (data: unknown): FromEngine | null =>
  fromEngine.safeParse(data).data ?? null;
/** Reads what the practice service says: null for anything else than the agreed messages. */
export const readPracticeMessage = (data: unknown): FromPractice | null =>
  fromPractice.safeParse(data).data ?? null;
