/**
 * Kept-alive connections to the service, through a proxy where there is one. Only `lazy-dispatcher.ts` imports this in
 * the program: undici is the largest library of the engine, and its first answers to the window must not wait for it.
 */
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici";
import { isLoopback } from "../../../contract/channels/connection.ts";
import { DEFAULT_TIMEOUTS, type NetworkTimeouts, tlsChecks } from "./network.ts";

/**
 * Connections to one service: at most `connections` at a time, kept alive between sends. What goes to this very
 * computer passes the proxy by: a token for loopback may travel in the clear, so it must not leave the computer.
 */
export function createDispatcher(
  connections: number,
  proxy: string | null,
  timeouts: NetworkTimeouts = DEFAULT_TIMEOUTS,
): Dispatcher {
  const connect = { timeout: timeouts.connectMs, ...tlsChecks() };
  const options = {
    connections,
    pipelining: 1,
    // Shorter than what servers keep: a connection they close as we write costs a lost answer.
    keepAliveTimeout: 4_000,
    headersTimeout: timeouts.answerMs,
    bodyTimeout: timeouts.answerMs,
    connect,
  };
  if (proxy === null) return new Agent(options);
  return new ProxyAgent({
    ...{ uri: proxy, ...options },
    // The proxy's agent reads `connect` for nothing: one is for the proxy, the other for the service behind it.
    ...{ proxyTls: connect, requestTls: connect },
    factory: (origin, given) =>
      new Pool(origin, isLoopback(new URL(origin).hostname) ? { ...given, connect } : given),
  });
}
