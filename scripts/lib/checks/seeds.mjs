/** The seeds that a script was asked for. */
import { Refusal } from "../say.mjs";

/**
 * Throws a Refusal for what is no seed or range of seeds.
 * @param {string | undefined} one
 * @param {string | undefined} many
 */
export function range(one, many) {
  if (one !== undefined) {
    if (!/^\d{1,9}$/.test(one)) throw new Refusal(`--seed takes a whole number, not "${one}".`);
    return { from: Number(one), to: Number(one) };
  }
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(many ?? "1-20") ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to))
    throw new Refusal(`--seeds takes a range such as 1-1000, not "${many}".`);
  return { from: Number(from), to: Number(to) };
}
