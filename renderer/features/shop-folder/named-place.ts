/** A place as a form has it, and as the shop folder is named. Pure. */
import type { PlaceKind } from "../../../contract/place-address.ts";

export interface PlaceTyped {
  kind: PlaceKind;
  folder: string;
  /** Of a WebDAV folder, or of the server that has the bucket. */
  address: string;
  /** With the folder in it, as in `shop/counters`. */
  bucket: string;
}

export const NOTHING_TYPED: PlaceTyped = { kind: "folder", folder: "", address: "", bucket: "" };

const withoutSlashes = (text: string): string =>
  text
    .trim()
    .split("/")
    .filter((part) => part !== "")
    .join("/");

/** As `shopFolder.set` takes it. */
export function placeNamed({ kind, folder, address, bucket }: PlaceTyped): string {
  switch (kind) {
    case "folder":
      return folder.trim();
    case "webdav":
      return address.trim();
    case "s3": {
      const asked = new URLSearchParams({ endpoint: address.trim() });
      return `s3://${withoutSlashes(bucket)}${address.trim() === "" ? "" : `?${asked.toString()}`}`;
    }
  }
}

/** The fields of a place that is named already. */
export function placeTyped(place: string | null, kind: PlaceKind | null): PlaceTyped {
  if (place === null || kind === null) return NOTHING_TYPED;
  switch (kind) {
    case "folder":
      return { ...NOTHING_TYPED, kind, folder: place };
    case "webdav":
      return { ...NOTHING_TYPED, kind, address: place };
    case "s3": {
      const [bucket = "", asked = ""] = place.replace(/^s3:\/\//, "").split("?");
      return { ...NOTHING_TYPED, kind, bucket, address: new URLSearchParams(asked).get("endpoint") ?? "" };
    }
  }
}

/** Which fields have to be filled in first. */
export function placeLacks(typed: PlaceTyped): ("folder" | "address" | "bucket")[] {
  const needed = { folder: ["folder"], webdav: ["address"], s3: ["address", "bucket"] } as const;
  return needed[typed.kind].filter((field) => withoutSlashes(typed[field]) === "");
}
