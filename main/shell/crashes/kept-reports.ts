/** The reports of a profile, each a small file of its own; bounded in number, age and size. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type KeptCrash, keptCrash } from "../../../contract/channels/crashes.ts";
import { errorCode } from "../../lib/error-code.ts";
import { makeFolderAtOnce, writeWholeAtOnce } from "../../lib/whole-file.ts";
import { readSmallFile } from "../files/small-file.ts";
import { isBehindLink } from "./dumps.ts";

const MOST = 20;
const OLDEST_MS = 30 * 24 * 60 * 60_000;
const MOST_BYTES = 64 * 1024;
const NAME = /^[0-9a-z-]{10,60}\.json$/;
/** Also one that was being written when the program ended. */
const OWN = /^[0-9a-z-]{10,60}\.json(?:\.new)?$/;

export interface KeptReports {
  /** The newest first. What can't be read is no report. */
  all(): KeptCrash[];
  /** Writes one, and lets go of the oldest beyond the bounds. Throws where the disk refuses. */
  write(kept: KeptCrash): void;
  removeAll(): void;
  /** Deletes what is no report of the present form: an older one may hold what is left out today. */
  removeUnreadable(): void;
}

/** Keeps them in `folder`, which is made when there is something to keep. */
export function keepReports(folder: string, now: () => number): KeptReports {
  const names = (shape = NAME): string[] => {
    try {
      return readdirSync(folder).filter((name) => shape.test(name));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  };
  const read = (name: string): KeptCrash[] => {
    const file = readSmallFile(join(folder, name), MOST_BYTES);
    if (file.kind !== "text") return [];
    try {
      return [keptCrash.parse(JSON.parse(file.text))];
    } catch {
      // Cut off by the very end it tells of: it says nothing.
      return [];
    }
  };
  const all = () =>
    names()
      .flatMap(read)
      .sort((a, b) => b.report.at.localeCompare(a.report.at));
  const own = () => (isBehindLink(folder) ? [] : names(OWN));
  const remove = (id: string) => rmSync(join(folder, `${id}.json`), { force: true });
  return {
    all,
    write: (kept) => {
      makeFolderAtOnce(folder);
      const path = join(folder, `${kept.report.id}.json`);
      const text = `${JSON.stringify(kept, null, 2)}\n`;
      writeWholeAtOnce(path, (unfinished) => writeFileSync(unfinished, text, { mode: 0o600 }), `${path}.new`);
      for (const [at, { report }] of all().entries())
        if (at >= MOST || now() - Date.parse(report.at) > OLDEST_MS) remove(report.id);
    },
    removeUnreadable: () => {
      for (const name of own())
        if (!NAME.test(name) || read(name).length === 0) rmSync(join(folder, name), { force: true });
    },
    removeAll: () => {
      for (const name of own()) rmSync(join(folder, name), { force: true });
    },
  };
}
