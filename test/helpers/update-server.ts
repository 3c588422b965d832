/** An update server on loopback: real HTTP, and releases listed as electron-builder lists them. */
import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

interface Published {
  version: string;
  content: Buffer | string;
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
  /** Whether requests are left without an answer. */
  hold(held: boolean): void;
  /** Puts an installer for Windows and its list; answers the installer's name. */
  publish(release: Published): string;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function startUpdateServer(): Promise<UpdateServer> {
  const files = new Map<string, Buffer>();
  const came: UpdateServer["came"] = [];
  let isHeld = false;
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://loopback").pathname;
    came.push({ path, headers: incoming.headers });
    if (isHeld) return;
    const content = files.get(path.replace("/releases/", ""));
    if (content === undefined) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, { "content-length": content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  const put = (name: string, content: Buffer | string) => void files.set(name, Buffer.from(content));
  return {
    url: `http://127.0.0.1:${address.port}/releases`,
    came,
    put,
    hold: (held) => {
      isHeld = held;
    },
    publish: ({ version, content, notes, percent, list = "latest.yml" }) => {
      const url = `Counterside-${version}-windows-x64-setup.exe`;
      put(url, content);
      const sha512 = createHash("sha512").update(content).digest("base64");
      const files = [{ url, sha512, size: Buffer.byteLength(content) }];
      const releaseDate = "2026-05-01T08:00:00.000Z";
      // JSON is YAML too.
      put(
        list,
        JSON.stringify({ version, files, releaseDate, releaseNotes: notes, stagingPercentage: percent }),
      );
      return url;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
