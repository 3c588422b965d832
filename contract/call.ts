/** What a handler is given beside its input. */
import type { DeviceId, UserId } from "./values.ts";

/** The page that staff see, or the hidden one that draws what is printed. */
export const PAGES = ["program", "print"] as const;
export type Page = (typeof PAGES)[number];

/** What asked: under which id, from which page (null where none did), and when, in milliseconds since 1970. */
export interface CallOrigin {
  readonly id: string;
  readonly page: Page | null;
  readonly at: number;
}

/** A call of the engine on an open file: also who acts, and on which device. */
export interface Call extends CallOrigin {
  readonly actor: { readonly userId: UserId; readonly deviceId: DeviceId };
}
