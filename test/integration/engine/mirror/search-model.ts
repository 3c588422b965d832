/** What a search must find: what looking at every name finds, in its order. */
import { expect } from "vitest";
import { createMirrorService } from "../../../../main/engine/mirror/mirror.ts";
import { searchable, searchWords } from "../../../../main/engine/mirror/search/search-text.ts";
import { PRODUCT_HEADER, productRow } from "../../../bench/profiles/product-names.ts";
import { typedClasses } from "../../../bench/profiles/typed-words.ts";
import type { openShop } from "../import/shop-files.ts";

/** More than the newest that are looked at for a short word, so that every way of searching is taken. */
export const PRODUCTS = 5_000;
const MOST = 1_000;
type Shop = ReturnType<typeof openShop>;

interface Named {
  product_key: number;
  id: number;
  search_name: string;
  deleted: number;
}

export const namesIn = ({ db }: Shop): Named[] =>
  db
    .prepare<[], Named>("SELECT product_key, id, search_name, deleted FROM product ORDER BY product_key DESC")
    .all();

export const assertNoDrift = ({ db }: Shop): void => {
  db.exec("INSERT INTO product_search (product_search, rank) VALUES ('integrity-check', 1)");
};

/** What the file keeps of their number. */
export const assertCounted = ({ db }: Shop): void =>
  expect(db.prepare("SELECT deleted, n FROM product_count WHERE n > 0").all()).toEqual(
    db.prepare("SELECT deleted, count(*) AS n FROM product GROUP BY deleted ORDER BY deleted").all(),
  );

export const fileOf = (lines: readonly string[]): string => `${PRODUCT_HEADER}\n${lines.join("\n")}\n`;
export const everyRow = Array.from({ length: PRODUCTS }, (_, n) => productRow(n));

/** Words only: what is an id or a barcode is found as such too. */
export const isWords = (text: string): boolean => !/^[\d\s٠-٩]*$/.test(text);
export const questions = typedClasses(PRODUCTS, 4)
  .flatMap(({ texts }) => texts)
  .filter(isWords);

/** 2: every word is whole; 1: those of three letters and more at least begin one. */
function placeIn(name: string, words: readonly string[]): number {
  const matches = (isBegun: boolean): boolean =>
    words.every((word) => ` ${name} `.includes(` ${word}${isBegun && [...word].length >= 3 ? "" : " "}`));
  if (matches(false)) return 2;
  return matches(true) ? 1 : 0;
}

export function assertAgrees(shop: Shop, asked: readonly string[] = questions): void {
  const names = namesIn(shop);
  const service = createMirrorService({ db: shop.db });
  for (const text of new Set(asked)) {
    const words = searchWords(text);
    const all = names.filter(({ search_name }) => words.every((word) => search_name.includes(word)));
    for (const deleted of [undefined, true, false]) {
      const holds = all.filter((row) => deleted === undefined || (row.deleted === 1) === deleted);
      const filter = deleted === undefined ? {} : { deleted };
      const ask = (limit: number): unknown[] =>
        service.search({ kind: "product", text, limit, ...filter }).rows.map((row) => "id" in row && row.id);
      const found = ask(MOST);
      const ids = new Set<unknown>(holds.map(({ id }) => id));
      expect(
        found.every((id) => ids.has(id)),
        `${text}: only what holds it`,
      ).toBe(true);
      expect(new Set(found).size, `${text}: each once, and none left out`).toBe(Math.min(MOST, ids.size));
      expect(ask(20).length, text).toBe(Math.min(20, ids.size));
      if (ids.size >= MOST) continue;
      const after = holds.filter(({ search_name }) => !search_name.startsWith(searchable(text)));
      const inOrder = [2, 1, 0].flatMap((place) =>
        after.filter(({ search_name }) => placeIn(search_name, words) === place),
      );
      expect(found.slice(holds.length - after.length), `${text}: in their order`).toEqual(
        inOrder.map(({ id }) => id),
      );
    }
  }
}

export const marksIn = ({ db }: Shop): unknown[] =>
  db.prepare("SELECT block, up_to, changed FROM product_block").all();
