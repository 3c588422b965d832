/** Requests to a place: bounded in time, through the proxy, and with the key for nobody else. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { describe, expect, it, onTestFinished } from "vitest";
import { openHttp } from "../../../../../main/engine/subjects/counters/place/http.ts";
import { openPlace } from "../../../../../main/engine/subjects/counters/place/named-place.ts";
import { contentOf, getAll } from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { openWebdav } from "../../../../../main/engine/subjects/counters/place/webdav.ts";
import { type Certified, certify } from "../../../../helpers/certificates.ts";
import { listenOnLoopback, startTunnelProxy } from "../../../../helpers/https-service.ts";
import { trustAlso } from "../../../../helpers/place-servers.ts";

async function startServer(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  certified?: Certified,
): Promise<string> {
  const server = certified === undefined ? createServer(answer) : createTlsServer(certified, answer);
  return `http://127.0.0.1:${await listenOnLoopback(server)}/`;
}

const KEYS = { key: "counter", secret: "the-secret-of-the-place" };
const SOON = { idleMs: 150, wholeMs: 600 };
const place = (url: string) => {
  const opened = openWebdav({ kind: "webdav", url }, KEYS, null, () => "uuid", SOON);
  onTestFinished(() => opened.close());
  return opened;
};
const noAnswer = { code: "place_failed", details: { reason: "no_answer" } };

describe("a request to a place", () => {
  it("is given up where no answer begins", async () => {
    const silent = place(await startServer(() => undefined));
    await expect(silent.get("a")).rejects.toMatchObject(noAnswer);
    await expect(silent.put("a", contentOf(Buffer.from("x")))).rejects.toMatchObject(noAnswer);
    await expect(silent.list("")).rejects.toMatchObject(noAnswer);
  });

  it("is given up where an answer stops on its way", async () => {
    const stopping = place(
      await startServer((_, outgoing) => {
        outgoing.writeHead(200, { "content-length": "1000" });
        outgoing.write("beginning");
      }),
    );
    await expect(getAll(stopping, "a", 10_000)).rejects.toMatchObject(noAnswer);
  });

  it("is given up where an answer drips for ever", async () => {
    const dripping = place(
      await startServer((_, outgoing) => {
        outgoing.writeHead(200);
        const drip = setInterval(() => outgoing.write("x"), 50);
        outgoing.on("close", () => clearInterval(drip));
      }),
    );
    await expect(getAll(dripping, "a", 10_000)).rejects.toMatchObject(noAnswer);
  });

  it("fails where its connection is cut, or nobody listens", async () => {
    const cut = place(await startServer((incoming) => incoming.socket.destroy()));
    await expect(cut.get("a")).rejects.toMatchObject({ details: { reason: "unreachable" } });
    await expect(place("http://127.0.0.1:9/").get("a")).rejects.toMatchObject({
      details: { reason: "unreachable" },
    });
  });

  it.each([
    [401, "refused"],
    [403, "refused"],
    [405, "read_only"],
    [413, "full"],
    [423, "other"],
    [429, "no_answer"],
    [500, "other"],
    [503, "no_answer"],
    [507, "full"],
  ])("that is answered with %i means %s", async (status, reason) => {
    const answering = place(
      await startServer((incoming, outgoing) => {
        incoming.resume().on("end", () => outgoing.writeHead(status).end("a secret of the server"));
      }),
    );
    await expect(answering.put("a", contentOf(Buffer.from("x")))).rejects.toMatchObject({
      code: "place_failed",
      details: { reason, said: `HTTP ${status}` },
    });
  });

  it("gives a file of any size piece by piece, and a list up to a bound", async () => {
    const endless = await startServer((incoming, outgoing) => {
      outgoing.writeHead(incoming.method === "PROPFIND" ? 207 : 200);
      const head = incoming.method === "PROPFIND" ? "<multistatus>" : "";
      outgoing.write(head);
      const more = (): void => {
        while (outgoing.write("<response></response>".repeat(5_000)));
      };
      outgoing.on("drain", more);
      more();
    });
    const unhurried = openWebdav({ kind: "webdav", url: endless }, KEYS, null);
    onTestFinished(() => unhurried.close());
    await expect(getAll(unhurried, "a", 1_000_000)).rejects.toMatchObject({ details: { reason: "broken" } });
    await expect(unhurried.list("")).rejects.toMatchObject({ details: { reason: "broken" } });
  });

  it("takes the key to no other server, and repeats nothing of what a server says", async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = await startServer((incoming, outgoing) => {
      seen.push(incoming.headers.authorization);
      outgoing.end();
    });
    const redirecting = place(
      await startServer((incoming, outgoing) => {
        incoming.resume();
        outgoing.writeHead(302, { location: elsewhere }).end(incoming.headers.authorization);
      }),
    );
    const error: unknown = await redirecting.get("a").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { said: "HTTP 302" } });
    expect(JSON.stringify(error)).not.toContain(KEYS.secret);
    expect(JSON.stringify(error)).not.toContain(Buffer.from(`counter:${KEYS.secret}`).toString("base64"));
    expect(seen).toEqual([]);
  });

  it("goes through the proxy, and to this computer past it", async () => {
    const authority = certify({ name: "An authority that the test trusts" });
    const authorizations: (string | undefined)[] = [];
    const { port } = new URL(
      await startServer(
        (incoming, outgoing) => {
          authorizations.push(incoming.headers.authorization);
          outgoing.end("far");
        },
        certify({ name: "dav", issuer: authority, hosts: ["shop.example"] }),
      ),
    );
    const proxy = await startTunnelProxy();
    onTestFinished(trustAlso(authority));
    const through = await openPlace(
      { place: `https://shop.example:${port}/dav`, region: null, ...KEYS },
      `http://127.0.0.1:${proxy.port}`,
    );
    onTestFinished(() => through.close());
    expect((await getAll(through, "a", 100))?.toString()).toBe("far");
    expect(proxy.tunnels).toEqual([`shop.example:${port}`]);
    expect(authorizations).toEqual([`Basic ${Buffer.from(`counter:${KEYS.secret}`).toString("base64")}`]);
    expect(proxy.rest).toEqual([]);
    const near = await startServer((_, outgoing) => void outgoing.writeHead(404).end());
    const past = await openPlace({ place: near, region: null, ...KEYS }, `http://127.0.0.1:${proxy.port}`);
    onTestFinished(() => past.close());
    expect(await past.get("a")).toBeNull();
    expect(proxy.tunnels).toHaveLength(1);
    const dead = await openPlace(
      { place: "https://shop.example/dav", region: null, ...KEYS },
      "http://127.0.0.1:9",
    );
    onTestFinished(() => dead.close());
    await expect(dead.get("a")).rejects.toMatchObject({ details: { reason: "unreachable" } });
  });

  it("ends with the way to the place", async () => {
    const url = new URL(await startServer(() => undefined));
    const http = openHttp(url, null);
    const asked = http.ask({ method: "GET", path: "/", headers: {} });
    setTimeout(http.close, 50);
    await expect(asked).rejects.toMatchObject({ code: "place_failed" });
  });
});
