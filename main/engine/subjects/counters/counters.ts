/** The counters of a shop: the shop folder, what comes from it and what goes to it. Loaded where a place is named. */
import { type ShopFolderState, signedSettings } from "../../../../contract/channels/shop-folder.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import { openBackups } from "./backups/backups.ts";
import { assertRecipient } from "./backups/key.ts";
import { asDecided, firstName, readConfig, type ShopFolderConfig, writeConfig } from "./config.ts";
import type { CountersCall, CountersGiven, CountersHandlers, CountersWorld } from "./counters-world.ts";
import { openLists } from "./lists/lists.ts";
import { openSignedSettings } from "./lists/signed-settings.ts";
import { createCurrentPlace } from "./place/current-place.ts";
import { openStatus } from "./status/status.ts";
import { openTakeover } from "./takeover/takeover.ts";

export type Counters = ReturnType<typeof openCounters>;

const isUnwritable = (error: unknown): boolean =>
  error instanceof CountersideError &&
  ["read_only", "full"].some((reason) => reason === error.details.reason);

export function openCounters(given: CountersGiven) {
  const { fixed } = given;
  const { profile, emit } = given.engine;
  let chosen = readConfig(profile);
  const signed = openSignedSettings(profile);
  const config = (): ShopFolderConfig => asDecided({ ...chosen, ...signed.now() }, fixed);
  const signedFields = (): ShopFolderState["signed"] =>
    signedSettings.keyof().options.filter((field) => signed.now()[field] !== undefined);
  const changed = (): void => emit({ event: "shopFolder.changed", payload: {} });
  const place = createCurrentPlace(given, config, changed);

  const world: CountersWorld = { ...given, config, ask: place.ask, can: place.can, changed };
  /** Of the backups, by whatever it is changed. */
  const noteRecipient = (by: Pick<CountersCall, "actor">, change: () => void): void => {
    const before = config().recipient;
    change();
    if (config().recipient !== before) backups.recipientChanged(by);
  };
  const lists = openLists(world, { ...signed, look: () => noteRecipient({}, signed.look) });
  const backups = openBackups(world);
  const takeover = openTakeover(world, backups.look, (call, recipient, name) =>
    noteRecipient(call, () =>
      keep({
        recipient: config().recipient ?? recipient,
        // What a person called this counter stays its name.
        name: chosen.name === firstName() ? name : chosen.name,
      }),
    ),
  );

  const state = (): ShopFolderState => ({
    ...place.state(),
    name: config().name,
    ...lists.state(),
    rules: config().rules,
    signed: signedFields(),
    ...backups.state(),
  });
  const status = openStatus(world, state);
  const keep = (changes: Partial<ShopFolderConfig>): void => {
    chosen = { ...chosen, ...changes };
    writeConfig(profile, chosen);
    world.changed();
  };

  const handlers: CountersHandlers = {
    "shopFolder.get": state,
    "shopFolder.set": async (call, { place: named, key, secret, region = null }) => {
      await place.set({ place: named, region, key, secret });
      keep({ place: named, region: named === null ? null : region });
      if (named === null) noteRecipient(call, signed.forget);
      backups.placeChanged();
      return state();
    },
    "shopFolder.refresh": async () => {
      const looked = await place.look().then(
        () => null,
        (error: unknown) => error,
      );
      // What can't be written may be read all the same: lists come also from a full folder.
      if (looked !== null && !isUnwritable(looked)) throw looked;
      try {
        await lists.run();
      } finally {
        // What is wrong with the lists keeps no backup away, and the status is of all of it.
        await backups.run();
        await status.run();
      }
      world.changed();
      if (looked !== null) throw looked;
      return state();
    },
    "shopFolder.configure": async (call, { name, rules, recipient }) => {
      const asked = { rules, recipient };
      const fixedField = signedFields().find((field) => asked[field] !== undefined);
      if (fixedField !== undefined) throw invalidField(fixedField, "signed");
      if (recipient !== undefined && recipient !== null) await assertRecipient(recipient);
      noteRecipient(call, () =>
        keep({
          ...(name === undefined ? {} : { name }),
          ...(rules === undefined ? {} : { rules }),
          ...(recipient === undefined ? {} : { recipient }),
        }),
      );
      return state();
    },
    ...lists.handlers,
    "shopFolder.decide": async (call, { list, version, take }) => {
      await lists.decide(call, list, version, take);
      return state();
    },
    "shopFolder.counters": status.counters,
    ...backups.handlers,
    "shopFolder.goOn": (call) => {
      backups.goOn(call);
      return state();
    },
    ...takeover.handlers,
  };
  return {
    handlers,
    notice: backups.notice,
    async close(): Promise<void> {
      lists.close();
      backups.close();
      await Promise.all([status.close(), place.close()]);
    },
  };
}
