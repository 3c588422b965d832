/** A call, and what answers one: every guard and handler, of the main process and of the engine, is given `(call, input)`. */
import type { PageName } from "./channels/declare.ts";
import type { ChannelName, ChannelOutput, ParsedInput } from "./channels.ts";
import type { PersonName } from "./rights.ts";
import type { DeviceId, ExactInteger, UserId } from "./values.ts";

/** Who asks. It goes whole from the gate to the engine's handlers. */
export interface Caller {
  /** Null where neither a page nor another program does, but this program itself: then no right is asked for. */
  readonly page: PageName | null;
}
export const THE_PROGRAM: Caller = { page: null };
/** Who asks the engine on its channels from outside of the app. */
export const ANOTHER_PROGRAM: Caller = { page: "program" };

/** Who acts, on which device. */
export interface Actor {
  readonly userId: ExactInteger;
  readonly deviceId: string;
  /** Who was signed in; null where nobody was. */
  readonly person: PersonName | null;
  /** Who approved it; null where nobody had to. */
  readonly approver: PersonName | null;
}

export const NOBODY = { person: null, approver: null } as const;

/** What is asked under which id, by whom, and when, in milliseconds since 1970. */
export interface CallOrigin {
  readonly id: string;
  readonly channel: ChannelName;
  readonly from: Caller;
  readonly at: number;
}

/** What a guard looks at. */
export type ChannelCall = Pick<CallOrigin, "channel">;

/** A call of the engine on an open file: also who acts, and on which device. */
export interface Call extends CallOrigin {
  readonly actor: Actor & { readonly userId: UserId; readonly deviceId: DeviceId };
}

/** One function for each of these channels; one that is missing is a compile error. */
export type HandlersOf<Names extends ChannelName, Given = CallOrigin> = {
  [Name in Names]: (
    call: Given,
    input: ParsedInput<Name>,
  ) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>;
};
