/** How a TLS connection is checked. Apart from `network.ts`, which the engine loads at its start: TLS is a large part of Node. */
import * as tls from "node:tls";

/** The system's certificate store, where this runtime can read it; otherwise the runtime's own list. */
function systemCertificates(): string[] | undefined {
  const read: unknown = Reflect.get(tls, "getCACertificates");
  if (typeof read !== "function") return undefined;
  const list = (kind: string): string[] => Reflect.apply(read, tls, [kind]);
  return [...new Set([...list("default"), ...list("system")])];
}

/** What every TLS connection is opened with. The check is asked for outright: an environment variable could else drop it. */
export function tlsChecks(): { rejectUnauthorized: true; ca?: string[] } {
  const ca = systemCertificates();
  return { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
}
