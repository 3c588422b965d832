/** Addresses that staff may follow. Pure. */

const LONGEST = 2_000;

export type WebLink = { ok: true; href: string } | { ok: false; reason: "not_an_address" | "not_the_web" };

/** The address as a browser reads it, so that a look-alike name shows its true letters; only https. */
export function webLink(address: string): WebLink {
  const text = address.trim();
  if (text.length > LONGEST || !URL.canParse(text)) return { ok: false, reason: "not_an_address" };
  const url = new URL(text);
  if (url.protocol !== "https:") return { ok: false, reason: "not_the_web" };
  // A name before the host makes one site look like another.
  if (url.username !== "" || url.password !== "") return { ok: false, reason: "not_an_address" };
  return { ok: true, href: url.href };
}
