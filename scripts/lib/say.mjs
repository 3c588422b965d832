/** Words to the person at the terminal: plain lines, one-sentence refusals, and a sign of life on slow steps. */

/** A missing piece, named in one sentence with its remedy; never shown with a stack trace. */
export class Refusal extends Error {}

/** @type {NodeJS.WritableStream} */
let sink = process.stdout;

/** Sends every further line to standard error: for scripts whose standard output belongs to a protocol. */
export function speakOnStandardError() {
  sink = process.stderr;
}

/** @param {string} line */
export function say(line) {
  sink.write(`${line}\n`);
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Says what is being done, gives a sign of life every five seconds and the time it took when over two.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {() => string} [detail] what is known of the progress right now
 * @returns {Promise<T>}
 */
export async function withProgress(label, work, detail = () => "") {
  const started = Date.now();
  say(`${label} ...`);
  const timer = setInterval(() => {
    const known = detail();
    say(`  ${seconds(Date.now() - started)}${known === "" ? "" : `, ${known}`}`);
  }, 5000);
  timer.unref();
  try {
    const result = await work();
    if (Date.now() - started > 2000) say(`  done in ${seconds(Date.now() - started)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a script's main function: a Refusal is one sentence on standard error, anything else is a defect and
 * keeps its stack.
 * @param {() => Promise<number | void> | number | void} main returns the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
