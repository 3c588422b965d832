/** What lanes keep of the connections that they opened, and what is said where none can be opened. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createLanes } from "../../../../main/engine/remote/lanes.ts";
import { lazyConnect } from "../../../../main/engine/remote/lazy-connect.ts";
import type { Carrier } from "../../../../main/engine/remote/network.ts";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** A connection that is closed from this side without having been used. */
function letGo(): Carrier {
  return {
    dispatch: () => undefined,
    isOpen: () => false,
    onDropped: () => undefined,
    close: () => undefined,
  };
}

describe("lanes", () => {
  it("hold nothing of a connection that was opened for a look and let go unused", async () => {
    const opened: WeakRef<Carrier>[] = [];
    const lanes = createLanes({
      connect: async () => {
        const carrier = letGo();
        opened.push(new WeakRef(carrier));
        return { kind: "connected", carrier, certificate: null };
      },
      serviceUrl: "http://127.0.0.1:9",
      now: () => 0,
      dropped: () => undefined,
    });
    for (let look = 0; look < 20; look += 1) await lanes.open();
    expect(lanes.idle()).toBe(0);
    await new Promise((done) => setImmediate(done));
    if (typeof collect === "function") collect();
    expect(opened.filter((carrier) => carrier.deref() !== undefined).length).toBeLessThan(5);
  });
});

describe("the way to the network", () => {
  it("is unreachable while its part of the program can't be loaded, and is tried again", async () => {
    let tries = 0;
    const connect = lazyConnect(null, async () => {
      tries += 1;
      if (tries === 1) throw new Error("connect.js can't be read");
      return {
        createConnect: () => async () => ({ kind: "connected", carrier: letGo(), certificate: null }),
      };
    });
    expect(await connect("http://127.0.0.1:9")).toMatchObject({
      kind: "not_connected",
      problem: "unreachable",
      detail: "connect.js can't be read",
    });
    expect(await connect("http://127.0.0.1:9")).toMatchObject({ kind: "connected" });
  });
});
