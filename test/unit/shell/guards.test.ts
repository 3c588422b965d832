/** What the guards answer to what Electron asks them; that Electron asks is shown in test/security. */
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { closeNetwork, guardAllContents, guardSession } from "../../../main/shell/window/page-rules.ts";
import { rememberingLog } from "./stand-ins.ts";

const OWN = "app://counterside/index.html";

/** Calls a guard with stand-ins, which are less than Electron's own objects. */
const guardWith = (guard: (...given: never[]) => unknown, ...given: unknown[]): unknown =>
  Reflect.apply(guard, null, given);

/** An event that remembers whether it was refused. */
const happening = (url: string) => {
  const event = {
    url,
    refused: false,
    preventDefault: () => {
      event.refused = true;
    },
  };
  return event;
};

/** A web contents under guard: its events, the policies that it was given, and its answer to a new window. */
function guardedContents() {
  const app = new EventEmitter();
  const log = rememberingLog();
  guardWith(guardAllContents, app, null, log);
  const policies: string[] = [];
  const open: { handler: (details: { url: string }) => unknown } = { handler: () => null };
  const contents = Object.assign(new EventEmitter(), {
    setWebRTCIPHandlingPolicy: (policy: string) => void policies.push(policy),
    setWindowOpenHandler: (handler: typeof open.handler) => {
      open.handler = handler;
    },
  });
  app.emit("web-contents-created", {}, contents);
  return { contents, log, policies, openWindow: (url: string) => open.handler({ url }) };
}

describe("a page under guard", () => {
  it("is kept from every navigation, redirect and frame that is not the program's own", () => {
    const { contents, log } = guardedContents();
    for (const name of ["will-navigate", "will-redirect", "will-frame-navigate"])
      for (const [url, refused] of [
        [OWN, false],
        ["https://example.com/", true],
        ["file:///etc/hostname", true],
      ] as const) {
        const event = happening(url);
        contents.emit(name, event);
        expect(event.refused, `${name} ${url}`).toBe(refused);
      }
    expect(log.lines).toHaveLength(6);
  });

  it("opens no window and embeds no view", () => {
    const { contents, openWindow } = guardedContents();
    for (const url of ["https://example.com/help", "about:blank", OWN])
      expect(openWindow(url)).toEqual({ action: "deny" });
    const event = happening("");
    contents.emit("will-attach-webview", event);
    expect(event.refused).toBe(true);
  });

  it("has no WebRTC past the session's proxy", () => {
    expect(guardedContents().policies).toEqual(["disable_non_proxied_udp"]);
  });
});

/** A session that keeps what it is handed. */
function sessionStandIn() {
  const handed = new Map<string, (...given: unknown[]) => unknown>();
  const proxies: unknown[] = [];
  const session = Object.assign(new EventEmitter(), {
    ...Object.fromEntries(
      [
        ...["setPermissionRequestHandler", "setPermissionCheckHandler", "setDevicePermissionHandler"],
        ...["setUSBProtectedClassesHandler", "setBluetoothPairingHandler", "setDisplayMediaRequestHandler"],
        ...["setSpellCheckerEnabled", "setSpellCheckerLanguages"],
      ].map((name) => [name, (handler: () => unknown) => void handed.set(name, handler)]),
    ),
    setProxy: async (config: unknown) => void proxies.push(config),
    webRequest: {
      onBeforeRequest: (filter: unknown, handler: () => unknown) => {
        handed.set("filter", () => filter);
        handed.set("onBeforeRequest", handler);
      },
    },
  });
  /** What a handler answers, by its return or by its callback. */
  const ask = (name: string, ...given: unknown[]): unknown => {
    let answer: unknown;
    const returned = handed.get(name)?.(...given, (said: unknown) => {
      answer = said;
    });
    return answer ?? returned;
  };
  return { session, ask, proxies };
}

describe("a session under guard", () => {
  it("grants its own page the clipboard and nothing else, and no device ever", () => {
    const { session, ask } = sessionStandIn();
    guardWith(guardSession, session, null, rememberingLog());
    const contents = { getURL: () => OWN };
    const request = (permission: string, requestingUrl: string) => {
      const said: unknown[] = [];
      const answer = (granted: unknown) => said.push(granted);
      ask("setPermissionRequestHandler", contents, permission, answer, { requestingUrl });
      return said[0];
    };
    expect(request("clipboard-sanitized-write", OWN)).toBe(true);
    expect(request("clipboard-sanitized-write", "https://example.com/")).toBe(false);
    for (const permission of ["media", "geolocation", "notifications", "clipboard-read"]) {
      expect(request(permission, OWN), permission).toBe(false);
      expect(ask("setPermissionCheckHandler", contents, permission, OWN)).toBe(false);
    }
    expect(ask("setDevicePermissionHandler", { deviceType: "usb", origin: OWN })).toBe(false);
    expect(ask("setUSBProtectedClassesHandler", {})).toEqual([]);
    expect(ask("setBluetoothPairingHandler", {})).toEqual({ confirmed: false });
    expect(ask("setDisplayMediaRequestHandler", {})).toEqual({});
  });

  it("downloads nothing but what the page made itself", () => {
    const { session } = sessionStandIn();
    guardWith(guardSession, session, null, rememberingLog());
    for (const [url, refused] of [
      ["blob:app://counterside/7d9f", false],
      ["https://example.com/x.exe", true],
    ] as const) {
      const event = happening(url);
      session.emit("will-download", event, { getURL: () => url });
      expect(event.refused, url).toBe(refused);
    }
  });

  it("asks the network for nothing and ends at a proxy that isn't there, on loopback too", async () => {
    const { session, ask, proxies } = sessionStandIn();
    await guardWith(closeNetwork, session, null, rememberingLog());
    for (const url of [
      "http://127.0.0.1:1/",
      "https://example.com/",
      "ws://127.0.0.1:1/",
      "file:///etc/hostname",
    ])
      expect(ask("onBeforeRequest", { url }), url).toEqual({ cancel: true });
    const schemes = ["http", "https", "ws", "wss", "ftp", "file"];
    expect(ask("filter")).toEqual({ urls: schemes.map((scheme) => `${scheme}://*/*`) });
    expect(proxies).toEqual([
      { mode: "fixed_servers", proxyRules: "socks5://127.0.0.1:0", proxyBypassRules: "<-loopback>" },
    ]);
  });
});
