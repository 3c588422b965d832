/** The owner's policy: what one file, laid down by an administrator, fixes for everybody at this computer. */
import { z } from "zod";
import { isAbsolutePath, placeText } from "../place-address.ts";
import { fieldIssue } from "../reply.ts";
import { changeableRoles, pinAction } from "../rights.ts";
import { notThe, tenantId, text } from "../values.ts";
import { nothing, oneLine } from "./common.ts";
import { serviceUrl } from "./connection.ts";
import { shell } from "./declare.ts";
import { ageRecipient, changeRules, region } from "./shop-folder.ts";
import { updateChannel, updateServer } from "./updates.ts";

/** A file of another version is refused whole: its fields may mean something else. */
export const POLICY_VERSION = 1;

const folder = text(4_000).refine(isAbsolutePath, notThe("absolute_path"));

/** What the file decides about the shop folder. There is no field for a key or a secret. */
const fixedShopFolder = z.strictObject({
  place: placeText.meta({
    description: "A folder's absolute path, https://… for WebDAV, or s3://bucket/prefix?endpoint=https://…",
  }),
  region: region.exactOptional().meta({ description: "The region that requests to S3 are signed for." }),
  unsigned: z.boolean().exactOptional().meta({
    description:
      "True: lists are taken from a plain folder without signatures. Who writes there decides prices.",
  }),
  root: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .exactOptional()
    .meta({
      description:
        "The fingerprint of the folder's first root, as npm run shop-folder says it. Where left out, the first that a counter sees is believed from then on.",
    }),
  recipient: ageRecipient
    .exactOptional()
    .meta({ description: "The owner's public key (age1…), to which backups in the folder are encrypted." }),
  rules: changeRules
    .exactOptional()
    .meta({ description: "A list that changes more than this share, in percent, waits for a person." }),
});

const fixedMonitoring = z.strictObject({
  textfile: folder
    .exactOptional()
    .meta({ description: "The folder of a Prometheus textfile collector, an absolute path." }),
  otlp: serviceUrl
    .exactOptional()
    .meta({ description: "The address of an OTLP collector over HTTP, https." }),
});

/** What the engine is given of the file about the counters of a shop; null: it decides nothing of it. */
export const fixedCounters = z.object({
  shopFolder: fixedShopFolder.nullable(),
  monitoring: fixedMonitoring.nullable(),
});
export type FixedCounters = z.infer<typeof fixedCounters>;
export const NO_FIXED_COUNTERS: FixedCounters = { shopFolder: null, monitoring: null };

/**
 * The file. There is no field for a token, and an unknown field refuses the whole file: a token on twenty computers in
 * a file that everybody may read is no secret.
 */
export const policy = z.strictObject({
  $schema: text(2_000)
    .exactOptional()
    .meta({ description: "Where an editor finds the schema of this file. The program doesn't read it." }),
  version: z.literal(POLICY_VERSION).meta({ description: "The version of this file's format." }),
  serviceUrl: serviceUrl.exactOptional().meta({ description: "The service's address, https." }),
  tenantId: tenantId.exactOptional().meta({
    type: ["integer", "string"],
    description: "The tenant's id; as text where it has more than 15 digits.",
  }),
  language: z.enum(["en", "ar"]).exactOptional().meta({ description: "The language of the screens." }),
  theme: z
    .enum(["system", "light", "dark"])
    .exactOptional()
    .meta({ description: "The colours of the screens." }),
  updates: z
    .strictObject({
      server: updateServer.nullable().meta({
        description: "The folder that holds the releases; null: newer versions are never looked for.",
      }),
      channel: updateChannel.default("latest").meta({ description: "Finished versions, or trial ones too." }),
    })
    .exactOptional(),
  pinAsksFor: z
    .array(pinAction)
    .max(10)
    .exactOptional()
    .meta({ description: "What asks for the PIN whatever is chosen at the counter, where a PIN is set." }),
  roles: changeableRoles
    .exactOptional()
    .meta({ description: "What cashiers and managers may do; they can't be changed at the counter then." }),
  secondBackupFolder: folder
    .exactOptional()
    .meta({ description: "The second folder for backups, an absolute path on another disk." }),
  shopFolder: fixedShopFolder
    .exactOptional()
    .meta({ description: "The one place that the counters of a shop share." }),
  monitoring: fixedMonitoring.exactOptional().meta({ description: "Where this counter's figures go." }),
  requestDeadlineSeconds: z.int().min(10).max(3_600).exactOptional().meta({
    description: "How long the service may take for one whole answer, in seconds; 120 where left out.",
  }),
  support: z
    .strictObject({
      name: oneLine(80).meta({ description: "Who helps: a person, a company or a department." }),
      telephone: oneLine(40).meta({ description: "The number to call, as people write it." }),
    })
    .exactOptional()
    .meta({ description: "Whom staff call; shown in Help and in Settings." }),
});
export type Policy = z.infer<typeof policy>;
/** Those that decide something. */
export type PolicyField = Exclude<keyof Policy, "$schema" | "version">;

/** Why a policy file can't be used. The words for people stand in `renderer/i18n`. */
export const POLICY_REFUSALS = [
  "unreadable", // it is there, and this person may not read it
  "not_a_file",
  "unsafe", // somebody who is no administrator may write it, or its folder
  "too_large",
  "not_json",
  "refused", // JSON, but a field is wrong or unknown
] as const;
export type PolicyRefusal = (typeof POLICY_REFUSALS)[number];

// What the owner's policy file fixes, for the screens that show it. The page can read it and never change
// it.

const policyState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none"), path: z.string() }),
  z.object({ state: z.literal("holds"), path: z.string(), policy }),
  z.object({
    state: z.literal("unusable"),
    path: z.string(),
    why: z.enum(POLICY_REFUSALS),
    issues: z.array(fieldIssue),
  }),
]);

export const policyChannels = {
  /** As it was read at this start. */
  "ownerPolicy.get": shell.reads("nothing", nothing, policyState),
};
