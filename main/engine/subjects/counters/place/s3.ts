/** A bucket that speaks S3: path style, signature version 4 over headers and content. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { PlaceTrouble } from "../../../../../contract/channels/shop-folder.ts";
import type { PlaceAddress } from "../../../../../contract/place-address.ts";
import type { PlaceSecrets } from "../../../../../contract/process-messages.ts";
import {
  errorCodeIn,
  failedBy,
  type HttpAnswer,
  type HttpLimits,
  openHttp,
  passOver,
  readXmlOf,
  troubleOfStatus,
} from "./http.ts";
import {
  assertListed,
  byName,
  type Content,
  isName,
  type Listed,
  nameChecked,
  placeFailed,
  type ShopPlace,
} from "./shop-place.ts";

/** Where none is named: most other servers than Amazon's take any. */
const FIRST_REGION = "us-east-1";
/** While another writes the same name at the same moment. */
const TRIES = 3;

/** What S3 calls what went wrong; the status says the rest. */
const OF_CODE = {
  NoSuchBucket: "not_found",
  PermanentRedirect: "not_found",
  TemporaryRedirect: "not_found",
  AuthorizationHeaderMalformed: "refused",
  InvalidAccessKeyId: "refused",
  SignatureDoesNotMatch: "refused",
  AccessDenied: "refused",
  RequestTimeTooSkewed: "refused",
  AccountProblem: "refused",
  AllAccessDisabled: "refused",
  QuotaExceeded: "full",
  EntityTooLarge: "full",
  InsufficientStorage: "full",
  BadDigest: "broken",
  XAmzContentSHA256Mismatch: "broken",
  SlowDown: "no_answer",
  RequestTimeout: "no_answer",
  ServiceUnavailable: "no_answer",
  NotImplemented: "other",
  NoSuchKey: "not_found",
} as const satisfies Record<string, PlaceTrouble>;
const isKnownCode = (name: string): name is keyof typeof OF_CODE => Object.hasOwn(OF_CODE, name);
const CODES = Object.keys(OF_CODE).filter(isKnownCode);

const EMPTY = createHash("sha256").update("").digest("hex");
async function hashOf(content: Content | undefined): Promise<string> {
  if (content === undefined) return EMPTY;
  const hash = createHash("sha256");
  for await (const piece of content.read()) hash.update(piece);
  return hash.digest("hex");
}

async function failureOf(answer: HttpAnswer): Promise<Error> {
  const code = await errorCodeIn(answer, CODES);
  if (code === null) return failedBy(answer.status, troubleOfStatus(answer.status));
  return failedBy(answer.status, OF_CODE[code], code);
}

interface Page {
  keys: Listed[];
  next: string | null;
}

async function pageIn(answer: HttpAnswer): Promise<Page> {
  const page: Page = { keys: [], next: null };
  let now: Listed | null = null;
  let more = false;
  let token = "";
  let text = "";
  await readXmlOf(answer, {
    open(name) {
      text = "";
      if (name === "Contents") now = { name: "", bytes: 0, at: 0 };
    },
    text(piece) {
      text += piece;
    },
    close(name) {
      if (name === "IsTruncated") more = text.trim() === "true";
      if (name === "NextContinuationToken") token = text;
      if (now === null) return;
      if (name === "Key") now.name = text;
      if (name === "Size") now.bytes = Number(text) || 0;
      if (name === "LastModified") now.at = Date.parse(text) || 0;
      if (name !== "Contents") return;
      page.keys.push(now);
      now = null;
    },
  });
  if (more && token === "") throw placeFailed("broken", "a list that says it goes on and not where");
  return { ...page, next: more ? token : null };
}

export function openBucket(
  { endpoint, bucket, prefix: base }: PlaceAddress & { kind: "s3" },
  named: string | null,
  { key, secret }: PlaceSecrets,
  proxy: string | null,
  limits?: HttpLimits,
): ShopPlace {
  const region = named ?? FIRST_REGION;
  const root = new URL(`${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`);
  const http = openHttp(root, proxy, limits);

  const ask = async (
    method: string,
    name: string | null,
    { content, headers = {}, query = {} }: Asked = {},
  ): Promise<HttpAnswer> => {
    const url = new URL(name === null ? root : `${root.href}/${base}${name}`);
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
    if (key === null || secret === null) throw placeFailed("refused", "no key and secret were given");
    // An error about such a header would repeat it.
    if (!/^[\x21-\x7E]+$/.test(key)) throw placeFailed("refused", "an access key has no such letters");
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": await hashOf(content) },
      accessKeyId: key,
      secretAccessKey: secret,
      service: "s3",
      region,
    }).sign();
    const path = `${signed.url.pathname}${signed.url.search}`;
    return http.ask({ method, path, headers: Object.fromEntries(signed.headers), content });
  };

  const get: ShopPlace["get"] = async (name) => {
    const answer = await ask("GET", nameChecked(name));
    if (answer.status === 200) return answer.body;
    if (answer.status !== 404) throw await failureOf(answer);
    const code = await errorCodeIn(answer, CODES);
    if (code === "NoSuchBucket") throw failedBy(404, "not_found", code);
    return null;
  };

  return {
    kind: "s3",
    keepsApart: () => true,
    renames: () => false,
    get,
    async put(name, content) {
      const answer = await ask("PUT", nameChecked(name), { content });
      if (answer.status !== 200) throw await failureOf(answer);
      await passOver(answer);
    },
    async putIfAbsent(name, content) {
      for (let tried = 1; ; tried += 1) {
        const answer = await ask("PUT", nameChecked(name), { content, headers: { "if-none-match": "*" } });
        if (answer.status === 200) {
          await passOver(answer);
          return true;
        }
        if (answer.status !== 412 && answer.status !== 409) throw await failureOf(answer);
        await passOver(answer);
        // 409: another was at it at the same moment, and may have failed.
        if (answer.status === 412 || tried === TRIES) return false;
        const there = await get(name);
        if (there === null) continue;
        for await (const _ of there) break;
        return false;
      }
    },
    async list(prefix) {
      if (prefix !== "" && !isName(prefix.replace(/\/$/, "")))
        throw placeFailed("other", "not a name of the shop folder");
      const found: Listed[] = [];
      let from: string | null = null;
      do {
        const query: Record<string, string> = { "list-type": "2", prefix: `${base}${prefix}` };
        if (from !== null) query["continuation-token"] = from;
        const answer = await ask("GET", null, { query });
        if (answer.status !== 200) throw await failureOf(answer);
        const page: Page = await pageIn(answer);
        for (const each of page.keys) {
          const name = each.name.slice(base.length);
          if (each.name.startsWith(base) && isName(name) && name.startsWith(prefix))
            found.push({ ...each, name });
        }
        assertListed(found.length);
        if (page.next !== null && page.next === from) throw placeFailed("broken", "a list that never ends");
        from = page.next;
      } while (from !== null);
      return byName(found);
    },
    async remove(name) {
      const answer = await ask("DELETE", nameChecked(name));
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404)
        throw await failureOf(answer);
      await passOver(answer);
    },
    close: http.close,
  };
}

interface Asked {
  content?: Content | undefined;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}
