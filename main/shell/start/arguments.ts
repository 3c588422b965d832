/** What the command line asks for. */
import { resolve } from "node:path";

export interface StartChoices {
  /** The profile folder, absolute; null for the system's usual place. */
  profile: string | null;
  /** Start with the practice shop straight away. */
  practice: boolean;
  /** What keeps the program from starting, as a sentence for the person; null where nothing does. */
  problem: string | null;
}

const UNNAMED =
  "Counterside was started with --profile and without a folder. Name one, as in --profile=FOLDER, or leave --profile out for the usual place.";

/** Reads `--profile DIR`, `--profile=DIR` and `--practice`; Chromium's own switches are passed over. */
export function parseArguments(words: readonly string[], cwd: string): StartChoices {
  const choices: StartChoices = { profile: null, practice: false, problem: null };
  words.forEach((word, at) => {
    if (word === "--practice") choices.practice = true;
    if (word !== "--profile" && !word.startsWith("--profile=")) return;
    const folder = word === "--profile" ? (words[at + 1] ?? "") : word.slice("--profile=".length);
    // The usual books in the place of the ones that were meant would be the wrong shop's.
    if (folder === "" || folder.startsWith("--")) choices.problem = UNNAMED;
    else choices.profile = resolve(cwd, folder);
  });
  return choices;
}
