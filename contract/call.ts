/** A call, and what answers one: every guard and handler, of the main process and of the engine, is given `(call, input)`. */
import type { PageName } from "./channels/declare.ts";
import type { ChannelName, ChannelOutput, ParsedInput } from "./channels.ts";
import type { DeviceId, UserId } from "./values.ts";

/** Who asks. It goes whole from the gate to the engine's handlers. */
export interface Caller {
  /** Null where no page does, but the program itself. */
  readonly page: PageName | null;
}
export const THE_PROGRAM: Caller = { page: null };

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
  readonly actor: { readonly userId: UserId; readonly deviceId: DeviceId };
}

/** One function for each of these channels; one that is missing is a compile error. */
export type HandlersOf<Names extends ChannelName, Given = CallOrigin> = {
  [Name in Names]: (
    call: Given,
    input: ParsedInput<Name>,
  ) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>;
};
