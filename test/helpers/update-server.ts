/** An update server on loopback: real HTTP, releases made and signed as a real one's, and whatever a test does to them. */
import { createHash, generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listText, signatureOf } from "../../scripts/lib/package/release-list.mjs";

export interface UpdateKeys {
  publicKey: string;
  privateKey: string;
}

export function newUpdateKeys(): UpdateKeys {
  return generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

interface Published {
  version: string;
  content: Buffer;
  /** Where it is not the AppImage that a release of this version has. */
  file?: string;
  notes?: string;
  percent?: number;
  list?: string;
}

export interface UpdateServer {
  /** The folder of the releases. */
  readonly url: string;
  /** What was asked for, in order. */
  readonly came: { path: string; headers: IncomingHttpHeaders }[];
  put(name: string, content: Buffer | string): void;
  remove(name: string): void;
  /** Answers a path in its own way from now on. */
  behave(name: string, answer: (outgoing: ServerResponse) => void): void;
  /** Signs any text as a release's list. */
  putList(text: string, keys: UpdateKeys, name?: string): void;
  publish(release: Published, keys: UpdateKeys): { file: string; content: Buffer };
  close(): Promise<void>;
}

export const LIST = "latest-linux.yml";

/** Listens on a free port of loopback. */
export async function startUpdateServer(): Promise<UpdateServer> {
  const files = new Map<string, Buffer>();
  const behaviours = new Map<string, (outgoing: ServerResponse) => void>();
  const came: UpdateServer["came"] = [];
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://loopback").pathname;
    came.push({ path, headers: incoming.headers });
    const name = path.replace("/releases/", "");
    const own = behaviours.get(name);
    if (own !== undefined) return own(outgoing);
    const content = files.get(name);
    if (content === undefined) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, { "content-length": content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");

  const put = (name: string, content: Buffer | string) => void files.set(name, Buffer.from(content));
  const putList: UpdateServer["putList"] = (text, keys, name = LIST) => {
    put(name, text);
    put(`${name}.sig`, signatureOf(text, keys.privateKey));
  };
  return {
    url: `http://127.0.0.1:${address.port}/releases`,
    came,
    put,
    putList,
    remove: (name) => void files.delete(name),
    behave: (name, answer) => void behaviours.set(name, answer),
    publish: ({ version, content, notes, percent, list, ...rest }, keys) => {
      const file = rest.file ?? `Counterside-${version}-linux-x64.AppImage`;
      put(file, content);
      const sha512 = createHash("sha512").update(content).digest("base64");
      const release = {
        version,
        releaseDate: "2026-05-01T08:00:00.000Z",
        ...(notes === undefined ? {} : { releaseNotes: notes }),
        ...(percent === undefined ? {} : { stagingPercentage: percent }),
      };
      putList(listText(release, [{ url: file, sha512, size: content.length }]), keys, list);
      return { file, content };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
