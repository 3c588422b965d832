/** The place that this counter uses: its keys, the thread that works there, what it can do, and what last went wrong. */
import {
  type Abilities,
  LONGEST_TRY,
  placeTrouble,
  type ShopFolderState,
} from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import type { PlaceSecrets } from "../../../../../contract/process-messages.ts";
import { createSerialQueue } from "../../../../lib/serial-queue.ts";
import type { EngineContext } from "../../../core/context.ts";
import { threadBeside } from "../../../file/place/place.ts";
import { type JobThread, openJobThread } from "../job-thread.ts";
import type { AskJob } from "../jobs.ts";
import { kindOf, type OpenShopPlace } from "./named-place.ts";
import { placeFailed } from "./shop-place.ts";

interface PlaceGiven {
  engine: EngineContext;
  proxy: string | null;
  /** Of the places that were used before, by their addresses. */
  placeSecrets: Readonly<Record<string, PlaceSecrets>>;
  openShopPlace?: OpenShopPlace | undefined;
}

/** Where it is. */
export interface Named {
  place: string | null;
  region: string | null;
}

interface Set extends Named {
  key: string | undefined;
  secret: string | undefined;
}

const NO_SECRETS: PlaceSecrets = { key: null, secret: null };

export function createCurrentPlace(
  { engine, proxy, placeSecrets, openShopPlace }: PlaceGiven,
  named: () => Named,
  changed: () => void,
) {
  const { clock, profile } = engine;
  const setting = createSerialQueue();
  let secrets = placeSecrets[named().place ?? ""] ?? NO_SECRETS;
  let thread: JobThread | null = null;
  /** To a place that is tried before it is kept. */
  let trying: JobThread | null = null;
  let can: Abilities | null = null;
  let lastContactAt: number | null = null;
  let trouble: ShopFolderState["trouble"] = null;

  const threadTo = (place: string, region: string | null, given: PlaceSecrets): JobThread =>
    openJobThread(
      engine,
      { named: { place, region, ...given }, proxy, profile },
      threadBeside(engine.verifyThread, "counters"),
      openShopPlace,
    );
  const noteContact = (): void => {
    lastContactAt = clock.now();
    if (trouble === null) return;
    trouble = null;
    changed();
  };
  /** `at`: since when it is so. */
  const noteTrouble = (error: unknown): void => {
    if (!(error instanceof CountersideError) || error.code !== "place_failed") return;
    const code = placeTrouble.safeParse(error.details.reason).data ?? "other";
    if (trouble?.code === code) return;
    trouble = { code, at: new Date(clock.now()).toISOString() };
    changed();
  };
  let looking: Promise<Abilities> | null = null;
  const look = (): Promise<Abilities> => {
    looking ??= ask("probe", null)
      .then((found) => {
        can = found;
        changed();
        return found;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const ask: AskJob = (name, input) => {
    const { place, region } = named();
    if (place === null) return Promise.reject(new CountersideError("no_shop_folder", {}));
    thread ??= threadTo(place, region, secrets);
    const asked = thread;
    return asked.ask(name, input).then(
      (value) => {
        if (asked === thread) {
          noteContact();
          // The first time since the start that it could be used. Its failure is the place's trouble.
          if (can === null && name !== "probe") look().catch(() => undefined);
        }
        return value;
      },
      (error: unknown) => {
        if (asked === thread) noteTrouble(error);
        throw error;
      },
    );
  };
  const use = (next: JobThread | null, given: PlaceSecrets, found: Abilities | null): void => {
    void thread?.close();
    thread = next;
    secrets = given;
    can = found;
    trouble = null;
    lastContactAt = next === null ? null : clock.now();
  };

  return {
    ask,
    /** Throws `place_failed` where it can't be used; what was used before is still used then. */
    set: ({ place, region, key, secret }: Set): Promise<void> =>
      setting.runExclusive(async () => {
        if (place === null) return use(null, NO_SECRETS, null);
        // Left out for the same place: those that are known of it.
        const known = place === named().place ? secrets : NO_SECRETS;
        const given: PlaceSecrets = { key: key ?? known.key, secret: secret ?? known.secret };
        const tried = threadTo(place, region, given);
        trying = tried;
        let cancel: () => void = () => undefined;
        // Each of its answers may come in time, and all of them together never end.
        const tooLate = new Promise<never>((_, failed) => {
          const late = () => failed(placeFailed("no_answer", `${LONGEST_TRY} s`));
          cancel = clock.schedule(LONGEST_TRY * 1_000, late);
        });
        try {
          use(tried, given, await Promise.race([tried.ask("probe", null), tooLate]));
        } catch (error) {
          void tried.close();
          throw error;
        } finally {
          cancel();
          trying = null;
        }
      }),
    /** Tries anew what it can do. */
    look: async (): Promise<void> => void (await look()),
    /** Null until it was tried. */
    can: () => can,
    state(): Pick<ShopFolderState, "place" | "kind" | "hasSecret" | "can" | "lastContactAt" | "trouble"> {
      const { place } = named();
      return {
        place,
        kind: place === null ? null : kindOf(place),
        hasSecret: secrets.secret !== null,
        can,
        lastContactAt: lastContactAt === null ? null : new Date(lastContactAt).toISOString(),
        trouble,
      };
    },
    /** Ends in bounded time, whatever the place does. */
    close: async (): Promise<void> => {
      await Promise.all([thread?.close(), trying?.close()]);
    },
  };
}
