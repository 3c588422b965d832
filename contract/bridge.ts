/** The two functions that the preload exposes to the renderer, and nothing else. */
import type { ChannelInput, ChannelName, ChannelOutput } from "./channels.ts";
import type { CountersideEvent } from "./events.ts";
import type { Reply } from "./reply.ts";

export interface CountersideBridge {
  invoke<Name extends ChannelName>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Reply<ChannelOutput<Name>>>;
  /** Hears every event; returns the function that stops it. */
  subscribe(listener: (event: CountersideEvent) => void): () => void;
}

/** The electron channel both functions travel on. */
export const IPC_INVOKE = "counterside:invoke";
export const IPC_EVENT = "counterside:event";
