/** What the command line asks for. */
import { resolve } from "node:path";

export interface StartChoices {
  /** The profile folder, absolute; null for the system's usual place. */
  profile: string | null;
  /** Start with the practice shop straight away. */
  practice: boolean;
}

/** Reads `--profile DIR`, `--profile=DIR` and `--practice`; Chromium's own switches are passed over. */
export function parseArguments(words: readonly string[], cwd: string): StartChoices {
  const choices: StartChoices = { profile: null, practice: false };
  words.forEach((word, at) => {
    if (word === "--practice") choices.practice = true;
    const folder = word === "--profile" ? words[at + 1] : word.match(/^--profile=(.+)$/s)?.[1];
    if (folder !== undefined && !folder.startsWith("--")) choices.profile = resolve(cwd, folder);
  });
  return choices;
}
