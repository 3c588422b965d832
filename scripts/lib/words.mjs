/** The words of a command line, read the same way by every script. */
import { parseArgs } from "node:util";
import { Refusal, say } from "./say.mjs";

/**
 * Reads the switches; says the help text and returns undefined when it is asked for.
 * @template {import("node:util").ParseArgsConfig["options"]} Options
 * @param {string} help
 * @param {Options} options
 * @param {string[]} words
 */
export function readWords(help, options, words = process.argv.slice(2)) {
  try {
    const { values } = parseArgs({
      args: words,
      options: { ...options, help: { type: "boolean", short: "h" } },
    });
    if (!("help" in values && values.help)) return values;
    say(help.trim());
    return undefined;
  } catch (error) {
    const sentence = /** @type {Error} */ (error).message.split(/[.\n]/, 1)[0];
    throw new Refusal(`${sentence}; --help names the switches.`);
  }
}

/** A switch's number. @param {string} name @param {string} text @throws {Refusal} where it is none above 0 */
export function positive(name, text) {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new Refusal(`--${name} takes a number above 0, not "${text}".`);
  return value;
}

/** Switches of every script that may fetch an Electron. */
export const electronSwitches = /** @type {const} */ ({
  yes: { type: "boolean", short: "y" },
  "retry-electron": { type: "boolean" },
});

export const electronHelp = `
  --yes, -y          fetch what is missing without asking
  --retry-electron   try the official Electron download again, although it failed within the last day
  --help             this text`;
