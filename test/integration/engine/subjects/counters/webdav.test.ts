/** WebDAV: rclone's and Apache's, this one over TLS with a certificate of the test's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace } from "../../../../../main/engine/subjects/counters/place/named-place.ts";
import { probe } from "../../../../../main/engine/subjects/counters/place/probe.ts";
import { certify } from "../../../../helpers/certificates.ts";
import {
  type PlaceServer,
  startApache,
  startRclone,
  trustAlso,
  WEBDAV_USER,
} from "../../../../helpers/place-servers.ts";
import { lacking } from "../../../../helpers/system-programs.ts";
import { placeContract } from "./place-contract.ts";

const NO_RCLONE = lacking("rclone");
const NO_APACHE = lacking("apache2", "openssl");
const authority = certify({ name: "An authority that the test trusts" });
const hosts = ["localhost", "127.0.0.1"];

let rclone: PlaceServer | null = null;
let apache: PlaceServer | null = null;
let distrust: () => void = () => undefined;
beforeAll(async () => {
  if (NO_RCLONE === null) rclone = await startRclone();
  if (NO_APACHE === null) apache = await startApache(certify({ name: "shop", issuer: authority, hosts }));
  distrust = trustAlso(authority);
});
afterAll(async () => {
  distrust();
  await rclone?.stop();
  await apache?.stop();
});

const at = (
  server: PlaceServer | null,
  path: string,
  user: { key: string | null; secret: string | null } = WEBDAV_USER,
) => openPlace({ place: `${server?.url}${path}`, region: null, ...user }, null);

placeContract("rclone's WebDAV", {
  lacking: NO_RCLONE,
  open: () => at(rclone, "/"),
  can: { putIfAbsent: true, rename: true, list: true },
});
placeContract("Apache's WebDAV", {
  lacking: NO_APACHE,
  open: () => at(apache, "/dav"),
  can: { putIfAbsent: true, rename: true, list: true },
});

describe.skipIf(NO_APACHE !== null)("Apache's WebDAV", () => {
  const found = async (path: string, user?: typeof WEBDAV_USER | { key: null; secret: null }) => {
    const place = await at(apache, path, user);
    try {
      return await probe(place, "11111111-1111-4111-8111-111111111111");
    } finally {
      place.close();
    }
  };

  it("is refused with a wrong password, and without one", async () => {
    const refused = { code: "place_failed", details: { reason: "refused", said: "HTTP 401" } };
    await expect(found("/dav", { ...WEBDAV_USER, secret: "wrong" })).rejects.toMatchObject(refused);
    await expect(found("/dav", { key: null, secret: null })).rejects.toMatchObject(refused);
  });

  it("is not there where the folder isn't, and is not made up", async () => {
    await expect(found("/nowhere")).rejects.toMatchObject({ details: { reason: "not_found" } });
  });

  it("is read-only where nothing may be put", async () => {
    await expect(found("/read-only")).rejects.toMatchObject({ details: { reason: "read_only" } });
  });

  it("is not spoken to where its certificate is nobody's", async () => {
    distrust();
    try {
      await expect(found("/dav")).rejects.toMatchObject({ details: { reason: "not_secure" } });
    } finally {
      distrust = trustAlso(authority);
    }
  });
});
