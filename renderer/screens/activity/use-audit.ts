import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../api.ts";
import { channelKey } from "../../queries.ts";

export type AuditEntry = ChannelOutput<"audit.list">["entries"][number];

const PAGE = 200;
const newest = (): number | null => null;

/** The record, newest first, read page by page; the chain as the last reading found it. */
export function useAudit() {
  const query = useInfiniteQuery({
    queryKey: channelKey("audit.list", { limit: PAGE }),
    queryFn: ({ pageParam }) =>
      invoke("audit.list", { limit: PAGE, ...(pageParam === null ? {} : { beforeSequence: pageParam }) }),
    initialPageParam: newest(),
    getNextPageParam: ({ entries }) =>
      entries.length < PAGE ? undefined : (entries.at(-1)?.sequence ?? undefined),
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const pages = query.data?.pages;
  return {
    entries: pages?.flatMap(({ entries }) => entries) ?? [],
    /** undefined: not read yet. */
    intact: pages?.every(({ chainIntact }) => chainIntact),
    error: query.error,
    checking: query.isFetching,
    readMore,
    checkAgain: () => void refetch(),
  };
}
