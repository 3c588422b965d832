/**
 * Servers of the system that a shop folder may lie on, each on a free port of loopback with its own configuration and
 * folder. What is asked of the system is in `testPackages`; nothing is installed here.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import * as tls from "node:tls";
import type { Certified } from "./certificates.ts";

export const WEBDAV_USER = { key: "counter", secret: "a pass:word" };

export interface PlaceServer {
  /** Without "/" at its end. */
  url: string;
  /** Where its files lie. */
  folder: string;
  stop(): Promise<void>;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });

async function whenOpen(port: number, child: ChildProcess, words: () => string): Promise<void> {
  for (let tried = 0; tried < 1_000; tried += 1) {
    if (await isOpen(port)) return;
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${words()}`);
    await pause(50);
  }
  throw new Error(`it does not listen: ${words()}`);
}

/** Has this process trust an authority too, until what it returns is called. */
export function trustAlso(authority: Certified): () => void {
  // Nodes since 22.19 have it.
  const set: unknown = Reflect.get(tls, "setDefaultCACertificates");
  if (typeof set !== "function") throw new Error("This Node can't be made to trust a certificate.");
  const before = tls.getCACertificates("default");
  Reflect.apply(set, tls, [[...before, authority.cert]]);
  return () => void Reflect.apply(set, tls, [before]);
}

/** Starts a program in the foreground and waits until it listens, where it does. */
export async function run(
  program: string,
  args: string[],
  port: number | null,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-4_000);
    });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const stop = async (): Promise<void> => {
    // With the processes that it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  try {
    if (port !== null) await whenOpen(port, child, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** A folder for a server, with `files` in it. */
export function newRoom(): string {
  const room = mkdtempSync(join(tmpdir(), "counterside-test-place-"));
  mkdirSync(join(room, "files"));
  return room;
}

export const removeRoom = (room: string): void => rmSync(room, { recursive: true, force: true });

/** `rclone serve webdav` over a folder. `more`: of its options. */
export async function startRclone(...more: string[]): Promise<PlaceServer> {
  const room = newRoom();
  const folder = join(room, "files");
  const port = await freePort();
  const { key, secret } = WEBDAV_USER;
  const stop = await run(
    "rclone",
    [
      ...["serve", "webdav", folder, "--addr", `127.0.0.1:${port}`, "--user", key, "--pass", secret],
      ...["--config", join(room, "none.conf"), "--dir-cache-time", "0s", ...more],
    ],
    port,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    async stop() {
      await stop();
      removeRoom(room);
    },
  };
}

const APACHE_MODULES = [
  ...[
    "mpm_event",
    "authn_core",
    "authn_file",
    "authz_core",
    "authz_user",
    "auth_basic",
    "dav",
    "dav_fs",
    "ssl",
  ],
];

/** Apache's WebDAV over TLS with this certificate, below `/dav`; `/read` is the same, and nothing may be put there. */
export async function startApache({ key, cert }: Certified): Promise<PlaceServer> {
  const room = newRoom();
  const port = await freePort();
  const at = (name: string): string => join(room, name);
  writeFileSync(at("key.pem"), key);
  writeFileSync(at("cert.pem"), cert);
  const hash = execFileSync("openssl", ["passwd", "-apr1", WEBDAV_USER.secret], { encoding: "utf8" }).trim();
  writeFileSync(at("users"), `${WEBDAV_USER.key}:${hash}\n`);
  const user = process.getuid?.() === 0 ? "User www-data\nGroup www-data\n" : "";
  if (user !== "") execFileSync("chown", ["-R", "www-data:www-data", room]);
  writeFileSync(
    at("apache.conf"),
    `ServerRoot ${room}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${at("pid")}
ErrorLog ${at("error.log")}
${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
${user}DocumentRoot ${at("files")}
DavLockDB ${at("locks")}
SSLEngine on
SSLCertificateFile ${at("cert.pem")}
SSLCertificateKeyFile ${at("key.pem")}
<Directory ${at("files")}>
  Dav On
  AuthType Basic
  AuthName shop
  AuthUserFile ${at("users")}
  Require valid-user
</Directory>
<Location /read-only>
  <LimitExcept GET PROPFIND OPTIONS>
    Require all denied
  </LimitExcept>
</Location>
`,
  );
  mkdirSync(at("files/dav"));
  mkdirSync(at("files/read-only"));
  if (user !== "") execFileSync("chown", ["-R", "www-data:www-data", room]);
  execFileSync("chmod", ["755", room]);
  const stop = await run("apache2", ["-f", at("apache.conf"), "-DFOREGROUND"], port);
  return {
    url: `https://localhost:${port}`,
    folder: at("files"),
    async stop() {
      await stop();
      removeRoom(room);
    },
  };
}

const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
const mounts = (...words: string[]): boolean => {
  const [command = "mount", ...args] = [...asRoot, ...words];
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

export interface MountedShare {
  /** Where the share is mounted. */
  folder: string;
  /** By the system's own SMB, or by a program (rclone, over FUSE) where the kernel has none. */
  by: "system" | "program";
  /** Has the program that serves the share hang, or go on; false where none does. */
  hang(on: boolean): boolean;
  stop(): Promise<void>;
}

/** Debian's samba with one share, and a mount of it. Throws where nothing mounts it here. */
export async function startSamba(): Promise<MountedShare> {
  const room = newRoom();
  const port = await freePort();
  const at = (name: string): string => join(room, name);
  for (const name of ["private", "lock", "state", "cache", "pid", "ncalrpc", "share"]) mkdirSync(at(name));
  const account = userInfo().username;
  writeFileSync(
    at("smb.conf"),
    `[global]
server role = standalone server
smb ports = ${port}
bind interfaces only = yes
interfaces = lo
private dir = ${at("private")}
lock directory = ${at("lock")}
state directory = ${at("state")}
cache directory = ${at("cache")}
pid directory = ${at("pid")}
ncalrpc dir = ${at("ncalrpc")}
log file = ${at("log")}
map to guest = Bad User
guest account = ${account}
disable netbios = yes
load printers = no
printing = bsd
[shop]
path = ${at("files")}
read only = no
guest ok = yes
force user = ${account}
`,
  );
  const stopSamba = await run("smbd", ["--foreground", "--no-process-group", "-s", at("smb.conf")], port);
  const folder = at("share");
  const end = async (): Promise<void> => {
    mounts("umount", "-l", folder);
    await stopSamba();
    removeRoom(room);
  };
  const options = `port=${port},guest,uid=${process.getuid?.() ?? 0}`;
  if (mounts("mount", "-t", "cifs", "//127.0.0.1/shop", folder, "-o", options))
    return { folder, by: "system", hang: () => false, stop: end };
  const pass = execFileSync("rclone", ["obscure", "none"], { encoding: "utf8" }).trim();
  const program = spawn(
    "rclone",
    [
      ...["mount", `:smb,host=127.0.0.1,port=${port},user=guest,pass=${pass}:shop`, folder],
      ...["--config", at("none.conf"), "--dir-cache-time", "0s", "--attr-timeout", "0s"],
    ],
    { stdio: "ignore" },
  );
  const gone = new Promise<void>((done) => program.once("close", () => done()));
  const hang = (on: boolean): boolean => program.kill(on ? "SIGSTOP" : "SIGCONT");
  const stop = async (): Promise<void> => {
    hang(false);
    mounts("umount", "-l", folder);
    program.kill("SIGKILL");
    await gone;
    await end();
  };
  for (let tried = 0; tried < 200 && program.exitCode === null; tried += 1) {
    if (statSync(folder).dev !== statSync(room).dev) return { folder, by: "program", hang, stop };
    await pause(50);
  }
  await stop();
  throw new Error("neither the system nor rclone can mount a share here");
}
