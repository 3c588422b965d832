/** An update server that lies: each lie is refused by name, and the program's file stays byte for byte. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { listText } from "../../../../scripts/lib/package/release-list.mjs";
import { LIST, newUpdateKeys } from "../../../helpers/update-server.ts";
import { type Counter, newCounter, OLD_PROGRAM } from "./counter.ts";

const NEXT = Buffer.from("the program as it will be");
const HASH = createHash("sha512").update(NEXT).digest("base64");
const FILE = "Counterside-1.3.0-linux-x64.AppImage";

let counter: Counter;

/** Whatever the server did: the program is as it was, and nothing lies beside it. */
afterEach(() => {
  counter.updates.atEnd();
  expect(counter.content()).toBe(OLD_PROGRAM);
  expect(readdirSync(dirname(counter.program))).toEqual(["Counterside.AppImage"]);
  expect(counter.started()).toBe(0);
});

const checked = async () => (await counter.updates.check()).now;

async function downloadFails() {
  expect(await checked()).toMatchObject({ state: "found" });
  counter.updates.download();
  return counter.until("failed");
}

describe("a list", () => {
  it("signed by somebody else is refused", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, newUpdateKeys());
    expect(await checked()).toMatchObject({ state: "failed", problem: "bad_signature" });
  });

  it("changed by one byte after it was signed is refused", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    const text = listText({ version: "1.3.1", releaseDate: "2026-05-01T08:00:00.000Z" }, [
      { url: FILE, sha512: HASH, size: NEXT.length },
    ]);
    counter.server.put(LIST, text);
    expect(await checked()).toMatchObject({ problem: "bad_signature" });
  });

  it.each([
    ["none", null],
    ["empty", ""],
    ["not base64", "this is not a signature"],
    ["too short", "AAAA"],
    ["of 64 zero bytes", Buffer.alloc(64).toString("base64")],
    ["endless", "A".repeat(1_000_000)],
  ])("whose signature is %s is refused", async (_, signature) => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    if (signature === null) counter.server.remove(`${LIST}.sig`);
    else counter.server.put(`${LIST}.sig`, signature);
    expect(await checked()).toMatchObject({ problem: "bad_signature" });
  });

  it("that never ends is cut off", async () => {
    counter = await newCounter();
    let isCut = false;
    counter.server.behave(LIST, (outgoing) => {
      outgoing.writeHead(200);
      const piece = Buffer.alloc(16 * 1024, "#");
      const go = (): void => {
        while (outgoing.write(piece));
        outgoing.once("drain", go);
      };
      outgoing.once("close", () => {
        isCut = true;
      });
      go();
    });
    expect(await checked()).toMatchObject({ problem: "too_large" });
    while (!isCut) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it("that isn't there is said to be missing, and a server that is gone to be out of reach", async () => {
    counter = await newCounter();
    expect(await checked()).toMatchObject({ problem: "not_found" });
    await counter.server.close();
    expect(await checked()).toMatchObject({ problem: "unreachable" });
  });

  const good = { url: FILE, sha512: HASH, size: NEXT.length };
  const when = "2026-05-01T08:00:00.000Z";
  const listWith = (file: Partial<typeof good>, version = "1.3.0") =>
    listText({ version, releaseDate: when }, [{ ...good, ...file }]);
  it.each([
    ["with a path in a file's name", listWith({ url: "../../../.bashrc" })],
    ["with an absolute path", listWith({ url: "/etc/passwd" })],
    ["with an encoded path", listWith({ url: "..%2f..%2fx.AppImage" })],
    ["with backslashes", listWith({ url: "..\\x.AppImage" })],
    ["with another server's address", listWith({ url: "https://elsewhere.example/x.AppImage" })],
    ["with a hidden file", listWith({ url: ".AppImage" })],
    ["with a hash of another kind", listWith({ sha512: "d41d8cd98f00b204e9800998ecf8427e" })],
    ["with a file beyond any size", listWith({ size: 9e12 })],
    ["with a size below nothing", listWith({ size: -1 })],
    ["with a version that is none", listWith({}, "1.3.0; rm -rf /")],
    ["without files", `version: "1.3.0"\nfiles: []\n`],
    ["that is no list", "[1, 2, 3]"],
    ["that is no YAML", "version: [\n\t}"],
    ["that makes objects of a class", `version: !!js/function "function(){}"\nfiles: []\n`],
    ["that is empty", ""],
  ])("%s is refused though it is signed", async (_, text) => {
    counter = await newCounter();
    counter.server.put(FILE, NEXT);
    counter.server.putList(text, counter.keys);
    expect(await checked()).toMatchObject({ state: "failed", problem: "bad_manifest" });
    expect(counter.server.came.map(({ path }) => path)).toEqual([
      `/releases/${LIST}`,
      `/releases/${LIST}.sig`,
    ]);
  });

  it("of another system has nothing for this one", async () => {
    counter = await newCounter();
    counter.server.publish(
      { version: "1.3.0", content: NEXT, file: "Counterside-1.3.0-windows-x64-setup.exe" },
      counter.keys,
    );
    expect(await checked()).toMatchObject({ problem: "no_file" });
  });

  it("older than what runs leads nowhere, also where it was once real", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.0.0", content: NEXT }, counter.keys);
    expect(await checked()).toMatchObject({ state: "none", why: "older", offered: "1.0.0" });
    expect(() => counter.updates.download()).toThrow("nothing to download");
  });
});

