/** A counter whose backups lie in a shop folder, and other computers that use the same: for tests of takeovers. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { systemRandomness } from "../../main/engine/ports.ts";
import { ManualClock } from "./clock.ts";
import {
  aReturn,
  connect,
  DEVICE,
  newFolder,
  openTestEngine,
  TENANT,
  type TestEngine,
  TOKEN,
  USER,
} from "./engine.ts";
import { answer, goodBody, type HttpService, startHttpService } from "./http-service.ts";

export const MINUTE = 60_000;

export interface Shop {
  folder: string;
  service: HttpService;
  key: string;
  recipient: string;
}

export const state = (engine: TestEngine) => engine.call("shopFolder.get", {});
export const ways = (folder: string, under: string): string[] =>
  existsSync(join(folder, under))
    ? readdirSync(join(folder, under), { recursive: true }).map(String).sort()
    : [];
export const post = async (engine: TestEngine, note: string): Promise<string> =>
  (await engine.call("purchaseReturn.post", aReturn({ note }))).entryId;
export const sentNotes = (service: HttpService): string[] =>
  service.came.map(({ body }) => /"note":"([^"]*)"/.exec(body)?.[1] ?? "").sort();

/** A counter whose folder has its backup with `backedUp` in it, none of which was sent. */
export async function counterWith(
  backedUp: readonly string[],
): Promise<Shop & { old: TestEngine; ids: string[] }> {
  const folder = newFolder();
  const service = await startHttpService((outgoing, came) => answer(200, goodBody(came))(outgoing, came));
  await service.setUp(false);
  const old = openTestEngine();
  await connect(old, service.url);
  await old.call("shopFolder.set", { place: folder });
  const { key, recipient } = await old.call("shopFolder.makeKey", {});
  await old.call("shopFolder.configure", { recipient, name: "first" });
  const ids: string[] = [];
  for (const note of backedUp) ids.push(await post(old, note));
  await old.call("backup.create", {});
  await old.call("shopFolder.refresh", {});
  return { folder, service, key, recipient, old, ids };
}

export async function otherComputer(
  { folder }: Pick<Shop, "folder">,
  options: Parameters<typeof openTestEngine>[0] = {},
): Promise<TestEngine> {
  const engine = openTestEngine({ clock: new ManualClock(), randomness: systemRandomness, ...options });
  await engine.call("shopFolder.set", { place: folder });
  return engine;
}

/** A computer that took over keeps its own uuid. */
export const giveToken = (engine: TestEngine, { url }: HttpService) =>
  engine.call("connection.save", { serviceUrl: url, tenantId: TENANT, userId: USER, token: TOKEN });

export const claim = (engine: TestEngine, { key }: Pick<Shop, "key">) =>
  engine.call("takeover.claim", { deviceId: DEVICE, key, oldIsGone: true });
