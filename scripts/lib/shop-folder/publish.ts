/** Publishes a list in a shop folder: the whole file, and the differences that lead to it. */
import type { List } from "../../../contract/lists.ts";
import {
  changeTarget,
  fullTarget,
  KEPT_VERSIONS,
  type PublishedFull,
  publishedFull,
  type Rollout,
  SETTINGS_TARGET,
} from "../../../main/engine/subjects/counters/lists/published.ts";
import { Refusal } from "../say.mjs";
import {
  type Difference,
  differenceOf,
  fullText,
  type ListFile,
  readListFile,
  readSettings,
} from "./list-files.ts";
import { covers, fileOfTarget, type Repository, readWhole, type SigningWorld } from "./repository.ts";

export interface Published {
  list: List;
  version: number;
  rows: number;
  change: Omit<Difference, "text"> | null;
}

/** Which role signs a target: the first whose paths it fits. */
function roleFor(repository: Repository, path: string): string {
  const found = repository.delegations().find(({ paths }) => covers(paths, path));
  if (found === undefined) throw new Refusal(`No role signs ${path}.`);
  return found.name;
}

/** `file`: null where it is not there as it was signed. */
function published(
  repository: Repository,
  list: List,
): { file: string | null; custom: PublishedFull } | null {
  const role = roleFor(repository, fullTarget(list));
  const target = repository.targetsOf(role)[fullTarget(list)];
  if (target === undefined) return null;
  const { folder } = repository;
  const file = readWhole(folder, target) === null ? null : fileOfTarget(folder, target);
  return { file, custom: publishedFull.parse(target.custom) };
}

/** From which version on every difference to `version` is there as it was signed: what is before leads nowhere. */
function firstWhole(repository: Repository, role: string, list: List, version: number): number {
  const targets = repository.targetsOf(role);
  for (let first = version; ; first -= 1) {
    const file = targets[changeTarget(list, first - 1)];
    if (
      first <= version - KEPT_VERSIONS + 1 ||
      file === undefined ||
      readWhole(repository.folder, file) === null
    )
      return first;
  }
}

/** Adds a list's next version where it says something else; `write` makes it known. Throws a Refusal. */
async function addList(
  repository: Repository,
  list: List,
  next: ListFile,
  rollout: Rollout,
  now: number,
): Promise<Published | null> {
  const role = roleFor(repository, fullTarget(list));
  const before = published(repository, list);
  const version = (before?.custom.version ?? 0) + 1;
  const custom = {
    list,
    version,
    rows: next.count,
    rollout,
    publishedAt: new Date(now).toISOString(),
  } satisfies PublishedFull;
  let change: Difference | null = null;
  // Without the file before, nothing says what has changed: every counter takes the whole list.
  if (before !== null && before.file !== null) {
    change = differenceOf(list, (await readListFile(list, before.file)).rows, next.rows);
    const { text, ...counts } = change;
    if (counts.added + counts.changed + counts.removed === 0) return null;
    repository.addTarget(role, changeTarget(list, version), text, { ...custom, ...counts });
  }
  const firstOfUse = change === null ? version : firstWhole(repository, role, list, version);
  for (let old = version - KEPT_VERSIONS; old < firstOfUse; old += 1)
    repository.removeTarget(role, changeTarget(list, old));
  repository.addTarget(role, fullTarget(list), fullText(list, next), custom);
  if (change === null) return { list, version, rows: next.count, change };
  const { text: _, ...counts } = change;
  return { list, version, rows: next.count, change: counts };
}

/** Publishes lists and settings at once: counters see all of it or nothing. A list that says the same is left out. */
export async function publish(
  repository: Repository,
  what: {
    lists: readonly (readonly [List, string])[];
    /** Lists that are meant to have no row. */
    emptied: readonly List[];
    settings: string | null;
  },
  rollout: Rollout,
  world: SigningWorld,
): Promise<Published[]> {
  const done: Published[] = [];
  const roles = new Set<string>();
  for (const [list, path] of what.lists) {
    if (what.lists.some(([other, otherPath]) => other === list && otherPath !== path))
      throw new Refusal(`"${list}" is named with two files.`);
    const next = await readListFile(list, path);
    if (next.count === 0 && !what.emptied.includes(list))
      throw new Refusal(
        `${path} is not published: it has no row, and every counter would lose its whole list "${list}". If that is meant, add --empty ${list}.`,
      );
    const added = await addList(repository, list, next, rollout, world.now);
    if (added === null) continue;
    roles.add(roleFor(repository, fullTarget(list)));
    done.push(added);
  }
  if (what.settings !== null) {
    const role = roleFor(repository, SETTINGS_TARGET);
    repository.addTarget(role, SETTINGS_TARGET, await readSettings(what.settings), {});
    roles.add(role);
  }
  if (roles.size === 0) return done;
  repository.write([...roles], world);
  repository.tidy(world.now);
  return done;
}

/** Gives the newest version of a list to another share of the counters. */
export function setRollout(
  repository: Repository,
  list: List,
  rollout: Rollout,
  world: SigningWorld,
): PublishedFull {
  const newest = published(repository, list);
  if (newest === null) throw new Refusal(`${list} was never published here.`);
  const role = roleFor(repository, fullTarget(list));
  const targets = repository.targetsOf(role);
  const custom = { ...newest.custom, rollout };
  for (const path of [fullTarget(list), changeTarget(list, custom.version)]) {
    const file = targets[path];
    if (file === undefined) continue;
    const bytes = readWhole(repository.folder, file);
    if (bytes === null)
      throw new Refusal(
        `${fileOfTarget(repository.folder, file)} is missing or another than was signed: publish ${list} anew.`,
      );
    repository.addTarget(role, path, bytes, { ...file.custom, rollout });
  }
  repository.write([role], world);
  return custom;
}
