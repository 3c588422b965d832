/**
 * Every benchmark: its name, whether it drives the built program, and how it is run. A quick run shows that it works,
 * in seconds; its figures say nothing. The measuring is in `test/bench`, loaded only when it is due.
 */

/**
 * @typedef {object} Bench
 * @property {string} name its section in docs/BENCHMARKS.md, and its name after `--only`
 * @property {string} about what it measures, for --help
 * @property {boolean} needsBuild
 * @property {string} [quickAs] the benchmark whose quick run is the same, word for word
 * @property {(quick: boolean, say: (words: string) => void) => Promise<import("../../test/bench/figures.ts").Section>} measure
 */

/** Begins the line that says of a benchmark why it was left out. */
export const NOT_MEASURED = "Not measured: ";

/** A counter after years, with many products. */
const LARGE = { products: 1_000_000, entries: 100_000 };
/** A large shop. */
const SHOP = { products: 100_000, entries: 10_000 };
const FEW = { products: 2_000, entries: 500 };

/**
 * @param {string} name
 * @param {typeof LARGE} profile
 * @param {string} [quickAs]
 * @returns {Bench}
 */
const barcodes = (name, profile, quickAs) => ({
  name,
  about: `barcode lookup among ${profile.products.toLocaleString("en")} products`,
  ...(quickAs === undefined ? {} : { quickAs }),
  needsBuild: true,
  measure: async (quick, say) =>
    (await import("../../test/bench/barcode.ts")).measureBarcode(
      quick ? { runs: 1, profile: FEW, scans: 100 } : { runs: 5, profile, scans: 2_000 },
      say,
    ),
});

/**
 * @param {string} name
 * @param {import("../../test/bench/purchases.ts").PurchaseShop} shop
 * @param {string} [quickAs]
 * @returns {Bench}
 */
const purchases = (name, shop, quickAs) => ({
  name,
  about: `stock and purchases from files, ${shop.stockRows.toLocaleString("en")} stock rows`,
  ...(quickAs === undefined ? {} : { quickAs }),
  needsBuild: false,
  measure: async (quick, say) =>
    (await import("../../test/bench/purchases.ts")).measurePurchases(
      quick
        ? {
            runs: 1,
            shop: { products: 1_000, stockRows: 2_000, purchases: 100, linesEach: 20, questions: 20 },
          }
        : { runs: 3, shop },
      say,
    ),
});

