/** A yes-or-no question, on a terminal only. */
import { createInterface } from "node:readline/promises";

/** @param {string} question @returns {Promise<boolean>} the default is yes */
export async function agree(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await terminal.question(`${question} [Y/n] `)).trim().toLowerCase();
    return answer === "" || answer === "y" || answer === "yes";
  } finally {
    terminal.close();
  }
}

/** Can anyone answer? */
export function someoneIsThere() {
  return process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env.CI;
}
