/** The numbers that `docs/NEW-USER-RUN.md` promises, read from its table so that the text stays true. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Count } from "./hands.ts";

const PATH = fileURLToPath(new URL("../../../docs/NEW-USER-RUN.md", import.meta.url));

/** The most that each phase may cost: its name, and the columns "keys" and "clicks" of the row. */
export function writtenCounts(): Map<string, Pick<Count, "keys" | "clicks">> {
  const rows = readFileSync(PATH, "utf8").matchAll(/^\| `([^`]+)` \| (\d+) \| (\d+) \|/gm);
  return new Map(
    [...rows].map(([, name = "", keys, clicks]) => [name, { keys: Number(keys), clicks: Number(clicks) }]),
  );
}

/** The counts as the table has them. */
export const tableOf = (counts: ReadonlyMap<string, Count>): string =>
  [...counts]
    .map(([phase, { keys, clicks, scanned }]) => `| \`${phase}\` | ${keys} | ${clicks} | ${scanned} |`)
    .join("\n");
