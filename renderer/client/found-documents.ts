/** Documents by a text: an answer may stop before a page is full, and then the question goes on where it stopped. */
import type { DocumentRow } from "../../contract/channels/mirror.ts";
import type { ChannelInput, ChannelOutput } from "../../contract/channels.ts";
import { askTyped } from "./queries.ts";

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
