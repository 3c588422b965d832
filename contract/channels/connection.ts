/** Who we are to which service, and the state of sending. */
import { z } from "zod";
import type { FieldReason } from "../codes.ts";
import type { NetworkProblem } from "../reasons/entry-problem.ts";
import { because, deviceId, notThe, tenantId, text, userId } from "../values.ts";
import { nothing, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";

/** Is this host name the computer itself? Only its own names and addresses count, whatever else resolves to them. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** An https address; http is taken on loopback only, so a token never crosses a network in the clear. */
export const serviceUrl = text(2_000).transform((value, ctx) => {
  const refuse = (reason: FieldReason) => {
    ctx.addIssue({ code: "custom", ...because(reason) });
    return z.NEVER;
  };
  if (!URL.canParse(value.trim())) return refuse("not_a_url");
  const url = new URL(value.trim());
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse("not_a_url");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return refuse("insecure_url");
  if (url.username || url.password) return refuse("has_credentials");
  if (url.search || url.hash) return refuse("not_a_url");
  return url.href.replace(/(?<!\/)\/+$/, "");
});

/** A token is one header value: visible ASCII, no spaces (RFC 6750, b64token and what else is seen). */
const token = z
  .string()
  .trim()
  .min(1)
  .max(16_384)
  .refine((value) => /^[\x21-\x7E]+$/.test(value), notThe("token"));

const connection = z.object({
  serviceUrl: z.string(),
  tenantId: wholeOut,
  userId: wholeOut,
  deviceId: z.string(),
  hasToken: z.boolean(),
  practice: z.boolean(),
});
export type Connection = z.infer<typeof connection>;

export const SYNC_STATES = [
  ...["online", "offline", "sign_in_needed", "paused", "service_trouble"],
  /** Another computer has this counter's place: nothing is sent from here any more. */
  "taken_over",
] as const;
export const syncStatus = z.object({
  /** `offline` also means "not tried yet": nothing is claimed before the first contact. */
  state: z.enum(SYNC_STATES),
  counts: z.object({
    pending: z.number(),
    in_flight: z.number(),
    retry_wait: z.number(),
    outcome_unknown: z.number(),
    dead_letter: z.number(),
  }),
  oldestUnsentAt: timeOut.nullable(),
  lastConfirmedAt: timeOut.nullable(),
  clockDriftMs: z.number().nullable(),
  /** When the next attempt is due, where one waits for its time. */
  nextAttemptAt: timeOut.nullable(),
  /** When the service last answered anything at all. */
  lastContactAt: timeOut.nullable(),
  needsAttention: z.number(),
  /** Entries that wait until the shop folder was looked at; absent where none does. */
  held: z.number().optional(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

const policy = z.object({
  /** It merges a repeated serialNo: unknown outcomes are then resent by themselves. */
  resendUnknown: z.boolean(),
  /** It confirms by any 2xx, whatever the body holds. */
  confirmAnySuccess: z.boolean(),
});
export type Consents = z.infer<typeof policy>;

/** `closed`: not the current connection. `refused`: a person chooses (`recovery.refusal`). */
export const FILE_STATES = ["closed", "opening", "open", "recovering", "waiting", "refused"] as const;
export const FILE_BUSY_STATES = ["opening", "recovering", "waiting"] as const;
/**
 * The details of `storage_busy` where the connection's file is not open at the moment: it is being opened or
 * recovered, or waits to be tried again. The counts are those of `knownAt`, and null where nothing is known.
 */
export const fileBusy = z.object({
  state: z.enum(FILE_BUSY_STATES),
  counts: syncStatus.shape.counts.nullable(),
  oldestUnsentAt: timeOut.nullable(),
  knownAt: timeOut.nullable(),
  /** The code of what went wrong at the last try; null where nothing did. */
  cause: z.string().nullable(),
});
export type FileBusy = z.infer<typeof fileBusy>;

/** Of `NETWORK_PROBLEMS` those that a connection can have, and those of a proxy. */
export const CHECK_PROBLEMS = [
  "name_not_found",
  "refused",
  "timed_out",
  "not_secure",
  "unreachable",
  "proxy_unreachable",
  "proxy_refused",
] as const satisfies readonly (NetworkProblem | `proxy_${string}`)[];

export const connectionChannels = {
  "app.info": engine.reads(
    "nothing",
    nothing,
    z.object({
      version: z.string(),
      engine: z.object({ node: z.string(), sqlite: z.string() }),
      profile: z.string(),
    }),
  ),
  "connection.get": engine.reads("nothing", nothing, connection.nullable()),
  /** Without the right, or anybody signed in, the headless engine takes the token of the connection that is open. */
  "connection.save": engine.reconnects(
    "settings",
    z.strictObject({
      serviceUrl,
      tenantId,
      userId,
      /** Left out to keep the token already held for this service and tenant. */
      token: token.optional(),
      deviceId: deviceId.optional(),
      practice: z.boolean().optional(),
      /** The app only: false keeps the token for this run and writes it nowhere. */
      remember: z.boolean().optional(),
    }),
    connection,
    { serviceUrl: "server" },
  ),
  "connection.check": engine.reads(
    "nothing",
    z.strictObject({ serviceUrl }),
    z.object({
      reachable: z.boolean(),
      encrypted: z.boolean(),
      problem: z.enum(CHECK_PROBLEMS).nullable(),
      /** The system's own words for the problem. */
      detail: z.string().nullable(),
      certificate: z.object({ subject: z.string(), issuer: z.string(), validTo: z.string() }).nullable(),
      elapsedMs: z.number(),
    }),
    { serviceUrl: "server" },
  ),
  /** Of practice shops only the one that is open. */
  "connection.list": engine.reads(
    "nothing",
    nothing,
    z.object({
      connections: z.array(
        connection.omit({ hasToken: true }).extend({
          /** Null where it is not known; of one that is being opened or recovered, as it was known last. */
          unsent: z.number().nullable(),
          current: z.boolean(),
          file: z.enum(FILE_STATES),
        }),
      ),
    }),
  ),
  "sync.status": engine.reads("nothing", nothing, syncStatus),
  "sync.now": engine.changes("nothing", nothing, syncStatus),
  "sync.pause": engine.changes("anybody", nothing, syncStatus),
  "sync.resume": engine.changes("anybody", nothing, syncStatus),
  /** The owner's words about this service; both off at first. */
  "policy.get": engine.reads("nothing", nothing, policy),
  /** What is left out stays as it is. */
  "policy.set": engine.changes("settings", policy.partial().strict(), policy),
};
