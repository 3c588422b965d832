/**
 * A large shop's profile for the benchmarks: very many products, taken in by the real import from a CSV file, and a
 * past of confirmed entries. Making it takes a minute or more, so it is kept in the machine's cache and copied for each
 * run; what made it is part of its name, and one that was made otherwise is thrown away.
 */

import { createHash } from "node:crypto";
import {
  constants,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { Engine, openEngine } from "../../../main/engine/engine.ts";
import { MIGRATIONS } from "../../../main/engine/file/schema/migrations.ts";
import { systemClock } from "../../../main/engine/ports.ts";
import { cacheDir } from "../../../scripts/lib/paths.mjs";
import { withMachineLock } from "../../../scripts/lib/set-up/machine-lock.mjs";
import { invoked, openBench } from "../engine.ts";
import { PAST_BEGINS, writePast } from "./past-entries.ts";
import { PRODUCT_HEADER, productNamed, productRow } from "./product-names.ts";

export interface LargeProfile {
  products: number;
  /** Confirmed purchase returns of three lines, with their documents, answers, balances and stock. */
  entries: number;
}

/** Whom the profile is connected to; sending is paused. */
export const LARGE_PROFILE_CONNECTION = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501 };
const DEVICE_ID = "5a1e0000-0000-4000-8000-000000000001";
/** Of so many products one comes by the carton too, under a separate barcode. */
const CARTON_EVERY = 8;

const UNFINISHED_KEPT_MS = 3_600_000;

/** What decides what the profile holds, besides the schema. */
const MAKERS = [
  ...["large-profile.ts", "past-entries.ts", "product-names.ts"],
  ...[
    "../../../main/engine/mirror/search/search-text.ts",
    "../../../main/engine/mirror/lists/import-batches.ts",
  ],
];

const quiet = () => undefined;

/** Opens an engine on such a profile, as `emit` hears it; close it. */
export function openLarge(profile: string, emit: Parameters<typeof openEngine>[0]["emit"] = quiet): Engine {
  return openBench(profile, {
    emit,
  });
}

/** Where the connection's file of a profile is. */
export function connectionFile(profile: string): string {
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((file) => file.endsWith(".sqlite"));
  if (name === undefined) throw new Error(`there is no connection in ${profile}`);
  return join(folder, name);
}

function* productLines(products: number, cartonEvery: number): Generator<string> {
  yield `${PRODUCT_HEADER}\n`;
  let lines: string[] = [];
  for (let n = 0; n < products; n += 1) {
    lines.push(productRow(n));
    if (cartonEvery > 0 && n % cartonEvery === 0) {
      const { id, name, price, costPrice } = productNamed(n);
      lines.push(
        `${id},${name},${6_290_000_000_000 + n},2,${Number(price) * 12},${Number(costPrice) * 12},0`,
      );
    }
    if (lines.length >= 1_000) {
      yield `${lines.join("\n")}\n`;
      lines = [];
    }
  }
  if (lines.length > 0) yield `${lines.join("\n")}\n`;
}

/** Writes a file of so many products; of `cartonEvery` one has a second row (0: none has). */
export async function writeProductFile(path: string, products: number, cartonEvery = 0): Promise<void> {
  await pipeline(Readable.from(productLines(products, cartonEvery)), createWriteStream(path));
}

const SMALL_FILES = {
  measureUnit: "id,name,baseUnitId,factor,deleted\n1,Piece / حبة,,,0\n2,Carton / كرتون,1,12,0\n",
  account:
    "id,name,type,deleted\n1101,Al Amal Trading / الأمل للتجارة,supplier,0\n2001,Main cash / الصندوق,cash,0\n",
  store: "id,name\n1,Main store / المخزن الرئيسي\n",
  currency: "id,name,digits\nYER,Rial / ريال,2\n",
} as const;

async function make(folder: string, wanted: LargeProfile, say: (words: string) => void): Promise<void> {
  const profile = join(folder, "profile");
  const connection = { ...LARGE_PROFILE_CONNECTION, deviceId: DEVICE_ID };
  const early = openBench(profile, {
    clock: { ...systemClock, now: () => PAST_BEGINS },
  });
  await invoked(early, "connection.save", { ...connection, token: "t" });
  await invoked(early, "sync.pause", {});
  for (const [kind, text] of Object.entries(SMALL_FILES)) {
    const path = join(folder, "small.csv");
    writeFileSync(path, text);
    await invoked(early, "referenceData.import", { kind, path });
  }
  await early.close();

  const { entries, products } = wanted;
  await writePast({ path: connectionFile(profile), identity: connection, entries, products }, say);

  const csv = join(folder, "products.csv");
  if (products > 0) {
    await writeProductFile(csv, products, CARTON_EVERY);
    let next = 100_000;
    const engine = openLarge(profile, ({ event, payload }) => {
      if (event !== "referenceData.importProgressed" || payload.rows < next) return;
      say(`  ${payload.rows} rows of ${products} products imported`);
      next = payload.rows + 100_000;
    });
    await invoked(engine, "referenceData.import", { kind: "product", path: csv });
    await engine.close();
  }
  for (const name of ["products.csv", "small.csv"]) rmSync(join(folder, name), { force: true });
}

const keptFolder = (): string => join(cacheDir(), "bench-profiles");

function keyOf({ products, entries }: LargeProfile): { start: string; key: string } {
  const digest = createHash("sha256").update(JSON.stringify(MIGRATIONS));
  for (const name of MAKERS) digest.update(readFileSync(fileURLToPath(new URL(name, import.meta.url))));
  const start = `${products}-products-${entries}-entries-`;
  const version = MIGRATIONS.at(-1)?.version ?? 0;
  return { start, key: `${start}schema-${version}-${digest.digest("hex").slice(0, 16)}` };
}

/** Removes what was made otherwise, and what a run that was killed left; one that is being made now stays. */
function removeStale(start: string): void {
  for (const name of readdirSync(keptFolder())) {
    const path = join(keptFolder(), name);
    const isUnfinished = name.includes(".making-");
    const isOld = Date.now() - statSync(path).mtimeMs > UNFINISHED_KEPT_MS;
    if (isUnfinished ? isOld : name.startsWith(start)) rmSync(path, { recursive: true, force: true });
  }
}

/** The kept profile's folder, made where it is missing. Never open it: `copyLargeProfile` gives one to use. */
export async function ensureLargeProfile(
  wanted: LargeProfile,
  say: (words: string) => void,
): Promise<string> {
  const { start, key } = keyOf(wanted);
  const kept = join(keptFolder(), key);
  if (existsSync(kept)) return join(kept, "profile");
  mkdirSync(keptFolder(), { recursive: true });
  removeStale(start);
  say(`  Making a profile of ${wanted.products} products and ${wanted.entries} entries, once ...`);
  const unfinished = `${kept}.making-${process.pid}`;
  // Of two runs the second waits and finds it made.
  await withMachineLock("bench-profiles", async () => {
    if (existsSync(kept)) return;
    try {
      await make(unfinished, wanted, say);
      renameSync(unfinished, kept);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
  return join(kept, "profile");
}

/** Copies the profile to `target`, a path at which nothing is yet. */
export async function copyLargeProfile(
  wanted: LargeProfile,
  target: string,
  say: (words: string) => void,
): Promise<void> {
  const kept = await ensureLargeProfile(wanted, say);
  cpSync(kept, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
