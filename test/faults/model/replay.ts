/** Replays a trace and compares the real state with the model's after each step. */
import { isDeepStrictEqual } from "node:util";
import { Driver } from "./driver.ts";
import type { ModelEntry, ModelState, Trace } from "./trace.ts";

/** What the model says of an entry, as far as the file says it too. */
const shownOf = ({ state, seq, byConsent, held, noEvidence }: ModelEntry) => ({
  state,
  seq,
  held,
  noEvidence,
  byConsent: state === "retry_wait" && byConsent,
});

const isReplaceable = ({ state, held, doubt }: ModelEntry): boolean =>
  !held && (state === "pending" || (["retry_wait", "dead_letter"].includes(state) && !doubt));

/** Whether nothing may be sent, whatever is due. */
const isStill = ({ life, flags, file }: ModelState): boolean =>
  life.request === 0 &&
  (life.signIn ||
    flags.paused ||
    flags.undecided ||
    ![...file.values()].some(({ state }) => state === "pending" || state === "retry_wait"));

async function differences(driver: Driver, state: ModelState): Promise<string[]> {
  const found: string[] = [];
  const compare = (what: string, real: unknown, model: unknown): void => {
    if (!isDeepStrictEqual(real, model))
      found.push(`${what}: the engine has ${JSON.stringify(real)}, the model ${JSON.stringify(model)}`);
  };
  const real = driver.file();
  compare("entries", [...real.keys()].sort(), [...state.file.keys()].sort());
  for (const [entry, model] of state.file) {
    const one = real.get(entry);
    if (one === undefined) continue;
    compare(
      `entry ${entry}`,
      { ...one, byConsent: one.state === "retry_wait" && one.byConsent },
      shownOf(model),
    );
    if (state.life.on && entry <= 3)
      compare(`whether ${entry} may be replaced`, await driver.isReplaceable(entry), isReplaceable(model));
  }
  const { undecided, ...flags } = state.flags;
  compare("flags", driver.flags(), flags);
  const books = driver.books();
  for (const [entry, times] of books) compare(`books of ${entry}`, times, state.world.books.get(entry));
  if (!state.life.on) return found;
  const link = await driver.link();
  if (state.flags.paused || undecided) compare("link", link, "paused");
  else if (state.life.signIn) compare("link", link, "sign_in_needed");
  if (isStill(state)) compare("requests where nothing may be sent", await driver.tempt(), 0);
  return found;
}

/** Throws at the first step after which the engine is not where the model is. `root` is an empty folder. */
export async function replay(trace: Trace, root: string, planted = { keepsNotes: false }): Promise<void> {
  const driver = await Driver.begin(root, planted.keepsNotes);
  const steps: string[] = [];
  try {
    for (const state of trace.slice(1)) {
      const { name, entry, other } = state.last;
      steps.push([name, entry, other].filter((part) => part !== 0).join(" "));
      await driver.step(state);
      const found = await differences(driver, state);
      if (found.length > 0) throw new Error(found.join("\n"));
    }
  } catch (error) {
    throw new Error(`after ${steps.join(", ")}:\n${String(error)}`);
  } finally {
    await driver.end();
  }
}
