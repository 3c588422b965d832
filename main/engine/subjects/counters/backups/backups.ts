/**
 * Puts each verified backup of the open connection into the shop folder, encrypted to the owner's key, and looks at the
 * fence there. Before anything of a backup is put there the connection's file remembers how far it reaches
 * (`core/outbox/fence.ts`).
 */
import { join } from "node:path";
import {
  type PlaceTrouble,
  placeTrouble,
  type ShopFolderState,
} from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { createSerialQueue } from "../../../../lib/serial-queue.ts";
import { removeFolderAtOnce } from "../../../../lib/whole-file.ts";
import type { OpenFile } from "../../../core/context.ts";
import { backupFolder } from "../../../file/backups/backup.ts";
import { counterFolder, filesFolder, namesIn } from "../../../file/backups/backup-files.ts";
import type { CountersCall, CountersWorld } from "../counters-world.ts";
import { workFolder } from "../kept.ts";
import { makeKey, readKey } from "./key.ts";

/** While something waits that the folder has, and after a backup could not be put there. */
const LOOK_EVERY_MS = 180_000;

type Trouble = ShopFolderState["backups"]["trouble"];

/** What a backup or a look met: why the place failed, or that it is not the folder that this counter knows. */
const troubleCode = (error: unknown): PlaceTrouble | "other_folder" => {
  if (!(error instanceof CountersideError)) return "other";
  return placeTrouble.safeParse(error.details.reason).data ?? "other";
};

