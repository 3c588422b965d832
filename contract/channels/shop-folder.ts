/** The shop folder: the one place that the counters of a shop share, and what comes from it and goes to it. */
import { z } from "zod";
import { counterStatus, SIGNATURES } from "../counter-status.ts";
import { type PlaceKind, placeText } from "../place-address.ts";
import { text } from "../values.ts";
import { filePath, nothing, oneLine, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { referenceKind } from "./mirror.ts";

export const PLACE_KINDS = ["folder", "webdav", "s3"] as const satisfies readonly PlaceKind[];

/** Why a place could not be used. The words for people are in `renderer/i18n`. */
export const PLACE_TROUBLES = [
  "unreachable", // no way to it: name, network, drive
  "no_answer",
  "not_secure", // its certificate
  "refused", // name, password or key, or no right to it
  "not_found", // there is no such folder or bucket
  "read_only",
  "full",
  "broken", // it gave back something else than was put there
  "other",
] as const;
export const placeTrouble = z.enum(PLACE_TROUBLES);
export type PlaceTrouble = z.infer<typeof placeTrouble>;

/** A place that takes longer while it is tried, in seconds, is not kept: a person waits for the answer. */
export const LONGEST_TRY = 30;

/** As S3 names it. */
export const region = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
/** A public key in age's format. */
export const ageRecipient = z
  .string()
  .max(2_000)
  .regex(/^age1[a-z0-9]+$/);

/** What is asked of a place before it is relied on. */
const abilities = z.object({ putIfAbsent: z.boolean(), rename: z.boolean(), list: z.boolean() });
export type Abilities = z.infer<typeof abilities>;

const percent = z.number().min(0).max(100);
/** What a list may change by itself; more waits for a person. */
export const changeRules = z.object({ rowsPercent: percent, pricesPercent: percent });
export type ChangeRules = z.infer<typeof changeRules>;

/** What the administrator may sign for every counter: it is above what is set at one. */
export const signedSettings = z.object({
  rules: changeRules.exactOptional(),
  /** Of the backups. */
  recipient: ageRecipient.exactOptional(),
});
export type SignedSettings = z.infer<typeof signedSettings>;

/** `unsigned`: a plain folder, where the policy says so. `out_of_date`: the signatures hold and their time is over. */
export const TRUST_STATES = ["none", "signed", "unsigned", "out_of_date", "refused"] as const;

const listState = z.object({
  list: referenceKind,
  /** As the folder numbers it; null where this list never came from the folder. */
  version: z.number().nullable(),
  takenAt: timeOut.nullable(),
  checkedAt: timeOut.nullable(),
  /** A version that waits: for its turn in the rollout, or for a person. */
  next: z
    .object({
      version: z.number(),
      waitsFor: z.enum(["rollout", "person", "declined"]),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      prices: z.number(),
      because: z.array(z.enum(["rows", "prices"])),
    })
    .nullable(),
  trouble: z.object({ code: z.string(), at: timeOut }).nullable(),
});
export type ListState = z.infer<typeof listState>;

export const FENCE_STATES = ["none", "clear", "not_seen", "claimed"] as const;

export const shopFolderState = z.object({
  place: z.string().nullable(),
  kind: z.enum(PLACE_KINDS).nullable(),
  hasSecret: z.boolean(),
  /** Null until it was tried. */
  can: abilities.nullable(),
  /** What this counter is called in the folder. */
  name: z.string(),
  lastContactAt: timeOut.nullable(),
  trouble: z.object({ code: placeTrouble, at: timeOut }).nullable(),
  trust: z.object({
    state: z.enum(TRUST_STATES),
    expiresAt: timeOut.nullable(),
    /** Why it is refused: a code. */
    reason: z.string().nullable(),
    /** The fingerprint of the folder's first root, which names it; null where nothing in it is signed. */
    root: z.string().nullable(),
  }),
  rules: changeRules,
  /** What the administrator has signed of the settings: `shopFolder.configure` refuses it. */
  signed: z.array(signedSettings.keyof()),
  lists: z.array(listState),
  backups: z.object({
    /** The owner's public key (age); null: nothing is put there. */
    recipient: z.string().nullable(),
    lastAt: timeOut.nullable(),
    trouble: z.object({ code: z.string(), at: timeOut }).nullable(),
  }),
  /** Whether another computer has taken this counter's place. */
  fence: z.object({
    state: z.enum(FENCE_STATES),
    byDeviceId: z.string().nullable(),
    at: timeOut.nullable(),
    /** Entries that wait until the fence was looked at. */
    held: z.number(),
  }),
});
export type ShopFolderState = z.infer<typeof shopFolderState>;

export const shopFolderChannels = {
  "shopFolder.get": engine.reads("anybody", nothing, shopFolderState),
  /** Null: none. Tried before it is kept, for `LONGEST_TRY` at most. The key and the secret are kept as the token is. */
  "shopFolder.set": engine.changes(
    "settings",
    z.strictObject({
      place: placeText.nullable(),
      key: text(4_000).optional(),
      secret: text(4_000).optional(),
      region: region.optional(),
    }),
    shopFolderState,
    { place: "place" },
  ),
  /** Looks for newer lists, writes the status and a backup where they are due, now. */
  "shopFolder.refresh": engine.changes("anybody", nothing, shopFolderState),
  /** Refuses with `signed` what the administrator has signed. */
  "shopFolder.configure": engine.changes(
    "settings",
    z.strictObject({
      name: oneLine(100).optional(),
      rules: changeRules.optional(),
      recipient: ageRecipient.nullable().optional(),
    }),
    shopFolderState,
    { recipient: "recipient" },
  ),
  /** What a list that waits would change. The first rows of many. */
  "shopFolder.changes": engine.reads(
    "anybody",
    z.strictObject({ list: referenceKind }),
    z.object({
      version: z.number(),
      rows: z.array(
        z.object({
          change: z.enum(["added", "changed", "removed"]),
          name: z.string(),
          cells: z.array(
            z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
          ),
        }),
      ),
    }),
  ),
  "shopFolder.decide": engine.changes(
    "import",
    z.strictObject({ list: referenceKind, version: z.number(), take: z.boolean() }),
    shopFolderState,
  ),
  /** The status of every counter that writes one there. */
  "shopFolder.counters": engine.reads(
    "settings",
    nothing,
    z.object({
      at: timeOut,
      counters: z.array(counterStatus.extend({ signature: z.enum(SIGNATURES) })),
      /** Names of files that say nothing that can be read. */
      unreadable: z.array(z.string()),
      /** Counters that were seen before, and whose file is gone. */
      missing: z.array(z.object({ deviceId: z.string(), name: z.string(), lastAt: timeOut })),
    }),
  ),
  /** A person's word: entries that wait for a look at the folder are sent without one. */
  "shopFolder.goOn": engine.changes("resendUnknown", nothing, shopFolderState),
  /** Makes the owner's key for backups. It is answered this once and kept nowhere. */
  "shopFolder.makeKey": engine.changes(
    "settings",
    nothing,
    z.object({ recipient: z.string(), key: z.string(), words: z.array(z.string()) }),
  ),
  /** Fetches the newest backup of a counter, opens it with the key and reads every page. */
  "shopFolder.drill": engine.changes(
    "settings",
    z.strictObject({ deviceId: text(100), key: text(2_000) }),
    z.object({
      madeAt: timeOut,
      bytes: z.number(),
      entries: z.number(),
      files: z.number(),
      missingFiles: z.number(),
    }),
  ),
};

const taken = z.object({
  deviceId: z.string(),
  /** What this counter is called in the folder. */
  name: z.string(),
  serviceUrl: z.string(),
  tenantId: wholeOut,
  backupAt: timeOut,
  entries: z.number(),
  /** They may have been sent, and wait for a person. */
  decisions: z.number(),
  files: z.number(),
  missingFiles: z.number(),
  /** False: the place can't keep two computers apart; a person has said that the old one is gone. */
  fenced: z.boolean(),
  recoveryId: z.number(),
});

export const takeoverChannels = {
  /** Counters whose backups are in the shop folder. */
  "takeover.list": engine.reads(
    "settings",
    nothing,
    z.object({
      counters: z.array(
        z.object({
          deviceId: z.string(),
          name: z.string(),
          backupAt: timeOut,
          bytes: z.number(),
          lastStatusAt: timeOut.nullable(),
          /** Seen so lately that it may be alive. */
          isAlive: z.boolean(),
          claimedBy: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Takes over a counter whose computer is gone: its newest backup, behind a fence. */
  "takeover.claim": engine.reconnects(
    (): ["settings", "people"] => ["settings", "people"],
    z.strictObject({
      deviceId: text(100).min(1),
      key: text(2_000).min(1),
      /** A person says that the old computer is gone: asked for where the place can't fence, or it was seen lately. */
      oldIsGone: z.boolean().optional(),
      /** Who took its place before, as `takeover.list` says, and is gone too. A claim that was not known of is none of it. */
      claimedBy: text(100).optional(),
    }),
    taken,
  ),
  /** On the old computer: puts what the backup lacked into the folder, and into a file. */
  "takeover.handOver": engine.changes(
    "export",
    z.strictObject({ path: filePath.optional() }),
    z.object({ path: z.string().nullable(), entries: z.number() }),
    { path: "saveHandOver" },
  ),
  /** On the new computer: takes the entries of a handed-over file as decisions. `path` left out: from the folder. */
  "takeover.receive": engine.changes(
    "confirm",
    z.strictObject({ path: filePath.optional(), key: text(2_000).min(1) }),
    /** `known`: they were here; `confirmed`: of those, the old computer had the answer. */
    z.object({ entries: z.number(), known: z.number(), confirmed: z.number() }),
    { path: "handOver" },
  ),
};