/** @type {readonly Bench[]} */
export const benches = [
  {
    name: "post",
    about: "saving entries until each is acknowledged",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/post.ts")).measurePost(
        quick ? { runs: 2, posts: 100 } : { runs: 7, posts: 1_000 },
        say,
      ),
  },
  {
    name: "post-peers",
    about: "the same beside other offline stores",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/post-peers.ts")).measurePostPeers(
        quick ? { runs: 1, posts: 100, peers: false } : { runs: 5, posts: 1_000, peers: true },
        say,
      ),
  },
  {
    name: "drain",
    about: "sending a full outbox",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/drain.ts")).measureDrain(
        quick ? { runs: 1, entries: 200 } : { runs: 5, entries: 10_000 },
        say,
      ),
  },
  {
    name: "reconnect",
    about: "all counters of a service that reconnect at once",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/reconnect.ts")).measureReconnect(
        quick
          ? { runs: 1, counters: 8, entries: 5, outageMs: 120_000 }
          : { runs: 5, counters: 200, entries: 20, outageMs: 600_000 },
        say,
      ),
  },
  purchases("purchases", {
    products: 100_000,
    stockRows: 1_000_000,
    purchases: 100_000,
    linesEach: 20,
    questions: 200,
  }),
  purchases(
    "purchases-shop",
    { products: 10_000, stockRows: 100_000, purchases: 10_000, linesEach: 20, questions: 200 },
    "purchases",
  ),
  {
    name: "import",
    about: "saving entries during an import",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/import.ts")).measureImport(
        quick ? { runs: 1, rows: 5_000 } : { runs: 5, rows: 1_000_000 },
        say,
      ),
  },
  {
    name: "lists",
    about: "taking lists from the shop folder",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/lists.ts")).measureLists(
        quick ? { runs: 1, rows: 5_000 } : { runs: 3, rows: 1_000_000 },
        say,
      ),
  },
  {
    name: "lists-chain",
    about: "a shop folder that all counters of a chain ask",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/lists-chain.ts")).measureListsChain(
        quick ? { runs: 1, engines: 5, seconds: 20 } : { runs: 1, engines: 200, seconds: 40 },
        say,
      ),
  },
  {
    name: "import-window",
    about: "the window during an import",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/import-window.ts")).measureImportWindow(
        quick ? { runs: 1, rows: 40_000, restMs: 600 } : { runs: 5, rows: 1_000_000, restMs: 15_000 },
        say,
      ),
  },
  {
    name: "growth",
    about: "work with an outbox of up to a million entries",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/growth.ts")).measureGrowth(
        quick
          ? { sizes: [100, 1_000], waiting: 5, times: 5, runs: 1 }
          : { sizes: [1_000, 10_000, 100_000, 1_000_000], waiting: 400, times: 50, runs: 5 },
        say,
      ),
  },
  {
    name: "open",
    about: "opening a profile with many entries",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/open.ts")).measureOpen(
        quick ? { runs: 1, entries: 500 } : { runs: 5, entries: 100_000 },
        say,
      ),
  },
  {
    name: "search",
    about: "product search while typing, among a million products",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/search.ts")).measureSearch(
        quick
          ? { runs: 1, profile: { products: 2_000, entries: 500 }, words: 2, peers: false }
          : { runs: 5, profile: LARGE, words: 12, peers: true },
        say,
      ),
  },
  {
    name: "search-kinds",
    about: "product search among names of several kinds",
    needsBuild: false,
    measure: async (quick, say) =>
      (await import("../../test/bench/search-kinds.ts")).measureSearchKinds(
        quick ? { runs: 1, products: 2_000, words: 1 } : { runs: 1, products: 1_000_000, words: 6 },
        say,
      ),
  },
  barcodes("barcode", LARGE),
  barcodes("barcode-shop", SHOP, "barcode"),
  {
    name: "memory",
    about: "the engine's memory",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/memory.ts")).measureMemory(
        { runs: quick ? 1 : 5, posts: quick ? 100 : 1_000 },
        say,
      ),
  },
  {
    name: "window",
    about: "from the start to a window that can be used",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/window-section.ts")).measureWindowSection(
        quick
          ? { runs: 1, warmUps: 0, profile: { products: 2_000, entries: 500 } }
          : { runs: 7, warmUps: 2, profile: LARGE },
        say,
      ),
  },
  {
    name: "rest",
    about: "the whole program's memory while nothing is done",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/rest.ts")).measureRest(
        quick
          ? { runs: 1, restMs: 1_000, profile: { products: 2_000, entries: 500 } }
          : { runs: 5, restMs: 30_000, profile: LARGE },
        say,
      ),
  },
  {
    name: "grid",
    about: "typing into a return of 1,000 lines",
    needsBuild: true,
    measure: async (quick) =>
      (await import("../../test/bench/grid-section.ts")).measureGridSection({
        runs: quick ? 1 : 5,
        ...(quick ? { looks: 1 } : {}),
        lines: quick ? 40 : 1_000,
        keys: quick ? 8 : 160,
      }),
  },
  {
    name: "posting-page",
    about: "saving a return, as the page shows it",
    needsBuild: true,
    measure: async (quick, say) =>
      (await import("../../test/bench/posting-page.ts")).measurePostingPage(
        quick
          ? { runs: 1, posts: 1, longPosts: 1, longLines: 40 }
          : { runs: 5, posts: 20, longPosts: 5, longLines: 1_000 },
        say,
      ),
  },
];
