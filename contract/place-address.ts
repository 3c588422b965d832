/** What names the place of the shop folder: a path, `https://…` for WebDAV, or `s3://bucket/prefix?endpoint=https://…`. */
import { z } from "zod";
import { isLoopback } from "./channels/connection.ts";
import type { FieldReason } from "./codes.ts";
import { because, notThe, wholeCharacters } from "./values.ts";

export type PlaceAddress =
  | { kind: "folder"; path: string }
  /** Ends in "/". */
  | { kind: "webdav"; url: string }
  /** `endpoint`: without "/" at its end; null: Amazon's, by the region. `prefix`: empty, or ends in "/". */
  | { kind: "s3"; endpoint: string | null; bucket: string; prefix: string };
export type PlaceKind = PlaceAddress["kind"];

/** Both ways of writing an absolute path, on every system: a policy file is checked where it is written, too. */
export const isAbsolutePath = (path: string): boolean =>
  /^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\[^\\]+)/.test(path) && !/\p{Cc}/u.test(path);

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?)?$/;
const withoutEnd = (text: string): string => text.replace(/(?<!\/)\/+$/, "");

/** A key must not cross a network in the clear. */
function serverOf(text: string): URL | FieldReason {
  if (!URL.canParse(text)) return "not_a_url";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "not_a_url";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "insecure_url";
  if (url.username !== "" || url.password !== "") return "has_credentials";
  return url.search === "" && url.hash === "" ? url : "not_a_url";
}

function bucketOf(text: string): PlaceAddress | FieldReason {
  if (!URL.canParse(text)) return "not_a_url";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "has_credentials";
  const prefix = withoutEnd(url.pathname.slice(1));
  const others = [...url.searchParams.keys()].some((name) => name !== "endpoint");
  if (others || url.port !== "" || url.hash !== "" || !BUCKET.test(url.hostname) || !PREFIX.test(prefix))
    return "not_a_url";
  const named = url.searchParams.get("endpoint");
  const endpoint = named === null ? null : serverOf(named);
  if (typeof endpoint === "string") return endpoint;
  return {
    kind: "s3",
    endpoint: endpoint === null ? null : withoutEnd(endpoint.href),
    bucket: url.hostname,
    prefix: prefix === "" ? "" : `${prefix}/`,
  };
}

/** Or why it names none. */
export function placeAddressOf(text: string): PlaceAddress | FieldReason {
  if (isAbsolutePath(text)) return { kind: "folder", path: text };
  if (/^s3:\/\//i.test(text)) return bucketOf(text);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return "invalid";
  const url = serverOf(text);
  return typeof url === "string" ? url : { kind: "webdav", url: `${withoutEnd(url.href)}/` };
}

export const placeText = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .refine(...wholeCharacters)
  .superRefine((text, context) => {
    const found = placeAddressOf(text);
    if (typeof found !== "string") return;
    const why = found === "invalid" ? notThe("absolute_path") : because(found);
    context.addIssue({ code: "custom", ...why });
  });
