/** Typed reading and sending over the channels. Every screen reads through these hooks. */
import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { DocumentRow } from "../../contract/channels/mirror.ts";
import type { ChannelInput, ChannelName, ChannelOutput, ReadingChannel } from "../../contract/channels.ts";
import { createAskInOrder } from "../lib/ask-in-order.ts";
import { ApiError, invoke } from "./api.ts";

/** The key a channel's answer is kept under: its name alone names all its answers. */
export function channelKey<Name extends ChannelName>(
  channel: Name,
  input?: ChannelInput<Name>,
): readonly unknown[] {
  return input === undefined ? [channel] : [channel, input];
}

/** When an answer of before this start's engine was given, among the times of answers (`dataUpdatedAt`). */
export const KNOWN_BEFORE = 1;

interface ChannelOptions {
  enabled?: boolean;
  /** Keeps the last answer on the screen while the next one is fetched, so that nothing jumps. */
  keepPrevious?: boolean;
  refetchInterval?: number;
  /** Asked anew each time it is shown, since no event tells that it changed. */
  eachTime?: boolean;
  /** The input is being typed: an answer to what stood there before is dropped, and what was not asked yet never is. */
  typed?: boolean;
}

const queued = createAskInOrder();

/** Asks a channel for what is typed; `signal` is given up as soon as something else is. */
export const askTyped = <Name extends ReadingChannel>(
  channel: Name,
  input: ChannelInput<Name>,
  signal: AbortSignal,
): Promise<ChannelOutput<Name>> => queued(() => invoke(channel, input), signal);

/** Reads a channel, again where the engine was not there. Events keep the answer fresh (`live-events.ts`), so nothing is polled by default. */
export function useChannel<Name extends ReadingChannel>(
  channel: Name,
  input: ChannelInput<Name>,
  options: ChannelOptions = {},
): UseQueryResult<ChannelOutput<Name>, Error> {
  return useQuery<ChannelOutput<Name>, Error>({
    queryKey: channelKey(channel, input),
    // A query is given up with its last reader only where its signal was looked at.
    queryFn:
      options.typed === true
        ? ({ signal }) => askTyped(channel, input, signal)
        : () => invoke(channel, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.eachTime === true ? { refetchOnMount: "always" } : {}),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
  });
}

interface PagesOptions<Page, Cursor> {
  /** Reads on from a cursor; null is the beginning. It is given up with its last reader only where it looks at `signal`. */
  read: (from: Cursor | null, asked: { signal: AbortSignal }) => Promise<Page>;
  /** Where the next page begins; null where this one is the last. */
  next: (page: Page) => Cursor | null;
  enabled?: boolean;
}

interface Pages<Page> {
  /** Undefined until the first one came. */
  pages: Page[] | undefined;
  more: boolean;
  fetching: boolean;
  /** The pages are those of the question before, until its own are there. */
  isPrevious: boolean;
  error: Error | null;
  readMore: () => void;
  retry: () => Promise<unknown>;
}

/** Reads a list page by page as it is scrolled. */
export function usePages<Page, Cursor>(
  queryKey: readonly unknown[],
  { read, next, enabled = true }: PagesOptions<Page, Cursor>,
): Pages<Page> {
  const query = useInfiniteQuery<
    Page,
    Error,
    InfiniteData<Page>,
    readonly unknown[],
    { from: Cursor | null }
  >({
    queryKey,
    queryFn: (asked) => read(asked.pageParam.from, asked),
    initialPageParam: { from: null },
    getNextPageParam: (page) => {
      const from = next(page);
      return from === null ? null : { from };
    },
    placeholderData: keepPreviousData,
    enabled,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    pages: query.data?.pages,
    more: hasNextPage,
    fetching: query.isFetching,
    isPrevious: query.isPlaceholderData,
    error: query.error,
    readMore,
    retry: () => query.refetch(),
  };
}

interface SendOptions<Name extends ChannelName> {
  onSuccess?: (value: ChannelOutput<Name>, input: ChannelInput<Name>) => void;
}

/**
 * Sends to a channel that changes something. Nothing is repeated by itself, and what is under way is not sent a second
 * time by another click: a button is drawn as busy only after the tick in which it was clicked.
 */
export function useSend<Name extends ChannelName>(
  channel: Name,
  options: SendOptions<Name> = {},
): UseMutationResult<ChannelOutput<Name>, Error, ChannelInput<Name>> {
  const underWay = useRef(new Set<string>());
  const sending = useMutation<ChannelOutput<Name>, Error, ChannelInput<Name>>({
    mutationFn: (input) => invoke(channel, input),
    onSettled: (_value, _error, input) => void underWay.current.delete(hashKey([input])),
    ...(options.onSuccess === undefined
      ? {}
      : { onSuccess: (value, input) => options.onSuccess?.(value, input) }),
  });
  const send = sending.mutate;
  const mutate = useCallback<typeof send>(
    (...asked) => {
      const same = hashKey([asked[0]]);
      if (underWay.current.has(same)) return;
      underWay.current.add(same);
      send(...asked);
    },
    [send],
  );
  return { ...sending, mutate };
}

/** Only an engine that is being started again is worth asking a second time. */
const worthAsking = (failures: number, error: Error): boolean =>
  error instanceof ApiError && error.code === "engine_unavailable" && failures < 5;

/** The one query client. The network's state is the engine's business: a local channel always answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: worthAsking,
        retryDelay: 400,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

// Documents by a text: an answer may stop before a page is full, and then the question goes on where it stopped.

type Asked = ChannelInput<"documents.search"> & { limit: number };
type Page = ChannelOutput<"documents.search">;
type Ask = (input: Asked, signal: AbortSignal) => Promise<Page>;

const askEngine: Ask = (input, signal) => askTyped("documents.search", input, signal);

/** Asks until the page is full or the end is reached. Rejects with the signal's reason once it is given up. */
export async function foundDocuments(asked: Asked, signal: AbortSignal, ask = askEngine): Promise<Page> {
  const documents: DocumentRow[] = [];
  let input = asked;
  for (;;) {
    signal.throwIfAborted();
    const { documents: some, cursor } = await ask(input, signal);
    documents.push(...some);
    if (cursor === null || documents.length >= asked.limit) return { documents, cursor };
    input = { ...asked, cursor, limit: asked.limit - documents.length };
  }
}
