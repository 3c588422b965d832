/** The system's proxy, as one address for the engine's HTTP client. */
import type { Session } from "electron";
import { tokenKey } from "../../../contract/process-messages.ts";

/** Reads an answer such as "PROXY a:8080; DIRECT": the first HTTP proxy's address, or null for none. Pure. */
export function proxyAddress(answer: string): string | null {
  for (const choice of answer.split(";").map((part) => part.trim())) {
    if (/^DIRECT$/i.test(choice)) return null;
    const [, kind, host] = choice.match(/^(PROXY|HTTP|HTTPS)\s+(\S+)$/i) ?? [];
    if (kind !== undefined && host !== undefined)
      return `${kind.toUpperCase() === "HTTPS" ? "https" : "http"}://${host}`;
  }
  return null;
}

/** The service address within a vault key; the inverse of `tokenKey`. Pure. */
export function serviceOfKey(key: string): string | null {
  const address = key.slice(key.indexOf(" ") + 1);
  const tenant = key.slice(0, key.indexOf(" "));
  return URL.canParse(address) && tokenKey(address, tenant) === key ? address : null;
}

/** Asks the system which proxy leads to the service; any https address stands in before one is known. */
export async function systemProxy(session: Session, keys: readonly string[]): Promise<string | null> {
  const service = keys.map(serviceOfKey).find((address) => address !== null) ?? "https://service.invalid/";
  return proxyAddress(await session.resolveProxy(service));
}
