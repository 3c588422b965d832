/** What the page may load, where it may go, what it may be allowed. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  assetPath,
  isOwnPage,
  mayDownload,
  mayHavePermission,
  mayNavigate,
  mayRequest,
  mimeTypeOf,
} from "../../../main/shell/window/page-rules.ts";

const ROOT = join("/", "program", "renderer");

describe("assetPath", () => {
  it("finds the page's files", () => {
    expect(assetPath(ROOT, "app://counterside/index.html")).toBe(join(ROOT, "index.html"));
    expect(assetPath(ROOT, "app://counterside/")).toBe(join(ROOT, "index.html"));
    expect(assetPath(ROOT, "app://counterside/assets/a%20b.js?x=1#y")).toBe(join(ROOT, "assets", "a b.js"));
  });

  it("stays below the folder where the address climbs", () => {
    expect(assetPath(ROOT, "app://counterside/%2e%2e/%2e%2e/x.json")).toBe(join(ROOT, "x.json"));
  });

  it.each([
    "app://counterside/..%2f..%2fetc/x.txt",
    "app://counterside/assets/%2e%2e%2f%2e%2e%2fx.json",
    "app://counterside/..%5c..%5cx.json",
    "app://counterside/%00index.html",
    "app://counterside/%zz.js",
    "app://counterside/C:/windows/x.json",
    "app://counterside/no-extension",
    "app://counterside/engine.node",
    "app://other/index.html",
    "app://user@counterside/index.html",
    "file:///etc/x.txt",
    "not an address",
  ])("refuses %s", (address) => {
    expect(assetPath(ROOT, address)).toBeNull();
  });

  it("knows what it serves", () => {
    expect(mimeTypeOf("a.js")).toContain("text/javascript");
    expect(mimeTypeOf("a.woff2")).toBe("font/woff2");
    expect(mimeTypeOf("a.exe")).toBeNull();
  });
});

describe("the page's borders", () => {
  it("are the program's own pages", () => {
    expect(isOwnPage("app://counterside/index.html", null)).toBe(true);
    expect(isOwnPage("app://counterside.evil/index.html", null)).toBe(false);
    expect(isOwnPage("http://localhost:5173/x", null)).toBe(false);
    expect(isOwnPage("http://localhost:5173/x", "http://localhost:5173")).toBe(true);
    expect(isOwnPage("http://localhost:51730/x", "http://localhost:5173")).toBe(false);
    expect(isOwnPage("", "http://localhost:5173")).toBe(false);
  });

  it.each([
    "https://example.com",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "about:blank",
    "app://counterside/print/index.html",
    "app://counterside/assets/main.js",
    "app://counterside/index.html/../x.js",
  ])("hold against %s", (address) => {
    expect(mayNavigate(address, null)).toBe(false);
  });

  it("let the page go to itself, wherever in it", () => {
    for (const address of ["", "#/outbox", "?x#y"])
      expect(mayNavigate(`app://counterside/index.html${address}`, null)).toBe(true);
    expect(mayNavigate("http://localhost:5173/", "http://localhost:5173")).toBe(true);
  });

  it("let the page ask the network for nothing, and in a checkout the bundler's server alone", () => {
    for (const address of [
      "http://127.0.0.1:1/",
      "https://example.com/",
      "ws://localhost/",
      "file:///etc/hostname",
    ])
      expect(mayRequest(address, null), address).toBe(false);
    const server = "http://localhost:5173";
    expect(mayRequest("http://localhost:5173/main.tsx", server)).toBe(true);
    expect(mayRequest("ws://localhost:5173/?token=x", server)).toBe(true);
    expect(mayRequest("http://localhost:5174/", server)).toBe(false);
    expect(mayRequest("https://example.com/", server)).toBe(false);
  });

  it("give one permission, to the program's own page", () => {
    expect(mayHavePermission("clipboard-sanitized-write", "app://counterside/", null)).toBe(true);
    expect(mayHavePermission("clipboard-sanitized-write", "https://example.com", null)).toBe(false);
    for (const permission of ["clipboard-read", "media", "geolocation", "notifications", "usb", "fileSystem"])
      expect(mayHavePermission(permission, "app://counterside/", null)).toBe(false);
  });

  it("let through only downloads that the page made", () => {
    expect(mayDownload("blob:app://counterside/7d9f", null)).toBe(true);
    expect(mayDownload("blob:https://example.com/7d9f", null)).toBe(false);
    expect(mayDownload("https://example.com/x.exe", null)).toBe(false);
    expect(mayDownload("app://counterside/index.html", null)).toBe(false);
  });
});
