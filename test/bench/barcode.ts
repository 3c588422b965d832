/** From a barcode to the product with its units, prices and stock: what a line needs after a scan. */
import Database from "better-sqlite3";
import { type Figure, median, type Section } from "./figures.ts";
import { connectionFile, type LargeProfile } from "./profiles/large-profile.ts";
import { numbersOf, productNamed } from "./profiles/product-names.ts";
import { inLargeWindow, percentile, timedCalls } from "./window/large-window.ts";

/** Aim: no more than this at the 95th percentile. */
const AIM_MS = 3;
/** The tail of codes that are read without their separators, and have one meaning. */
const BATCH_LAST = "1727123110A1";

interface Run {
  window: number[];
  scan: number[];
  loose: number[];
  unknown: number[];
  empty: number[];
  main: number[];
  bare: number[];
}

/** The same by one prepared statement each for the product with its units and for its stock. */
function bareTimes(file: string, barcodes: readonly string[]): number[] {
  const db = new Database(file, { readonly: true });
  try {
    const product = db.prepare<[string], { id: number | string }>(
      `SELECT product.id, product.name, unit.*, measure_unit.name FROM product_unit AS hit
         JOIN product USING (product_key) JOIN product_unit AS unit ON unit.product_key = product.product_key
         LEFT JOIN measure_unit ON measure_unit.id = unit.measure_unit_id
       WHERE hit.barcode = ? AND hit.barcode <> ''`,
    );
    const stock = db.prepare<[bigint | string]>("SELECT * FROM stock WHERE product_id = ?");
    return barcodes.map((barcode) => {
      const began = performance.now();
      const id = product.all(barcode)[0]?.id ?? "";
      stock.all(typeof id === "number" ? BigInt(id) : id);
      return performance.now() - began;
    });
  } finally {
    db.close();
  }
}

export async function measureBarcode(
  { runs, profile, scans }: { runs: number; profile: LargeProfile; scans: number },
  say: (words: string) => void,
): Promise<Section> {
  const next = numbersOf(29);
  const all: Run[] = [];
  for (let run = 0; run < runs; run += 1) {
    const barcodes = Array.from(
      { length: scans },
      () => productNamed(Math.floor(next() * profile.products)).barcode,
    );
    all.push(
      await inLargeWindow(profile, say, async (page, folder) => ({
        window: await timedCalls(
          page,
          "mirror.lookupBarcode",
          barcodes.map((barcode) => ({ barcode })),
        ),
        scan: await timedCalls(
          page,
          "mirror.scan",
          barcodes.map((barcode) => ({ code: `]d201${barcode.padStart(14, "0")}1728123110A1` })),
        ),
        loose: await timedCalls(
          page,
          "mirror.scan",
          barcodes.map((barcode) => ({ code: `01${barcode.padStart(14, "0")}${BATCH_LAST}` })),
        ),
        unknown: await timedCalls(
          page,
          "mirror.scan",
          barcodes.map((barcode) => ({ code: `${barcode.slice(0, -1)}X` })),
        ),
        empty: await timedCalls(
          page,
          "referenceData.cancelImport",
          barcodes.map((importId) => ({ importId })),
        ),
        main: await timedCalls(
          page,
          "settings.get",
          barcodes.map(() => ({})),
        ),
        bare: bareTimes(connectionFile(folder), barcodes),
      })),
    );
    say(`  run ${run + 1} of ${runs}`);
  }
  const figure = (what: string, share: number, digits: number, of: (run: Run) => number[]): Figure => ({
    what: `${what}, p${share * 100}`,
    unit: "ms",
    digits,
    runs: all.map((times) => percentile(of(times), share)),
  });
  const aimed = figure("in the window", 0.95, 2, ({ window }) => window);
  const p95 = median(aimed.runs);
  return {
    title: `Barcode lookup among ${profile.products.toLocaleString("en")} products`,
    method:
      "In the real window, from the page's call of `mirror.lookupBarcode` to its answer, for " +
      `${scans.toLocaleString("en")} barcodes a run; then \`mirror.scan\` of GS1 codes of them. Beside it two prepared ` +
      "statements in plain Node, and calls that read nothing.",
    figures: [
      aimed,
      figure("a GS1 scan of the same products", 0.95, 2, ({ scan }) => scan),
      figure("bare statements", 0.95, 3, ({ bare }) => bare),
      figure("a call to the engine that reads nothing", 0.95, 2, ({ empty }) => empty),
    ],
    details: [
      figure("in the window", 0.5, 2, ({ window }) => window),
      figure("a GS1 scan of the same products", 0.5, 2, ({ scan }) => scan),
      figure("a GS1 scan without separators", 0.5, 2, ({ loose }) => loose),
      figure("a GS1 scan without separators", 0.95, 2, ({ loose }) => loose),
      figure("a scan that no product has", 0.5, 2, ({ unknown }) => unknown),
      figure("a scan that no product has", 0.95, 2, ({ unknown }) => unknown),
      figure("bare statements", 0.5, 3, ({ bare }) => bare),
      figure("a call to the engine that reads nothing", 0.5, 2, ({ empty }) => empty),
      figure("a call to the main process", 0.5, 2, ({ main }) => main),
      figure("a call to the main process", 0.95, 2, ({ main }) => main),
    ],
    verdict: `Aim: under ${AIM_MS} ms at p95. ${p95 < AIM_MS ? "Met" : "**Not met**"}: ${p95.toFixed(2)} ms.`,
  };
}
