/** What the wizard asks of an import, held to the contract both ways. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHANNELS, type ChannelInput, type ChannelOutput } from "../../../../contract/channels.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import type { openShop } from "./shop-files.ts";

export type Shop = ReturnType<typeof openShop>;

/** A look into a file, as the wizard asks for it. */
export const preview = async (shop: Shop, input: ChannelInput<"referenceData.preview">) => {
  const parsed = CHANNELS["referenceData.preview"].input.parse(input);
  return CHANNELS["referenceData.preview"].output.parse(await shop.service.preview(parsed));
};
/** An import, as the wizard asks for it. */
export const run = async (shop: Shop, input: ChannelInput<"referenceData.import">) => {
  const parsed = CHANNELS["referenceData.import"].input.parse(input);
  return CHANNELS["referenceData.import"].output.parse(await shop.service.import(parsed));
};

/** What is wrong with a row: "id: empty", or a code alone where it is about the row as a whole. */
export const codesOf = (problems: readonly RowProblem[]): string =>
  problems.map(({ column, code }) => (column === null ? code : `${column}: ${code}`)).join("; ");

/** Which rows were rejected, each with its line. */
export const refusedIn = ({ rejected }: Pick<ChannelOutput<"referenceData.import">, "rejected">) =>
  rejected.map(({ line, problems }): [number, string] => [line, codesOf(problems)]);

/** Everything that the connection's file holds, and the bytes of the file and its log. */
export function dump({ db, books }: Shop) {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'product_search%'
         AND name NOT IN ('document_trigram', 'document_trigram_terms') ORDER BY name`,
    )
    .pluck()
    .all();
  return {
    schema: db.prepare("SELECT * FROM sqlite_schema").all(),
    rows: tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]),
    files: readdirSync(books)
      .filter((name) => /sqlite(-wal)?$/.test(name))
      .map((name) => [name, readFileSync(join(books, name)).toString("base64")]),
  };
}
