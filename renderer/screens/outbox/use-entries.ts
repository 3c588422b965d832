import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { invoke } from "../../client/api.ts";
import { channelKey } from "../../client/queries.ts";
import { askedFor, type Filter } from "./filters.ts";

const PAGE = 200;

interface Entries {
  entries: EntrySummary[];
  /** False until the first page came. */
  known: boolean;
  error: Error | null;
  readMore: () => void;
  retry: () => void;
}

/** The entries of a filter, newest first, read page by page as the list is scrolled. */
export function useEntries(filter: Filter): Entries {
  const asked = askedFor(filter);
  const query = useInfiniteQuery({
    queryKey: channelKey("outbox.list", { ...asked, limit: PAGE }),
    queryFn: ({ pageParam }) =>
      invoke("outbox.list", {
        ...asked,
        limit: PAGE,
        ...(pageParam === null ? {} : { beforeSequence: pageParam }),
      }),
    initialPageParam: nothingBefore(),
    getNextPageParam: ({ entries }) =>
      entries.length < PAGE ? undefined : (entries.at(-1)?.sequence ?? undefined),
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    entries: query.data?.pages.flatMap(({ entries }) => entries) ?? [],
    known: query.data !== undefined,
    error: query.error,
    readMore,
    retry: () => void refetch(),
  };
}

const nothingBefore = (): number | null => null;
