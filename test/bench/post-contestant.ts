/**
 * One contestant in a separate process: `post-contestant.ts NAME FOLDER DOCUMENTS WARM_UP marked|timed`. Reads the documents,
 * a posting on each line, and posts them one after another. `marked` writes a mark to standard output around each post, for
 * what watches the system calls; `timed` writes nothing until the end. The last line is the times in milliseconds.
 */
import { readFileSync, writeSync } from "node:fs";
import { z } from "zod";
import { CONTESTANTS, openContestant, storedDocument } from "./post-contestants.ts";

const words = z
  .tuple([z.enum(CONTESTANTS), z.string(), z.string(), z.coerce.number().int(), z.enum(["marked", "timed"])])
  .parse(process.argv.slice(2));
const [name, folder, documents, warmUp, how] = words;
const tell = (mark: string): void => {
  if (how === "marked") writeSync(1, `${mark}\n`);
};

const postings = readFileSync(documents, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => z.array(storedDocument).parse(JSON.parse(line)));

const times: number[] = [];
const contestant = await openContestant(name, folder);
for (const [n, posting] of postings.entries()) {
  tell("post");
  const before = performance.now();
  await contestant.post(n, posting);
  const after = performance.now();
  tell("kept");
  if (n >= warmUp) times.push(after - before);
}
await contestant.close();
writeSync(1, `${JSON.stringify(times)}\n`);
