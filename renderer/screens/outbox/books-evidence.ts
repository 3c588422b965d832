/** What stands in the activity where an entry is confirmed by a file of the books. */
import type { TFunction } from "i18next";
import type { Proposal } from "../../../contract/channels/unknown.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { isolated } from "../../i18n/format.ts";

export type BooksFile = Pick<ChannelOutput<"unknown.match">, "fileName" | "fileHash">;

/** File, fingerprint, row and what the books have there, so that anyone can look it up again. */
export function evidenceOf(t: TFunction, { fileName, fileHash }: BooksFile, proposal: Proposal): string {
  const { row, date, amount, currencyId, status } = proposal;
  const inRow = t("outbox.books.evidence", {
    file: isolated(fileName),
    hash: isolated(fileHash),
    row: isolated(String(row)),
    date: isolated(String(date)),
    amount: isolated(`${amount} ${currencyId}`),
  });
  return status === null
    ? inRow
    : `${inRow} ${t("outbox.books.evidenceStatus", { status: isolated(status) })}`;
}
