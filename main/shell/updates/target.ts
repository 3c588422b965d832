/** What kind of installation runs, and so how a new version gets in its place. */
import { isAbsolute } from "node:path";

export type InstallTarget =
  /** One file that may be replaced. `start` starts it. */
  | { kind: "appimage"; path: string; start: () => void }
  /** The installer of Windows; `configPath` names the publisher whose signature it must bear. */
  | { kind: "nsis"; configPath: string }
  /** macOS replaces the program itself and checks its signature. */
  | { kind: "mac" }
  /** Everything else: a Debian package is its administrator's, an unpacked folder nobody's. */
  | { kind: "by_hand" };

export interface Installation {
  platform: string;
  packaged: boolean;
  /** The environment's APPIMAGE. */
  appImage: string | undefined;
  canWrite: (path: string) => boolean;
  /** Windows: the packaged file that names the publisher, where there is one. */
  configPath: string | null;
  start: (path: string) => void;
}

/** Decides the target. Pure but for `canWrite`. */
export function installTarget(here: Installation): InstallTarget {
  const { platform, packaged, appImage, canWrite, configPath, start } = here;
  if (platform === "linux" && appImage !== undefined && isAbsolute(appImage) && canWrite(appImage))
    return { kind: "appimage", path: appImage, start: () => start(appImage) };
  if (platform === "win32" && packaged && configPath !== null) return { kind: "nsis", configPath };
  if (platform === "darwin" && packaged) return { kind: "mac" };
  return { kind: "by_hand" };
}

/** The ending of the file that this installation would take. */
export function wantedEnding(target: InstallTarget, platform: string): string {
  switch (target.kind) {
    case "appimage":
      return ".AppImage";
    case "nsis":
      return ".exe";
    case "mac":
      return ".zip";
    case "by_hand":
      return platform === "win32" ? ".exe" : platform === "darwin" ? ".dmg" : ".deb";
  }
}
