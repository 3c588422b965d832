/** Hook of electron-builder: leaves nothing of the Electron folder's own app beside ours. */
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** @param {{ appOutDir: string, electronPlatformName: string }} context */
export default async function afterExtract({ appOutDir, electronPlatformName }) {
  const resources =
    electronPlatformName === "darwin"
      ? join(appOutDir, "Electron.app", "Contents", "Resources")
      : join(appOutDir, "resources");
  for (const path of [
    join(resources, "default_app.asar"),
    join(resources, "app"),
    join(appOutDir, "version"),
  ])
    await rm(path, { recursive: true, force: true });
}