describe("a file", () => {
  it.each([
    ["of other content", Buffer.from("the program as it will bE")],
    ["that is cut short", NEXT.subarray(0, 10)],
    ["that is empty", Buffer.alloc(0)],
  ])("%s is refused", async (_, content) => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.put(FILE, content);
    expect(await downloadFails()).toMatchObject({ problem: "bad_checksum" });
  });

  it("that is larger than signed is cut off, whether the server says so or not", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.put(FILE, Buffer.concat([NEXT, NEXT]));
    expect(await downloadFails()).toMatchObject({ problem: "too_large" });
    counter.server.behave(FILE, (outgoing) => {
      outgoing.writeHead(200);
      outgoing.write(NEXT);
      outgoing.end(NEXT);
    });
    counter.updates.download();
    expect(await counter.until("failed")).toMatchObject({ problem: "too_large" });
  });

  it("whose line breaks is said to have come in parts, and the next try may go well", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.behave(FILE, (outgoing) => {
      outgoing.writeHead(200, { "content-length": NEXT.length });
      outgoing.write(NEXT.subarray(0, 5), () => outgoing.destroy());
    });
    expect(await downloadFails()).toMatchObject({ problem: "unreachable" });
    counter.server.behave(FILE, (outgoing) => outgoing.writeHead(200).end(NEXT));
    counter.updates.download();
    await counter.until("ready");
    counter.updates.setAtQuit(false);
  });

  it("leaves nothing behind where it was refused", async () => {
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.put(FILE, "something else of 25 byte");
    await downloadFails();
    const pending = join(counter.profile, "updates", "downloads", "pending");
    expect(existsSync(pending) ? readdirSync(pending) : []).toEqual([]);
  });
});

describe("a redirect is not followed", () => {
  /** A server that must never be asked anything. */
  async function bystander() {
    let asked = 0;
    const server = createServer((_, outgoing) => {
      asked += 1;
      outgoing.end(NEXT);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return { url: `http://127.0.0.1:${port}/elsewhere`, asked: () => asked };
  }

  it.each([301, 302, 303, 307, 308])("of the list, by %i", async (status) => {
    const { url, asked } = await bystander();
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.behave(LIST, (outgoing) => outgoing.writeHead(status, { location: url }).end());
    expect(await checked()).toMatchObject({ problem: "redirected" });
    expect(asked()).toBe(0);
  });

  it("of the file", async () => {
    const { url, asked } = await bystander();
    counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    counter.server.behave(FILE, (outgoing) => outgoing.writeHead(302, { location: url }).end());
    expect(await downloadFails()).toMatchObject({ problem: "redirected" });
    expect(asked()).toBe(0);
  });
});
