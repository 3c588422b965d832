import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ChannelInput } from "../../../contract/channels.ts";
import { invoke } from "../../api.ts";
import { channelKey } from "../../queries.ts";

type Question = Pick<ChannelInput<"documents.search">, "text" | "kind">;

const PAGE = 100;

/** The documents that hold the text, page after page. */
export function useDocumentPages(question: Question) {
  const input = { ...question, limit: PAGE };
  return useInfiniteQuery({
    queryKey: [...channelKey("documents.search", input), "pages"],
    queryFn: ({ pageParam }) =>
      invoke("documents.search", pageParam === null ? input : { ...input, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    placeholderData: keepPreviousData,
  });
}
