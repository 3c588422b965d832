/** A share of Debian's samba, mounted by the system, or by rclone where this kernel has no SMB. */
import { afterAll } from "vitest";
import { openFolder } from "../../../../../main/engine/subjects/counters/place/folder.ts";
import { messageOf } from "../../../../../main/lib/error-code.ts";
import { type MountedShare, startSamba } from "../../../../helpers/place-servers.ts";
import { lacking } from "../../../../helpers/system-programs.ts";
import { placeContract } from "./place-contract.ts";

let share: MountedShare | null = null;
let missing = lacking("smbd", "rclone");
// Before the tests are named: whether a share can be mounted here is known by trying alone.
if (missing === null)
  try {
    share = await startSamba();
  } catch (error) {
    missing = messageOf(error);
  }
afterAll(() => share?.stop());

placeContract(`a share of samba, mounted by ${share?.by === "system" ? "the system" : "a program"}`, {
  lacking: missing,
  open: async () => openFolder(share?.folder ?? ""),
  // What a program serves as a disk answers for one computer alone.
  can: { putIfAbsent: share?.by === "system", rename: true, list: true },
});
