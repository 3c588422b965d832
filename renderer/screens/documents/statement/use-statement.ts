import { useMemo } from "react";
import { create } from "zustand";
import type { Statement } from "../../../../contract/channels/statements.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, usePages } from "../../../client/queries.ts";
import type { Chosen, Days } from "./period.ts";

const PAGE = 200;

/** The period that was chosen last, so that coming back finds it. */
export const useChosen = create<Chosen>(() => ({ period: "month", from: "", to: "" }));

/** What the channels are asked: which account, and which days. */
export const askedOf = (accountId: string, { from, to }: Days) => ({
  accountId,
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
});

/** The statement of an account, its returns page by page; null: no account is chosen. */
export function useStatement(accountId: string | null, days: Days) {
  const asked = { ...askedOf(accountId ?? "", days), limit: PAGE };
  const { pages, error, readMore, retry } = usePages(channelKey("statements.get", asked), {
    read: (cursor: string | null) => invoke("statements.get", cursor === null ? asked : { ...asked, cursor }),
    next: ({ cursor }) => cursor,
    enabled: accountId !== null,
  });
  const rows = useMemo(() => pages?.flatMap((page): Statement["rows"] => page.rows) ?? [], [pages]);
  return { statement: pages?.[0], rows, error, readMore, retry };
}
