/** What lanes keep of the connections that they opened, and what is said where none can be opened. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createLanes, lazyConnect } from "../../../../../main/engine/core/remote/lanes.ts";
import { type Carrier, checkAddress } from "../../../../../main/engine/core/remote/network.ts";

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

const NOWHERE = "http://127.0.0.1:9";

describe("lanes", () => {
  it("hold nothing of a connection that was opened for a look and let go unused", async () => {
    const opened: WeakRef<Carrier>[] = [];
    const lanes = createLanes(
      async () => {
        const carrier = letGo();
        opened.push(new WeakRef(carrier));
        return { kind: "connected", carrier, certificate: null };
      },
      NOWHERE,
      () => 0,
      () => undefined,
    );
    for (let look = 0; look < 20; look += 1) await lanes.open();
    expect(lanes.idle()).toBe(0);
    await new Promise((done) => setImmediate(done));
    if (typeof collect === "function") collect();
    expect(opened.filter((carrier) => carrier.deref() !== undefined).length).toBeLessThan(5);
  });
});

/** Opens connections that stay open until they are closed from here, and counts those. */
function openConnections() {
  let open = 0;
  const carriers: Carrier[] = [];
  const connect = async () => {
    let isOpen = true;
    open += 1;
    const carrier: Carrier = {
      ...letGo(),
      isOpen: () => isOpen,
      close() {
        if (isOpen) open -= 1;
        isOpen = false;
      },
    };
    carriers.push(carrier);
    return { kind: "connected" as const, carrier, certificate: null };
  };
  return { connect, carriers, open: () => open };
}

it("at the end every connection is closed: idle, under way, and one that was just being opened", async () => {
  const { connect, open } = openConnections();
  const lanes = createLanes(
    connect,
    NOWHERE,
    () => 0,
    () => undefined,
  );
  await lanes.open();
  await lanes.open();
  const busy = lanes.take();
  const last = lanes.open();
  expect(open()).toBe(3);
  lanes.close();
  expect(open()).toBe(1);
  expect(await last).toBe(false);
  expect(open()).toBe(0);
  // Its request ends after that: it is not kept for a next one.
  if (busy !== null) lanes.release(busy);
  expect(lanes.idle()).toBe(0);
});

it("a look at an address leaves no connection open", async () => {
  const { connect, carriers, open } = openConnections();
  expect(await checkAddress(connect, "http://127.0.0.1:9", () => 0)).toMatchObject({ reachable: true });
  expect([carriers.length, open()]).toEqual([1, 0]);
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

  it.each([
    ["a text", "no way out", "no way out"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["an object that is no error", { code: "ECONNREFUSED" }, "[object Object]"],
    ["an error without words", Object.assign(new Error(""), { code: "EPIPE" }), "EPIPE"],
    ["several errors", new AggregateError([new Error("the first"), new Error("the second")]), "the first"],
    ["several errors that are none", new AggregateError([]), ""],
  ])("is unreachable in words, whatever is thrown: %s", async (_, thrown, detail) => {
    const connect = lazyConnect(null, () => Promise.reject(thrown));
    expect(await connect("http://127.0.0.1:9")).toEqual({
      kind: "not_connected",
      problem: "unreachable",
      detail,
    });
  });
});
