/**
 * Takes the place of a counter whose computer is gone, and on that computer, should it come back, hands over what the
 * backup lacked (docs/decisions/0069).
 */
import { join } from "node:path";
import type { Abilities } from "../../../../../contract/channels/shop-folder.ts";
import type { ParsedInput } from "../../../../../contract/channels.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { createSerialQueue } from "../../../../lib/serial-queue.ts";
import {
  makeFolderAtOnce,
  removeAtOnce,
  removeFolderAtOnce,
  removeWithLogs,
} from "../../../../lib/whole-file.ts";
import type { OpenFile } from "../../../core/context.ts";
import { attachmentsFolder } from "../../../file/backups/backup.ts";
import { readKey, recipientOf } from "../backups/key.ts";
import { nextName } from "../config.ts";
import type { CountersCall, CountersWorld } from "../counters-world.ts";
import { workFolder } from "../kept.ts";
import { dropClaim, readClaim, writeClaim } from "./claim-note.ts";
import type { FenceFile } from "./fence-jobs.ts";
import { takeHandOver, writeHandOver } from "./hand-over.ts";

/** A counter that was seen within this may still be working. */
const ALIVE_MS = 15 * 60_000;

/**
 * `look` looks at the fence of the open file; `goOnAs` says to whom backups are encrypted from now on, and what this
 * counter is called, where nobody said so here.
 */