export function openBackups(world: CountersWorld) {
  const { engine } = world;
  const { clock, log, profile, randomness, sqliteBinding } = engine;
  const uploads = createSerialQueue();
  let trouble: Trouble = null;
  let lookTrouble: Trouble = null;
  let isDue = true;
  let isClosed = false;
  let cancel: () => void = () => undefined;

  /** The open connection's file; practice is nobody's. */
  const ownFile = (): OpenFile | null => {
    const file = world.books()?.file ?? null;
    return file?.row.practice === 1 ? null : file;
  };
  const openFile = (): OpenFile | null => (world.config().place === null ? null : ownFile());
  const troubleOf = (error: unknown): Trouble => ({
    code: troubleCode(error),
    at: new Date(clock.now()).toISOString(),
  });
  /** The file may have been closed meanwhile: what was learned of it is learned again. */
  const isOpen = (file: OpenFile): boolean => world.books()?.file === file;

  /**
   * True where nobody has this counter's place, and the folder is the one that this counter knows. `toShare`: something
   * is about to be put there, so that a folder where it never was becomes known.
   */
  const look = async (file: OpenFile, toShare: boolean): Promise<boolean> => {
    const { fence, row, log: fileLog } = file;
    const { device_id: deviceId, connection_key: connection } = row;
    const place = world.config().place ?? "";
    const known = fence.mark();
    const isNew = known?.place !== place;
    // What waits is in the folder that this counter knows, by whatever name: only its mark says that it is this one.
    const makeMark = isNew && toShare && !fence.isWaiting() ? randomness.uuid() : null;
    const begun = fence.begin();
    const found = await world.ask("fence.look", { deviceId, connection, makeMark });
    if (!isOpen(file)) return false;
    if (found.fence !== null) {
      const { epoch, byDeviceId, at, upTo, undecided } = found.fence;
      if (epoch > (fence.taken()?.epoch ?? 0)) {
        fileLog.warn("another computer has taken this counter's place", { epoch });
        file.db
          .transaction(() => {
            fence.take({ epoch, byDeviceId, at, upTo, undecided });
            file.record({ actor: file.own }, "counter.takenOver", byDeviceId, { epoch, at });
          })
          .immediate();
        world.changed();
      }
      return false;
    }
    const expected = makeMark ?? known?.id ?? null;
    if (expected !== null && found.mark !== expected) {
      const isFree = isNew && !fence.isWaiting();
      lookTrouble = isFree ? null : { code: "other_folder", at: new Date(clock.now()).toISOString() };
      return false;
    }
    lookTrouble = null;
    fence.looked(begun);
    if (isNew && expected !== null) fence.share(0, { place, id: expected });
    return true;
  };

  const upload = async (file: OpenFile): Promise<void> => {
    const { recipient, name } = world.config();
    const { row, fence, db, owner } = file;
    const { device_id: deviceId, connection_key: connection } = row;
    if (recipient === null || fence.taken() !== null) return;
    const folder = backupFolder(profile);
    const newest = await world.ask("backups.newest", {
      folder,
      databasePath: db.name,
      owner: { serviceUrl: owner.serviceUrl, tenantId: owner.tenantId, deviceId },
      sqliteBinding,
    });
    const isThere = fence.mark()?.place === world.config().place;
    if (newest === null || (isThere && newest.madeAt === fence.storedAt())) return;
    const { path, madeAt } = newest;
    const reach = await world.ask("backups.read", { path, deviceId, sqliteBinding });
    if (reach === null || !(await look(file, true))) return;
    const mark = fence.mark();
    if (!isOpen(file) || mark === null) return;
    fence.share(reach.entry, mark);
    await world.ask("backups.put", {
      path,
      madeAt,
      filesFrom: filesFolder(counterFolder(folder, deviceId)),
      deviceId,
      connection,
      name,
      recipient,
      sqliteBinding,
    });
    if (isOpen(file)) fence.stored(madeAt);
  };

  /** Never throws: what goes wrong is in the state. */
  const lookNow = async (): Promise<void> => {
    const file = openFile();
    if (file === null || file.fence.taken() !== null) return;
    try {
      await look(file, false);
    } catch (error) {
      lookTrouble = troubleOf(error);
      log.warn("the fence could not be looked at", { error });
    }
    if (isOpen(file)) file.fence.lookedFirst();
    world.changed();
  };
  const uploadNow = (): Promise<void> =>
    uploads.runExclusive(async () => {
      const file = openFile();
      if (file === null || isClosed) return;
      isDue = false;
      try {
        await upload(file);
        trouble = lookTrouble?.code === "other_folder" ? lookTrouble : null;
      } catch (error) {
        isDue = true;
        trouble = troubleOf(error);
        log.warn("a backup could not be put into the shop folder", { error });
      }
      world.changed();
    });

  const turn = (): void => {
    if (isClosed) return;
    cancel = clock.schedule(LOOK_EVERY_MS, turn);
    const file = openFile();
    if (file === null) return;
    if (file.fence.wantsLook()) void lookNow();
    if (isDue) void uploadNow();
  };
  /** What a program left that ended in the midst of it. */
  const tidy = (): void => {
    for (const name of namesIn(workFolder(profile)).filter((each) =>
      /^\.[0-9a-f-]{36}\.(age|hand-over)|^(drill|claim)-/.test(each),
    ))
      removeFolderAtOnce(join(workFolder(profile), name));
  };
  tidy();
  cancel = clock.schedule(0, () => {
    void lookNow();
    turn();
  });

  const handlers = {
    "shopFolder.makeKey": () => makeKey(),
    "shopFolder.drill": async (_: CountersCall, { deviceId, key }: { deviceId: string; key: string }) => {
      const folder = join(workFolder(profile), `drill-${randomness.uuid()}`);
      const identity = await readKey(key);
      try {
        const fetched = await world.ask("backups.fetch", {
          deviceId,
          connection: null,
          stem: null,
          key: identity,
          folder,
          sqliteBinding,
        });
        const { madeAt, bytes, entries, files, missingFiles } = fetched;
        return { madeAt, bytes, entries, files, missingFiles };
      } finally {
        removeFolderAtOnce(folder);
      }
    },
  };
  /** A person's word: what waits for a look at the folder is sent without it. */
  const goOn = (call: CountersCall): void => {
    const { file } = world.openBooks();
    file.fence.assertNotTaken();
    const held = file.fence.held();
    file.db
      .transaction(() => {
        file.fence.goOn();
        file.record({ actor: call.actor ?? file.own }, "shopFolder.wentOn", String(held), { entries: held });
      })
      .immediate();
    isDue = true;
    world.changed();
  };

  return {
    handlers,
    state(): Pick<ShopFolderState, "backups" | "fence"> {
      const file = ownFile();
      // Also where the shop folder is used no more.
      const taken = file?.fence.taken() ?? null;
      const held = file?.fence.held() ?? 0;
      const isShared = file !== null && file.fence.mark() !== null && (held > 0 || openFile() !== null);
      return {
        backups: {
          recipient: world.config().recipient,
          lastAt: file?.fence.storedAt() ?? null,
          trouble,
        },
        fence: {
          state:
            taken !== null ? "claimed" : !isShared ? "none" : file.fence.isClear() ? "clear" : "not_seen",
          byDeviceId: taken?.byDeviceId ?? null,
          at: taken?.at ?? null,
          held,
        },
      };
    },
    goOn,
    look,
    /** Who can read the backups changed: the activity says so. */
    recipientChanged(call: Pick<CountersCall, "actor">): void {
      const file = world.books()?.file;
      const recipient = world.config().recipient ?? "";
      file?.record({ actor: call.actor ?? file.own }, "shopFolder.recipientChanged", recipient, {});
      isDue = true;
      void uploadNow();
    },
    /** A place was named, or none is any more. */
    placeChanged(): void {
      isDue = true;
      world.books()?.file.fence.setNamed(world.config().place !== null);
      void lookNow();
      void uploadNow();
    },
    notice(is: "backed_up" | "wants_look"): void {
      // The file that says it may not be the open one yet.
      clock.schedule(0, () => void (is === "wants_look" ? lookNow() : uploadNow()));
    },
    /** What is due, now. */
    async run(): Promise<void> {
      await lookNow();
      await uploadNow();
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
