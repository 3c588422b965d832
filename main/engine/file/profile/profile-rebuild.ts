/** Finds the connections of a profile again by their files: each says whose it is. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { serviceUrl } from "../../../../contract/channels/connection.ts";
import { deviceId, tenantId, userId } from "../../../../contract/values.ts";
import type { ConnectionRow } from "../../core/context.ts";
import { copiesIn } from "../backups/backup-files.ts";
import { openToRead } from "../database/open-database.ts";

/** "7001" was a number, and so were most ids; one beyond what a number holds stays its digits. */
const whole = (text: string | undefined): unknown => {
  const number = Number(text);
  return text !== undefined && text !== "" && Number.isSafeInteger(number) ? number : text;
};

function readOwner(
  path: string,
  sqliteBinding: string | null,
): Omit<ConnectionRow, "connection_key" | "file" | "current"> | null {
  try {
    const db = openToRead(path, sqliteBinding);
    try {
      const rows = db.prepare<[], { key: string; value: string }>("SELECT key, value FROM meta").all();
      const meta = new Map(rows.map(({ key, value }) => [key, value]));
      return {
        service_url: serviceUrl.parse(meta.get("serviceUrl")),
        tenant_id: tenantId.parse(whole(meta.get("tenantId"))),
        user_id: userId.parse(whole(meta.get("userId"))),
        device_id: deviceId.parse(meta.get("deviceId")),
        practice: meta.get("practice") === "1" ? 1 : 0,
      };
    } finally {
      db.close();
    }
  } catch {
    // Damaged or another program's: a backup of it may still say whose it is.
    return null;
  }
}

const changedAt = (path: string): number =>
  Math.max(...["", "-wal"].map((rest) => statSync(path + rest, { throwIfNoEntry: false })?.mtimeMs ?? 0));

/** The connections in the order they were last written; the last one is taken as the current one. */
export function findConnections(profile: string, sqliteBinding: string | null): ConnectionRow[] {
  const folder = join(profile, "connections");
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.sqlite$/.test(name))
    .flatMap((file) => {
      const path = join(folder, file);
      const copies = copiesIn(join(profile, "backups"), path);
      const owner = [path, ...copies]
        .map((each) => readOwner(each, sqliteBinding))
        .find((each) => each !== null);
      return owner === undefined || owner === null
        ? []
        : [{ ...owner, connection_key: basename(file, ".sqlite"), file, current: 0, at: changedAt(path) }];
    })
    .sort((a, b) => a.at - b.at);
  return found.map(({ at: _, ...row }) => row);
}
