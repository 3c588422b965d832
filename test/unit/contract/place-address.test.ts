/** What names the place of the shop folder. */
import { describe, expect, it } from "vitest";
import { placeAddressOf } from "../../../contract/place-address.ts";

describe("the address of a place", () => {
  it("is a path, of any system", () => {
    for (const path of ["/mnt/shop", "C:\\shop", "D:/shop", "\\\\server\\share\\shop"])
      expect(placeAddressOf(path)).toEqual({ kind: "folder", path });
  });

  it("is WebDAV by https, and by http on this computer alone", () => {
    expect(placeAddressOf("https://dav.example/a/b//")).toEqual({
      kind: "webdav",
      url: "https://dav.example/a/b/",
    });
    expect(placeAddressOf("http://127.0.0.1:81")).toEqual({ kind: "webdav", url: "http://127.0.0.1:81/" });
  });

  it("is a bucket with its prefix, at Amazon's or at a named endpoint", () => {
    expect(placeAddressOf("s3://shop")).toEqual({ kind: "s3", endpoint: null, bucket: "shop", prefix: "" });
    expect(placeAddressOf("s3://shop/a/b/?endpoint=https://s3.example:9000/x/")).toEqual({
      kind: "s3",
      endpoint: "https://s3.example:9000/x",
      bucket: "shop",
      prefix: "a/b/",
    });
  });

  it.each([
    ["http://dav.example", "insecure_url"],
    ["https://me:secret@dav.example", "has_credentials"],
    ["https://dav.example/?a=1", "not_a_url"],
    ["ftp://dav.example", "not_a_url"],
    ["s3://shop?endpoint=http://s3.example", "insecure_url"],
    ["s3://shop?endpoint=https://k:s@s3.example", "has_credentials"],
    ["s3://k:s@shop", "has_credentials"],
    ["s3://shop?key=k", "not_a_url"],
    ["s3://shop/a/../../b?endpoint=https://s3.example&x=1", "not_a_url"],
    ["s3://x", "not_a_url"],
    ["shop", "invalid"],
    ["./shop", "invalid"],
    ["/mnt/shop\u0007", "invalid"],
  ])("is not %s (%s)", (text, reason) => {
    expect(placeAddressOf(text)).toBe(reason);
  });
});
