/** The key that signs the codes on slips: its public half, and the page that checks them. Answered by the main process. */
import { z } from "zod";
import { nothing } from "./common.ts";
import { shell } from "./declare.ts";

const slipKeyStatus = z.object({
  /** `noKeyring`: the system has none that is safe, so no key is kept. `lost`: the kept one can't be read any more. */
  state: z.enum(["ready", "noKeyring", "lost"]),
  /** 32 bytes, base64url; null where there is none. */
  publicKey: z.string().nullable(),
  /** Its first letters, by which slips name it. */
  keyId: z.string().nullable(),
});
export type SlipKeyStatus = z.infer<typeof slipKeyStatus>;

export const slipKeyChannels = {
  /** Makes the key the first time, where the system's keyring is safe. */
  "slipKey.get": shell.reads(nothing, slipKeyStatus),
  /** Another key from now on. What is signed already is checked with the old one. */
  "slipKey.renew": shell.changes("settings", nothing, slipKeyStatus),
  /** Asks where the page shall go that checks slips without a network, and writes it; null where the person cancelled. */
  "slipKey.savePage": shell.changes("noPin", nothing, z.object({ path: z.string().nullable() })),
};
