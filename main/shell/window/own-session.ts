/** Sessions of Chromium's beside the page's: to ask for the system's proxy, and for updates. */
import { type Session, session } from "electron";
import { forgetSpelling } from "./guards.ts";

/** A session in memory, without a cache; the same one for the same name. */
export function ownSession(name: "proxy" | "electron-updater"): Session {
  const made = session.fromPartition(name, { cache: false });
  forgetSpelling(made);
  return made;
}
