import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { foundDocuments } from "../../client/found-documents.ts";
import { channelKey } from "../../client/queries.ts";

const PAGE = 100;

export type KindFilter = "all" | DocumentRow["kind"];

interface Documents {
  documents: DocumentRow[];
  /** False until the first page came. */
  known: boolean;
  /** Whether there are more than were read. */
  more: boolean;
  error: Error | null;
  readMore: () => void;
  retry: () => void;
}

/** The documents that hold the text, newest first, read page by page as the list is scrolled. */
export function useDocuments(text: string, kind: KindFilter): Documents {
  const asked = { ...(text === "" ? {} : { text }), ...(kind === "all" ? {} : { kind }), limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: channelKey("documents.search", asked),
    queryFn: ({ pageParam, signal }) =>
      foundDocuments({ ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: fromTheTop(),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    documents: query.data?.pages.flatMap(({ documents }) => documents) ?? [],
    known: query.data !== undefined,
    more: hasNextPage,
    error: query.error,
    readMore,
    retry: () => void refetch(),
  };
}

const fromTheTop = (): string | null => null;
