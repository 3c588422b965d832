/** Channel name to input, output and owner: the one map from which both ends derive their types. */
import { z } from "zod";
import { attachmentChannels } from "./channels/attachments.ts";
import { auditChannels } from "./channels/audit.ts";
import { connectionChannels } from "./channels/connection.ts";
import { daySheetChannels } from "./channels/day-sheets.ts";
import type { Channel } from "./channels/declare.ts";
import { mirrorChannels } from "./channels/mirror.ts";
import { peopleChannels } from "./channels/people.ts";
import { pinChannels } from "./channels/pin.ts";
import { policyChannels } from "./channels/policy.ts";
import { postingChannels } from "./channels/posting.ts";
import { practiceChannels } from "./channels/practice.ts";
import { printingChannels } from "./channels/printing.ts";
import { purchaseChannels } from "./channels/purchases.ts";
import { recoveryChannels } from "./channels/recovery.ts";
import { referenceDataChannels } from "./channels/reference-data.ts";
import { scanChannels } from "./channels/scan.ts";
import { shellChannels } from "./channels/shell.ts";
import { shopFolderChannels, takeoverChannels } from "./channels/shop-folder.ts";
import { startChannels } from "./channels/start.ts";
import { statementChannels } from "./channels/statements.ts";
import { supportChannels } from "./channels/support.ts";
import { unknownChannels } from "./channels/unknown.ts";
import { updateChannels } from "./channels/updates.ts";
import type { EntryState } from "./entry-states.ts";
import { CountersideError, parseInput } from "./error.ts";
import { decide, type Needed, type Right, type Standing } from "./rights.ts";

export const CHANNELS = {
  ...connectionChannels,
  ...postingChannels,
  ...unknownChannels,
  ...mirrorChannels,
  ...scanChannels,
  ...purchaseChannels,
  ...statementChannels,
  ...referenceDataChannels,
  ...auditChannels,
  ...daySheetChannels,
  ...recoveryChannels,
  ...shopFolderChannels,
  ...takeoverChannels,
  ...shellChannels,
  ...startChannels,
  ...practiceChannels,
  ...peopleChannels,
  ...pinChannels,
  ...printingChannels,
  ...supportChannels,
  ...attachmentChannels,
  ...updateChannels,
  ...policyChannels,
};

export type ChannelName = keyof typeof CHANNELS;
/** What a caller may write. */
export type ChannelInput<Name extends ChannelName> = z.input<(typeof CHANNELS)[Name]["input"]>;
/** What a handler receives: parsed, with defaults. */
export type ParsedInput<Name extends ChannelName> = z.output<(typeof CHANNELS)[Name]["input"]>;
export type ChannelOutput<Name extends ChannelName> = z.output<(typeof CHANNELS)[Name]["output"]>;

type With<Facts extends Partial<Channel>> = {
  [Name in ChannelName]: (typeof CHANNELS)[Name] extends Facts ? Name : never;
}[ChannelName];
export type EngineChannel = With<{ owner: "engine" }>;
export type ShellChannel = With<{ owner: "shell" }>;
/** Those that may be asked again without harm. */
export type ReadingChannel = With<{ does: "reads" }>;
/** Those that the page of the staff may not ask. */
export type ReservedChannel = With<{ page: "print" | null }>;

/** What is known of a channel, by its name; null for a name that is none. */
export const channelOf = (name: string): Channel | null => (isChannelName(name) ? CHANNELS[name] : null);
export const isChannelName = (name: string): name is ChannelName => Object.hasOwn(CHANNELS, name);
export const isEngineChannel = (name: string): name is EngineChannel => channelOf(name)?.owner === "engine";

/** What a call needs; `named` is the state of the entry that its input names, null where that isn't known. */
export function neededBy(name: ChannelName, input: unknown, named: EntryState | null): Needed {
  const channel: Channel = CHANNELS[name];
  return channel.needs(input, named);
}

/** Throws where who works may not do it. The right that another person must approve; null where nobody must. */
export function rightToApprove(channel: ChannelName, who: Standing, needed: Needed): Right | null {
  const verdict = decide(who, needed);
  switch (verdict.is) {
    case "allowed":
      return null;
    case "approval":
      return verdict.right;
    case "nobody_signed_in":
      throw new CountersideError("not_allowed", { reason: "nobody_signed_in", right: verdict.right });
    case "never":
      throw new CountersideError("not_allowed", { reason: "role", right: verdict.right });
    case "pin":
      throw new CountersideError("pin_needed", { channel, action: verdict.action });
  }
}

/** Whether the channel has a field for an approval itself. */
const namesApproval = ({ input }: Channel): boolean =>
  input instanceof z.ZodObject && Object.hasOwn(input.shape, "approvalId");
const approved = z.looseObject({ approvalId: z.uuid().optional() });

/** Parses a channel's input, or throws `invalid_input` naming each field and its reason. */
export function parseChannelInput<Name extends ChannelName>(name: Name, input: unknown): ParsedInput<Name> {
  const schema: z.ZodType = CHANNELS[name].input;
  // ParsedInput<Name> is by definition what this schema makes; the compiler can't follow the lookup.
  return parseInput(schema, input) as ParsedInput<Name>;
}

/** The same of a call, which names an approval where it is repeated with one. */
export function parseCall<Name extends ChannelName>(
  name: Name,
  given: unknown,
): { input: ParsedInput<Name>; approvalId: string | null } {
  const isPlain = typeof given === "object" && given !== null && Object.hasOwn(given, "approvalId");
  if (!isPlain || namesApproval(CHANNELS[name]))
    return { input: parseChannelInput(name, given), approvalId: null };
  const { approvalId = null, ...input } = parseInput(approved, given);
  return { input: parseChannelInput(name, input), approvalId };
}
export const withApproval = <Input extends object>(input: Input, approvalId: string | null) =>
  approvalId === null ? input : { ...input, approvalId };

/** Checks that a channel answered as the contract says; throws ZodError where it didn't. */
export function parseChannelOutput<Name extends ChannelName>(
  name: Name,
  value: unknown,
): ChannelOutput<Name> {
  const schema: z.ZodType = CHANNELS[name].output;
  // ChannelOutput<Name> is by definition what this schema makes; the compiler can't follow the lookup.
  return schema.parse(value) as ChannelOutput<Name>;
}
