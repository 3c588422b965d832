/** Ceph's object gateway over one monitor and one store in memory: a real S3 on loopback, ready in ten seconds. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { freePort, newRoom, pause, removeRoom, run } from "./place-servers.ts";
import { BUCKET } from "./strict-bucket.ts";

export const CEPH_PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "radosgw"];

export interface ObjectGateway {
  endpoint: string;
  /** It takes any region. */
  bucket: typeof BUCKET;
  stop(): Promise<void>;
}

/** With one bucket and one user. */
export async function startObjectGateway(): Promise<ObjectGateway> {
  const room = newRoom();
  const at = (name: string): string => join(room, name);
  const [monitorPort, port] = [await freePort(), await freePort()];
  for (const name of ["mon", "osd", "rgw", "run"]) mkdirSync(at(name));
  const fsid = globalThis.crypto.randomUUID();
  const store = globalThis.crypto.randomUUID();
  writeFileSync(
    at("ceph.conf"),
    `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitorPort}
mon initial members = a
mon data = ${at("mon")}
mon allow pool size one = true
mon max pg per osd = 1000
auth cluster required = none
auth service required = none
auth client required = none
keyring = ${at("keyring")}
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${at("run")}
admin socket = ${at("run")}/$name.$pid.asok
log file = ${room}/$name.log
log to stderr = false
osd data = ${at("osd")}
osd objectstore = memstore
memstore device bytes = 268435456
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${at("rgw")}
rgw run sync thread = false
rgw enable gc threads = false
rgw enable lc threads = false
rgw enable quota threads = false
`,
  );
  const own = ["-c", at("ceph.conf")];
  const call = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { encoding: "utf8", timeout: 30_000, stdio: ["ignore", "pipe", "pipe"] });
  const stops: (() => Promise<void>)[] = [];
  const isUp = (): boolean => /\b1 up\b/.test(call("ceph", ...own, "--connect-timeout", "20", "osd", "stat"));
  /** On a busy machine a store may miss the monitor's first map, and waits for ever: it is started anew. */
  const startStore = async (): Promise<() => Promise<void>> => {
    for (let tried = 1; ; tried += 1) {
      const end = await run("ceph-osd", [...own, "-i", "0", "-f"], null);
      for (let looked = 0; looked < 10; looked += 1) {
        await pause(1_000);
        if (isUp()) return end;
      }
      await end();
      if (tried === 5) throw new Error("the store never came up");
    }
  };
  /** A monitor listens before it knows its own commands. */
  const registerStore = async (): Promise<void> => {
    for (let tried = 1; ; tried += 1) {
      try {
        call("ceph", ...own, "--connect-timeout", "20", "osd", "new", store);
        return;
      } catch (error) {
        if (tried === 10) throw error;
        await pause(1_000);
      }
    }
  };
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
    removeRoom(room);
  };
  try {
    call(
      "ceph-authtool",
      "--create-keyring",
      at("keyring"),
      "--gen-key",
      "-n",
      "mon.",
      "--cap",
      "mon",
      "allow *",
    );
    call(
      "monmaptool",
      "--create",
      "--addv",
      "a",
      `[v1:127.0.0.1:${monitorPort}]`,
      "--fsid",
      fsid,
      at("monmap"),
    );
    call("ceph-mon", ...own, "-i", "a", "--mkfs", "--monmap", at("monmap"), "--keyring", at("keyring"));
    stops.push(await run("ceph-mon", [...own, "-i", "a", "-f"], monitorPort));
    await registerStore();
    call("ceph-osd", ...own, "-i", "0", "--mkfs", "--osd-uuid", store);
    stops.push(await startStore());
    stops.push(await run("radosgw", [...own, "-n", "client.rgw", "-f"], port));
    const { key, secret } = BUCKET;
    const user = ["--uid", "shop", "--display-name", "shop", "--access-key", key, "--secret-key", secret];
    call("radosgw-admin", ...own, "user", "create", ...user);
    const signing = { accessKeyId: key, secretAccessKey: secret, service: "s3", region: BUCKET.region };
    const made = await new AwsClient(signing).fetch(`http://127.0.0.1:${port}/${BUCKET.bucket}`, {
      method: "PUT",
    });
    if (!made.ok) throw new Error(`no bucket was made: ${made.status} ${await made.text()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, stop };
}
