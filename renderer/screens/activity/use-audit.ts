import { useMutation } from "@tanstack/react-query";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";
import { channelKey, usePages } from "../../client/queries.ts";

export type AuditEntry = ChannelOutput<"audit.list">["entries"][number];

const PAGE = 200;

/** The record, newest first; the chain as the last reading found it. */
export function useAudit() {
  const { pages, error, fetching, readMore, retry } = usePages(channelKey("audit.list", { limit: PAGE }), {
    read: (beforeSequence: number | null) =>
      invoke("audit.list", { limit: PAGE, ...(beforeSequence === null ? {} : { beforeSequence }) }),
    next: ({ entries }) => (entries.length < PAGE ? null : (entries.at(-1)?.sequence ?? null)),
  });
  const check = useMutation({
    mutationFn: () => invoke("audit.list", { limit: 1, fromStart: true }),
    onSettled: () => retry(),
  });
  return {
    entries: pages?.flatMap(({ entries }) => entries) ?? [],
    /** What is wrong with the chain; undefined: not read yet. */
    problem:
      pages === undefined
        ? undefined
        : (pages.find(({ chainProblem }) => chainProblem !== null)?.chainProblem ?? null),
    error,
    checking: fetching || check.isPending,
    readMore,
    /** All of it, from the first entry on: who asks for it doesn't mean only what is new. */
    checkAgain: () => check.mutate(),
  };
}
