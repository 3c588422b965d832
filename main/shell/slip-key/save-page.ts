/** Writes the page that checks slips where the person says, with this counter's public key in it. */
import { readFile, writeFile } from "node:fs/promises";
import { CountersideError } from "../../../contract/reply.ts";
import { keyText } from "../../../contract/slip-code.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { SlipKey } from "./slip-key.ts";

export interface PageSaverDeps {
  slipKey: Pick<SlipKey, "status">;
  /** The page as it was built. */
  page: string;
  /** The system's dialog for saving; null where the person cancelled. */
  askWhere: (name: string) => Promise<string | null>;
}

/** What the built page has in the place of keys; they are written into its markup, never into its script. */
export const KEYS_PLACE = '<meta name="keys" content="" />';

/** Puts a key into the page. Throws where the page has no place for one. */
export function withKey(page: string, publicKey: string): string {
  if (!page.includes(KEYS_PLACE)) throw new Error("the checking page has no place for a key");
  return page.replace(KEYS_PLACE, `<meta name="keys" content="${keyText(publicKey)}" />`);
}

/** Makes the handler. */
export function createPageSaver({ slipKey, page, askWhere }: PageSaverDeps) {
  return async (): Promise<{ path: string | null }> => {
    const { publicKey } = await slipKey.status();
    const built = await readFile(page, "utf8");
    const text = publicKey === null ? built : withKey(built, publicKey);
    const path = await askWhere("check-slips.html");
    if (path === null) return { path };
    try {
      await writeFile(path, text);
    } catch (error) {
      throw new CountersideError("file_unreadable", `The page can't be written there: ${String(error)}`, {
        path,
        reason: errorCode(error),
      });
    }
    return { path };
  };
}
