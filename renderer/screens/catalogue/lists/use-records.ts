/** The rows of a table: products without a search page by page to the very last, anything else by its best hits. */
import { useCallback, useMemo, useState } from "react";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel, usePages } from "../../../client/queries.ts";
import type { SearchedKind } from "../tabs.ts";

/** As many as a screen shows: asked for at every key, and again whenever products change. */
const FIRST = 60;
/** What is asked for when the end of the list comes in sight. */
const PAGE = 500;
export const MOST_HITS = 1_000;

interface Records {
  /** Undefined until the first answer. */
  rows: MirrorRow[] | undefined;
  error: Error | null;
  /** Only the best hits are shown; there are more. */
  cut: boolean;
  readMore: () => void;
  retry: () => Promise<unknown>;
}

type Filter = { deleted?: boolean };

function useAllProducts(enabled: boolean, filter: Filter): Records {
  const { pages, error, readMore, retry } = usePages(
    channelKey("mirror.browse", { kind: "product", ...filter }),
    {
      read: (cursor: string | null) =>
        invoke("mirror.browse", {
          kind: "product",
          ...filter,
          ...(cursor === null ? { limit: FIRST } : { limit: PAGE, cursor }),
        }),
      next: ({ cursor }) => cursor,
      enabled,
    },
  );
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { rows, error, cut: false, readMore, retry };
}

function useHits(enabled: boolean, kind: SearchedKind, text: string, filter: Filter): Records {
  const [limit, setLimit] = useState(FIRST);
  const options = { enabled, keepPrevious: true, typed: true };
  const search = useChannel("mirror.search", { kind, text, limit, ...filter }, options);
  const full = (search.data?.rows.length ?? 0) >= limit;
  const readMore = useCallback(() => {
    if (full) setLimit(MOST_HITS);
  }, [full]);
  return {
    rows: search.data?.rows,
    error: search.error,
    cut: full && limit === MOST_HITS,
    readMore,
    retry: () => search.refetch(),
  };
}

/** The records of one kind that hold the text; of products without a text all of them. */
export function useRecords(kind: SearchedKind, text: string, filter: Filter): Records {
  const isBrowsed = kind === "product" && text === "";
  const all = useAllProducts(isBrowsed, filter);
  const hits = useHits(!isBrowsed, kind, text, filter);
  return isBrowsed ? all : hits;
}