export function openTakeover(
  world: CountersWorld,
  look: (file: OpenFile, toShare: boolean) => Promise<boolean>,
  goOnAs: (call: CountersCall, recipient: string, name: string) => void,
) {
  const { engine } = world;
  const { clock, profile, randomness, sqliteBinding, emit, log } = engine;

  const isAlive = (seenAt: number): boolean => clock.now() - seenAt < ALIVE_MS;
  const claimed = ({ byDeviceId, at }: FenceFile) =>
    new CountersideError("wrong_state", { reason: "claimed", byDeviceId, at });

  const abilities = async (): Promise<Abilities> => world.can() ?? (await world.ask("probe", null));

  const list = async () => {
    const found = await world.ask("takeover.list", { deviceId: null });
    const own = world.books()?.file.row.device_id.toLowerCase();
    const others = found.filter(({ index }) => index.deviceId.toLowerCase() !== own);
    const counters = others.map(({ index, statusAt, seenAt, claimedBy }) => ({
      deviceId: index.deviceId,
      name: index.name,
      backupAt: index.madeAt,
      bytes: index.bytes,
      lastStatusAt: statusAt === null ? null : new Date(statusAt).toISOString(),
      isAlive: isAlive(seenAt),
      claimedBy,
    }));
    return { counters };
  };

  const claims = createSerialQueue();
  const claim = async (
    call: CountersCall,
    { deviceId: asked, key, oldIsGone = false, claimedBy }: ParsedInput<"takeover.claim">,
  ) => {
    const deviceId = asked.toLowerCase();
    const identity = await readKey(key);
    const before = readClaim(profile);
    const fences = await world.ask("fence.list", { deviceId });
    const [last] = fences;
    // What a kill cut off goes on behind the fence that this computer put.
    const mine = before?.deviceId === deviceId && last?.claimId === before.claimId ? before : null;
    const can = await abilities();
    // A word about the old computer is none about one that took its place meanwhile.
    const isKnown = oldIsGone && claimedBy === last?.byDeviceId;
    if (mine === null && last !== undefined && !isKnown) throw claimed(last);
    if (mine === null && !oldIsGone) {
      const [seen] = await world.ask("takeover.list", { deviceId });
      if (seen !== undefined && isAlive(seen.seenAt))
        throw new CountersideError("wrong_state", {
          reason: "seen_lately",
          at: new Date(seen.seenAt).toISOString(),
        });
      if (!can.putIfAbsent) throw new CountersideError("wrong_state", { reason: "cannot_fence" });
    }
    const claimId = mine?.claimId ?? randomness.uuid();
    const folder = join(workFolder(profile), `claim-${claimId}`);
    try {
      // All of it is here and whole before anybody is kept from sending.
      const fetched = await world.ask("backups.fetch", {
        deviceId,
        connection: mine?.connection ?? null,
        stem: mine?.backup ?? null,
        key: identity,
        folder,
        sqliteBinding,
      });
      const { path, stem, madeAt, upTo, undecided, connection } = fetched;
      const recipient = await recipientOf(identity);
      const epoch = mine?.epoch ?? (last?.epoch ?? 0) + 1;
      const loaded = await world.takeOver(path, {
        deviceId: mine?.byDeviceId ?? randomness.uuid(),
        putFence: async (byDeviceId) => {
          if (mine !== null) return epoch;
          writeClaim(profile, { claimId, deviceId, byDeviceId, epoch, connection, backup: stem });
          const file: FenceFile = {
            version: 1,
            epoch,
            claimId,
            byDeviceId,
            byName: world.config().name.slice(0, 200),
            at: new Date(clock.now()).toISOString(),
            connection,
            backup: stem,
            upTo,
            undecided,
          };
          if (!(await world.ask("fence.put", { deviceId, file, sure: can.putIfAbsent }))) {
            dropClaim(profile);
            const [first] = await world.ask("fence.list", { deviceId });
            throw claimed(first ?? file);
          }
          return epoch;
        },
      });
      dropClaim(profile);
      // A backup holds no settings: without this nothing of the counter would be put into the folder any more.
      goOnAs(call, recipient, nextName(fetched.name));
      // A second computer may die before the first backup would be due.
      world.books()?.backUp();
      return {
        deviceId: loaded.deviceId,
        name: world.config().name,
        serviceUrl: loaded.serviceUrl,
        tenantId: loaded.tenantId,
        backupAt: madeAt,
        entries: loaded.entries,
        decisions: loaded.held,
        files: loaded.files,
        missingFiles: loaded.missingFiles.count,
        fenced: can.putIfAbsent,
        recoveryId: loaded.recoveryId,
      };
    } finally {
      removeFolderAtOnce(folder);
    }
  };

  const open = (): OpenFile => world.openBooks().file;
  /** After something was waited for, while the file may have been closed, or another opened. Throws why. */
  const assertOpen = (file: OpenFile): void => {
    if (open() !== file) throw new CountersideError("not_connected", {});
  };
  /** In its own file of the profile, gone when `task` ends. */
  const withFile = async <T>(task: (path: string) => Promise<T>): Promise<T> => {
    makeFolderAtOnce(workFolder(profile));
    const path = join(workFolder(profile), `.${randomness.uuid()}.hand-over`);
    try {
      return await task(path);
    } finally {
      removeWithLogs(path);
      removeAtOnce(`${path}.age`);
    }
  };

  const handOver = (call: CountersCall, asked: ParsedInput<"takeover.handOver">) =>
    withFile(async (unfinished) => {
      const file = open();
      // Who took it over may have been taken over too.
      await look(file, false).catch((error: unknown) =>
        log.warn("the fence could not be looked at", { error }),
      );
      assertOpen(file);
      const taken = file.fence.taken();
      const { recipient } = world.config();
      if (taken === null) throw new CountersideError("wrong_state", { reason: "not_taken_over" });
      if (recipient === null) throw new CountersideError("wrong_state", { reason: "no_recipient" });
      const entries = await writeHandOver(file, taken, unfinished);
      const { device_id: deviceId } = file.row;
      const encrypted = `${unfinished}.age`;
      const path = await world.ask("handOver.encrypt", {
        from: unfinished,
        to: encrypted,
        recipient,
        path: asked.path ?? null,
      });
      try {
        await world.ask("handOver.put", { from: encrypted, deviceId, epoch: taken.epoch });
      } catch (error) {
        // The file that the person carries has it all the same.
        if (path === null) throw error;
        log.warn("what is handed over could not be put into the shop folder", { error });
      }
      if (world.books()?.file === file)
        file.record({ actor: call.actor ?? file.own }, "takeover.handedOver", taken.byDeviceId, {
          entries,
          epoch: taken.epoch,
        });
      return { path, entries };
    });

  /** One of those that may lie in the folder, or the file at `path`; null where there is none. */
  const receiveOne = (
    call: CountersCall,
    given: { path: string | null; key: string; isOwnersKey: boolean; deviceId: string; epoch: number },
  ) =>
    withFile(async (unfinished) => {
      const encrypted = `${unfinished}.age`;
      const { path, deviceId } = given;
      if (!(await world.ask("handOver.fetch", { ...given, encrypted, to: unfinished }))) return null;
      const file = open();
      const taken = await takeHandOver(file, unfinished, {
        from: file.fence.takenFrom(),
        path: path ?? `hand-over/${deviceId}`,
        actor: call.actor ?? file.own,
        attachments: attachmentsFolder(profile),
        assertOpen: () => assertOpen(file),
      });
      for (const { entry_id, state, serial_no } of taken.changed)
        emit({ event: "outbox.changed", payload: { entryId: entry_id, state, serialNo: serial_no } });
      return taken;
    });

  const receive = async (call: CountersCall, asked: ParsedInput<"takeover.receive">) => {
    const path = asked.path ?? null;
    const origins = open().fence.takenFrom();
    const key = await readKey(asked.key);
    const isOwnersKey = (await recipientOf(key)) === world.config().recipient;
    const sum = { entries: 0, known: 0, confirmed: 0 };
    let isThere = false;
    for (const origin of path === null ? origins : origins.slice(0, 1)) {
      const taken = await receiveOne(call, { path, key, isOwnersKey, ...origin });
      if (taken === null) continue;
      isThere = true;
      sum.entries += taken.entries;
      sum.known += taken.known;
      sum.confirmed += taken.confirmed;
    }
    if (!isThere) throw new CountersideError("not_found", { reason: "hand_over" });
    emit({ event: "recovery.changed", payload: { kind: "restored", recovered: false } });
    return sum;
  };

  return {
    handlers: {
      "takeover.list": list,
      // One note says whose fence this computer has put.
      "takeover.claim": (call: CountersCall, input: ParsedInput<"takeover.claim">) =>
        claims.runExclusive(() => claim(call, input)),
      "takeover.handOver": handOver,
      "takeover.receive": receive,
    },
  };
}
