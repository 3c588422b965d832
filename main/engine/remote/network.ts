/** The real network: the system's certificates, and whether an address answers at all. */
import { connect as connectTcp, isIP } from "node:net";
import * as tls from "node:tls";
import type { CHECK_PROBLEMS } from "../../../contract/channels/connection.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";

export interface NetworkTimeouts {
  connectMs: number;
  /** Until the answer's headers, and between two pieces of its body. */
  answerMs: number;
}
export const DEFAULT_TIMEOUTS: NetworkTimeouts = { connectMs: 10_000, answerMs: 30_000 };

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

type Check = ChannelOutput<"connection.check">;

function problemOf(error: unknown): { problem: (typeof CHECK_PROBLEMS)[number]; detail: string } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = error instanceof Error ? error.message || code : String(error);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { problem: "name_not_found", detail };
  if (code === "ECONNREFUSED") return { problem: "refused", detail };
  if (code === "ETIMEDOUT") return { problem: "timeout", detail };
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|SSL|TLS/.test(code)) return { problem: "certificate", detail };
  return { problem: "unreachable", detail };
}

const distinguished = (name: unknown): string =>
  typeof name === "object" && name !== null
    ? Object.entries(name)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(", ")
    : "";

export type CheckAddress = (serviceUrl: string, now: () => number) => Promise<Check>;

/** Opens a connection (and checks the certificate) and closes it: not one byte of a request is sent. */
export function checkAddress(
  serviceUrl: string,
  now: () => number,
  timeoutMs = DEFAULT_TIMEOUTS.connectMs,
): Promise<Check> {
  const url = new URL(serviceUrl);
  const encrypted = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (encrypted ? 443 : 80) : Number(url.port);
  const startedAt = now();
  return new Promise((resolve) => {
    const socket = encrypted
      ? tls.connect({ host, port, ...(isIP(host) ? {} : { servername: host }), ...tlsChecks() })
      : connectTcp({ host, port });
    const done = (result: Omit<Check, "elapsedMs" | "encrypted">): void => {
      socket.destroy();
      resolve({ ...result, encrypted, elapsedMs: now() - startedAt });
    };
    socket.setTimeout(timeoutMs, () =>
      done({
        reachable: false,
        problem: "timeout",
        detail: `no answer in ${timeoutMs} ms`,
        certificate: null,
      }),
    );
    socket.once("error", (error) => done({ reachable: false, certificate: null, ...problemOf(error) }));
    socket.once(encrypted ? "secureConnect" : "connect", () => {
      const peer = socket instanceof tls.TLSSocket ? socket.getPeerCertificate() : null;
      const certificate =
        peer === null
          ? null
          : {
              subject: distinguished(peer.subject),
              issuer: distinguished(peer.issuer),
              validTo: peer.valid_to,
            };
      done({ reachable: true, problem: null, detail: null, certificate });
    });
  });
}
