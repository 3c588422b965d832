/**
 * A stand-in for S3 on loopback, in memory and stricter than most: it works the signature out anew, by code that shares
 * nothing with the program's, holds the content to its hash, and takes a name once under `If-None-Match: *`.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface SignedRequest {
  method: string;
  /** As it was sent, encoded. */
  path: string;
  query: readonly (readonly [string, string])[];
  header(name: string): string;
  signedHeaders: readonly string[];
  payloadHash: string;
  /** YYYYMMDDTHHMMSSZ. */
  date: string;
  region: string;
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (of: string | Buffer): string => createHash("sha256").update(of).digest("hex");
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Signature version 4, as Amazon's documents describe it. */
export function signatureOf(request: SignedRequest, secret: string): string {
  const { method, path, query, header, signedHeaders, payloadHash, date, region } = request;
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = signedHeaders
    .map((name) => `${name}:${header(name).trim().replace(/ +/g, " ")}\n`)
    .join("");
  const canonical = [method, path, pairs.join("&"), headers, signedHeaders.join(";"), payloadHash].join("\n");
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request");
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n")).toString("hex");
}

export interface StrictBucket {
  readonly endpoint: string;
  /** By bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Each request, as "METHOD /path?query". */
  readonly came: string[];
  /** Answers in place of the bucket where it returns true; null: nobody does. */
  instead: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

export const BUCKET = {
  bucket: "shop",
  region: "eu-test-1",
  key: "AKIDSTANDIN00000001",
  secret: "the/secret+of the stand-in",
};

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const MOST_SKEW_MS = 15 * 60_000;

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Why a request is refused: S3's own code. */
function refusalOf(incoming: IncomingMessage, url: URL, body: Buffer): string | null {
  const found = AUTHORIZATION.exec(incoming.headers.authorization ?? "");
  if (found === null) return "AccessDenied";
  const [, key, day = "", region = "", signed = "", signature = ""] = found;
  const header = (name: string): string => String(incoming.headers[name] ?? "");
  const date = header("x-amz-date");
  const signedHeaders = signed.split(";");
  if (key !== BUCKET.key) return "InvalidAccessKeyId";
  if (region !== BUCKET.region || !date.startsWith(day)) return "AuthorizationHeaderMalformed";
  if (!(Math.abs(timeOf(date) - Date.now()) < MOST_SKEW_MS)) return "RequestTimeTooSkewed";
  // What changes the meaning of a request must be signed.
  const must = [
    "host",
    "if-none-match",
    ...Object.keys(incoming.headers).filter((name) => name.startsWith("x-amz-")),
  ];
  if (must.some((name) => name in incoming.headers && !signedHeaders.includes(name))) return "AccessDenied";
  const payloadHash = header("x-amz-content-sha256");
  const request = {
    method: incoming.method ?? "",
    path: url.pathname,
    query: [...url.searchParams],
    header,
    signedHeaders,
    payloadHash,
    date,
    region,
  };
  if (!equal(signatureOf(request, BUCKET.secret), signature)) return "SignatureDoesNotMatch";
  return payloadHash === sha256(body) ? null : "XAmzContentSHA256Mismatch";
}

function listed(objects: Map<string, Buffer>, { searchParams }: URL, most: number): string {
  const prefix = `${BUCKET.bucket}/${searchParams.get("prefix") ?? ""}`;
  const after = searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, most);
  const more = keys.length > most;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key.slice(BUCKET.bucket.length + 1)}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${contents.join("")}${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""
  }</ListBucketResult>`;
}

/** Opens it on a free port; the caller closes it. `page`: how many names one answer lists; few, so that lists go on over several. */
export async function openStrictBucket(page = 3): Promise<StrictBucket> {
  const objects = new Map<string, Buffer>();
  const came: string[] = [];
  const open = new Set<Socket>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    came.push(`${incoming.method} ${incoming.url}`);
    if (bucket.instead?.(incoming, outgoing) === true) return;
    const body = await bodyOf(incoming);
    const url = new URL(incoming.url ?? "/", "http://x");
    const refuse = (status: number, code: string): void =>
      void outgoing
        .writeHead(status, { "content-type": "application/xml" })
        .end(
          `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${incoming.headers.authorization}</Message></Error>`,
        );
    const refusal = refusalOf(incoming, url, body);
    if (refusal !== null) return refuse(refusal === "XAmzContentSHA256Mismatch" ? 400 : 403, refusal);
    const name = decodeURIComponent(url.pathname.slice(1));
    if (name !== BUCKET.bucket && !name.startsWith(`${BUCKET.bucket}/`)) return refuse(404, "NoSuchBucket");
    if (name === BUCKET.bucket) return void outgoing.end(listed(objects, url, page));
    const there = objects.get(name);
    switch (incoming.method) {
      case "GET":
        return there === undefined ? refuse(404, "NoSuchKey") : void outgoing.end(there);
      case "PUT":
        if (incoming.headers["if-none-match"] === "*" && there !== undefined)
          return refuse(412, "PreconditionFailed");
        objects.set(name, body);
        return void outgoing.end();
      case "DELETE":
        objects.delete(name);
        return void outgoing.writeHead(204).end();
      default:
        return refuse(501, "NotImplemented");
    }
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((done) => server.listen({ host: "127.0.0.1", port: 0 }, done));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The stand-in doesn't listen.");
  const { port } = address;
  const bucket: StrictBucket = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    came,
    instead: null,
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
  return bucket;
}
