import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";
import { channelKey } from "../../client/queries.ts";

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
  const check = useMutation({
    mutationFn: () => invoke("audit.list", { limit: 1, fromStart: true }),
    onSettled: () => refetch(),
  });
  const pages = query.data?.pages;
  return {
    entries: pages?.flatMap(({ entries }) => entries) ?? [],
    /** What is wrong with the chain; undefined: not read yet. */
    problem:
      pages === undefined
        ? undefined
        : (pages.find(({ chainProblem }) => chainProblem !== null)?.chainProblem ?? null),
    error: query.error,
    checking: query.isFetching || check.isPending,
    readMore,
    /** All of it, from the first entry on: who asks for it doesn't mean only what is new. */
    checkAgain: () => check.mutate(),
  };
}
