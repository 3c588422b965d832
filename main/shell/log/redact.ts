/** Takes secrets out of whatever is about to be written down. Pure. */

const REMOVED = "[removed]";
const SECRET_KEY = /token|authorization|password|secret|cookie|api[-_]?key|^(?:new)?pin$|recovery/i;
const BEARER = /\b(bearer|basic)\s+[^\s"',;]+/gi;
const NAMED =
  /\b(access_token|token|authorization|password|secret|api[-_]?key)(["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]+(?:\.[\w-]*){1,4}/g;
const LONG_RUN = /[A-Za-z0-9+/_=-]{40,}/g;
const MAX_DEPTH = 6;

/** Base64 mixes cases and digits; a folder's path has many slashes, a word list no digits. */
function looksSecret(run: string): boolean {
  const mixed = /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run);
  const hexadecimal = /^[0-9a-f]+$/i.test(run);
  const slashes = run.split("/").length - 1;
  return (mixed || hexadecimal) && slashes * 12 < run.length;
}

/** The text without bearer tokens, the given secrets, and long runs that look like keys. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  // Short secrets are left: taking every "1" out of a log helps nobody.
  const known = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
  return known
    .replace(JSON_WEB_TOKEN, REMOVED)
    .replace(BEARER, `$1 ${REMOVED}`)
    .replace(NAMED, `$1$2${REMOVED}`)
    .replace(LONG_RUN, (run) => (looksSecret(run) ? REMOVED : run));
}

/** The same for anything that a log line may hold. */
export function redact(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "[too deep]";
  if (value instanceof Error) return redactText(value.stack ?? value.message, secrets);
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      redactText(key, secrets),
      SECRET_KEY.test(key) && typeof held !== "boolean" ? REMOVED : redact(held, secrets, depth + 1),
    ]),
  );
}
