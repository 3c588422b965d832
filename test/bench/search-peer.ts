/** One library that searches in memory, in a separate process: what its index costs and how fast it answers. */
import { z } from "zod";
import { searchable } from "../../main/engine/mirror/search/search-text.ts";
import { loadPeer, peerVersion } from "../../scripts/bench/peers.mjs";
import { productNamed } from "./profiles/product-names.ts";
import { typedClasses } from "./profiles/typed-words.ts";
import { percentile } from "./window/large-window.ts";

const LISTED = 20;

interface Searcher {
  add: (id: number, text: string) => void;
  search: (text: string) => unknown;
}
type MiniSearchClass = new (
  options: object,
) => { add: (row: object) => void; search: (text: string, options: object) => unknown[] };
type FlexSearchIndex = new (
  options: object,
) => { add: (id: number, text: string) => void; search: (text: string, limit: number) => unknown };

const isClass = (it: unknown): boolean => typeof it === "function";

async function searcher(name: string): Promise<Searcher> {
  const words = (text: string): string[] => searchable(text).split(" ");
  if (name === "minisearch") {
    const MiniSearch = z.custom<MiniSearchClass>(isClass).parse(await loadPeer("minisearch"));
    const index = new MiniSearch({ fields: ["text"], tokenize: words, processTerm: (term: string) => term });
    return {
      add: (id, text) => index.add({ id, text }),
      // It has no limit: it ranks every hit, and the first ones are taken.
      search: (text) => index.search(text, { prefix: true, combineWith: "AND" }).slice(0, LISTED),
    };
  }
  const flexSearch = z.object({ Index: z.custom<FlexSearchIndex>(isClass) });
  const { Index } = flexSearch.parse(await loadPeer("flexsearch"));
  const index = new Index({ tokenize: "forward", encode: words });
  return { add: (id, text) => index.add(id, text), search: (text) => index.search(text, LISTED) };
}

const [name = "", products = "0", words = "0"] = process.argv.slice(2);
const { add, search } = await searcher(name);
const began = performance.now();
for (let n = 0; n < Number(products); n += 1) {
  const { id, name: text } = productNamed(n);
  add(id, text);
}
const buildSeconds = (performance.now() - began) / 1_000;
const residentMb = process.memoryUsage.rss() / 1e6;
const times = typedClasses(Number(products), Number(words))
  .flatMap(({ texts }) => texts)
  .map((text) => {
    const asked = performance.now();
    search(text);
    return performance.now() - asked;
  });
const p95 = percentile(times, 0.95);
console.log(JSON.stringify({ version: peerVersion(name), buildSeconds, residentMb, p95 }));
