/** The profile folder: settings, vault, log, and the engine's files. */
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "../../../contract/channels/shell.ts";
import { errorCode } from "../../lib/error-code.ts";
import { removeAtOnce } from "../../lib/whole-file.ts";
import { readSmallFile } from "../files/small-file.ts";

/** Makes the folder and tries to write in it. Answers a sentence for the person where that fails, else null. */
export function profileProblem(folder: string): string | null {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    // Other accounts of the computer have no business with the books.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
    writeFileSync(probe, "");
    removeAtOnce(probe);
    return null;
  } catch (error) {
    return `Counterside can't write its profile folder ${folder}: ${wordsOf(error)}. Choose another with --profile.`;
  }
}

function wordsOf(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case "ENOTDIR":
    case "EEXIST":
      return "a part of its path is a file";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    case "EROFS":
      return "it is on a read-only disk";
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    default:
      return String(code ?? error);
  }
}

// What the command line asks for.

interface StartChoices {
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

const HEADLESS = ["--headless", "--status", "--verify"];
const FOR_HEADLESS = ["--status", "--verify", "--resend-unknown", "--help"];
const KEY_FILE = "--shop-key-file";

/**
 * The words for the headless engine, where the command line asks for it, else null. `usual`: the system's usual profile
 * folder. Chromium's own switches are passed over.
 */
export function headlessWords(words: readonly string[], usual: string): string[] | null {
  if (!words.some((word) => HEADLESS.includes(word))) return null;
  const named = words.findIndex((word) => word === "--profile" || word.startsWith("--profile="));
  const [word = "", next = ""] = named < 0 ? [] : words.slice(named, named + 2);
  const folder = word === "--profile" ? next : word.slice("--profile=".length);
  const profile = named < 0 ? usual : folder.startsWith("--") ? "" : folder;
  const passed = words.flatMap((each, at) => {
    if (each === KEY_FILE) return [`${KEY_FILE}=${words[at + 1] ?? ""}`];
    return FOR_HEADLESS.includes(each) || each.startsWith(`${KEY_FILE}=`) ? [each] : [];
  });
  return [`--profile=${profile}`, ...passed];
}

// What the window needs before the rest of the program is loaded: read from the profile's files, never
// written.

const THEMES: readonly Settings["theme"][] = ["system", "light", "dark"];

/**
 * The theme to open in, and where the window stood, of unknown shape. `held`: the settings that the page is answered with,
 * which an owner's policy may decide; undefined where the program answers it. What can't be read counts as not there:
 * the store that opens the same files a moment later says so and keeps them aside.
 */
export function readBootstrapSettings(
  profile: string,
  held?: unknown,
): { theme: Settings["theme"]; window: unknown } {
  const asked =
    held === undefined ? storedUnder(join(profile, "settings.json"), "theme") : fieldOf(held, "theme");
  return {
    theme: THEMES.find((theme) => theme === asked) ?? "system",
    window: storedUnder(join(profile, "shell.json"), "window"),
  };
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

function storedUnder(path: string, key: string): unknown {
  const read = readSmallFile(path);
  if (read.kind !== "text") return undefined;
  try {
    return fieldOf(JSON.parse(read.text), key);
  } catch {
    return undefined;
  }
}
