/** The backups of one connection's file as they stand in a folder, by their names. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";

export type BackupMade = "by_hand" | "by_itself" | "before_migration";

export interface BackupFile {
  path: string;
  at: number;
  made: BackupMade;
  bytes: number;
}

const MARK: Record<BackupMade, string> = { by_hand: "", by_itself: ".auto", before_migration: ".before" };
const TIME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3}Z)(\.auto|\.before)?\.sqlite$/;

/** "shop-20260131T093000.000Z.auto.sqlite": sorts by time, and every system takes it as a name. */
export function backupName(databasePath: string, at: number, made: BackupMade = "by_hand"): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, "");
  return `${basename(databasePath, ".sqlite")}-${time}${MARK[made]}.sqlite`;
}

/** The finished backups of `databasePath` in a folder, newest first; none where the folder can't be read. */
export function listBackups(folder: string, databasePath: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  const start = `${basename(databasePath, ".sqlite")}-`;
  const found: BackupFile[] = [];
  for (const name of namesIn(folder)) {
    const parts = name.startsWith(start) ? TIME.exec(name.slice(start.length)) : null;
    if (parts === null) continue;
    const [, year, month, day, hour, minute, rest, mark] = parts;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${rest}`);
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    if (Number.isNaN(at) || info === undefined || !info.isFile()) continue;
    const made = mark === ".auto" ? "by_itself" : mark === ".before" ? "before_migration" : "by_hand";
    found.push({ path: join(folder, name), at, made, bytes: info.size });
  }
  return found.sort((a, b) => b.at - a.at);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A drive that was pulled out, or a folder without permission: no backup can be had from there now.
    return [];
  }
}

export const removeBackup = (file: BackupFile): void => rmSync(file.path, { force: true });
