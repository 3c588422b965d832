/** A shop folder with signed lists, as the price office makes it: real keys, real metadata. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Key } from "@tufjs/models";
import { type List, REFERENCE_KINDS } from "../../contract/lists.ts";
import type { Rollout } from "../../main/engine/subjects/counters/lists/published.ts";
import { makeKey, type Signer } from "../../scripts/lib/shop-folder/keys.ts";
import { publish, setRollout } from "../../scripts/lib/shop-folder/publish.ts";
import { initRepository, openRepository } from "../../scripts/lib/shop-folder/repository.ts";
import { START } from "./clock.ts";

export type PriceOffice = ReturnType<typeof openPriceOffice>;

export function openPriceOffice(base: string, start = START) {
  const folder = join(base, "shop");
  const keys = join(base, "keys");
  mkdirSync(folder, { recursive: true });
  const signers = new Map<string, Signer>();
  for (const role of ["root", "targets", "settings", "lists", "snapshot", "timestamp"])
    signers.set(role, makeKey(keys, role));
  let now = start;
  let files = 0;
  const world = (days?: number) => ({ signers: [...signers.values()], now, days });
  const keyOf = (role: string): Key => {
    const found = signers.get(role)?.key;
    if (found === undefined) throw new Error(`no role ${role}`);
    return found;
  };
  initRepository(folder, keyOf, world());
  const everybody = (): Rollout => ({ percent: 100, startAt: new Date(start).toISOString(), allAt: null });
  return {
    folder,
    keys,
    signers,
    world,
    repository: () => openRepository(folder),
    at(moment: number): void {
      now = moment;
    },
    /** Publishes lists of these texts. */
    async publish(
      lists: Partial<Record<List, string>>,
      { rollout = everybody(), settings, days }: { rollout?: Rollout; settings?: object; days?: number } = {},
    ) {
      const write = (name: string, text: string): string => {
        files += 1;
        const path = join(base, `${files}-${name}`);
        writeFileSync(path, text);
        return path;
      };
      const named = REFERENCE_KINDS.flatMap((list) => {
        const text = lists[list];
        return text === undefined ? [] : [[list, write(`${list}.csv`, text)] as const];
      });
      return await publish(
        openRepository(folder),
        {
          lists: named,
          emptied: [],
          settings: settings === undefined ? null : write("settings.json", JSON.stringify(settings)),
        },
        rollout,
        world(days),
      );
    },
    setRollout: (list: List, rollout: Rollout) => setRollout(openRepository(folder), list, rollout, world()),
    everybody,
    renew(roles: readonly string[] = [], days?: number): void {
      openRepository(folder).write(roles, world(days));
    },
    /** Puts a new key in the place of a role's; the old one is given back. */
    rotate(role: string): Signer {
      const old = signers.get(role);
      if (old === undefined) throw new Error(`no role ${role}`);
      const next = makeKey(keys, `${role}-${signers.size}`);
      const repository = openRepository(folder);
      const roles = repository.replaceKeys(role, next.key);
      signers.set(role, next);
      repository.write(roles, { ...world(), signers: [...signers.values(), old] });
      return old;
    },
  };
}
