/** One run of the program: a real engine with a clock and a network of the trace's own. */
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../../contract/channels.ts";
import type { OpenUnsentClaims } from "../../../main/engine/core/outbox/unsent-claims.ts";
import { type Engine, openEngine } from "../../../main/engine/engine.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { ManualClock } from "../../helpers/clock.ts";
import { Network } from "./network.ts";

export interface Life {
  engine: Engine;
  clock: ManualClock;
  network: Network;
}

export function openLife(
  profile: string,
  tokens: Record<string, string>,
  unsentClaims: OpenUnsentClaims,
): Life {
  const clock = new ManualClock();
  const network = new Network();
  const engine = openEngine({
    profile,
    clock,
    appVersion: "0.0.0-model",
    sqliteBinding: null,
    randomness: systemRandomness,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    emit: () => undefined,
    tokens,
    proxy: null,
    resendUnknown: false,
    connect: network.connect,
    unsentClaims,
  });
  return { engine, clock, network };
}

/** What the engine answers; throws where it refuses. */
export async function call<Name extends EngineChannel>(
  engine: Engine,
  channel: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const reply = await engine.invoke(channel, input);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
  return parseChannelOutput(channel, reply.value);
}
