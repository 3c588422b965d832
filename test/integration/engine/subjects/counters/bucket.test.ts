/** Buckets that speak S3: of Ceph, and of a stand-in that works each signature out anew. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openPlace } from "../../../../../main/engine/subjects/counters/place/named-place.ts";
import { contentOf, type ShopPlace } from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { CEPH_PROGRAMS, type ObjectGateway, startObjectGateway } from "../../../../helpers/object-gateway.ts";
import {
  BUCKET,
  openStrictBucket,
  type StrictBucket,
  signatureOf,
} from "../../../../helpers/strict-bucket.ts";
import { lacking } from "../../../../helpers/system-programs.ts";
import { placeContract } from "./place-contract.ts";

let bucket: StrictBucket;
beforeAll(async () => {
  bucket = await openStrictBucket();
  return bucket.close;
});

const open = (changed: Partial<{ bucket: string; region: string; key: string; secret: string }> = {}) => {
  const { bucket: name, region, key, secret } = { ...BUCKET, ...changed };
  const place = `s3://${name}/chain/north?endpoint=${encodeURIComponent(bucket.endpoint)}`;
  return openPlace({ place, region, key, secret }, null);
};

placeContract("a strict stand-in for S3", {
  lacking: null,
  open,
  can: { putIfAbsent: true, rename: false, list: true },
});

const NO_CEPH = lacking(...CEPH_PROGRAMS);
describe.skipIf(NO_CEPH !== null)("Ceph's object gateway", () => {
  let gateway: ObjectGateway | null = null;
  beforeAll(async () => {
    gateway = await startObjectGateway();
    return gateway.stop;
  }, 180_000);
  const opened = (changed: Partial<typeof BUCKET> = {}) => {
    const { bucket: name, region, key, secret } = { ...BUCKET, ...changed };
    const place = `s3://${name}/chain/north?endpoint=${encodeURIComponent(gateway?.endpoint ?? "")}`;
    return openPlace({ place, region, key, secret }, null);
  };
  placeContract("its bucket", {
    lacking: NO_CEPH,
    open: opened,
    can: { putIfAbsent: true, rename: false, list: true },
  });

  it.each([
    ["a wrong secret", { secret: "wrong" }, "refused", "HTTP 403 SignatureDoesNotMatch"],
    ["a wrong key", { key: "AKIDOTHER" }, "refused", "HTTP 403 InvalidAccessKeyId"],
    ["no such bucket", { bucket: "nowhere" }, "not_found", "HTTP 404 NoSuchBucket"],
  ])("says with its code that it has %s", async (_, changed, reason, said) => {
    const place = await opened(changed);
    const put = place.put("a", contentOf(Buffer.from("x")));
    await expect(put).rejects.toMatchObject({ details: { reason, said } });
    place.close();
  });

  it("lists more names than one answer holds", async () => {
    const place = await opened();
    const names = Array.from({ length: 1_100 }, (_, n) => `many/${String(n).padStart(5, "0")}`);
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(
        names.slice(from, from + 50).map((name) => place.put(name, contentOf(Buffer.from("x")))),
      );
    expect((await place.list("many/")).map(({ name }) => name)).toEqual(names);
    place.close();
  });
});

describe("the stand-in", () => {
  it("works out the signature of the example in Amazon's documents", () => {
    const headers: Record<string, string> = {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "x-amz-date": "20130524T000000Z",
    };
    const request = {
      method: "GET",
      path: "/test.txt",
      query: [],
      header: (name: string) => headers[name] ?? "",
      signedHeaders: Object.keys(headers),
      payloadHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      date: "20130524T000000Z",
      region: "us-east-1",
    };
    expect(signatureOf(request, "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
  });
});

describe("a bucket", () => {
  const content = contentOf(Buffer.from("x"));
  const opened: ShopPlace[] = [];
  const opening = async (...changed: Parameters<typeof open>): Promise<ShopPlace> => {
    const place = await open(...changed);
    opened.push(place);
    return place;
  };
  afterEach(() => {
    bucket.instead = null;
    for (const place of opened.splice(0)) place.close();
  });
  afterAll(() => expect(opened).toEqual([]));

  it.each([
    ["another secret", { secret: "another secret" }, "refused", "SignatureDoesNotMatch"],
    ["another key", { key: "AKIDOTHER" }, "refused", "InvalidAccessKeyId"],
    ["another region", { region: "eu-other-1" }, "refused", "AuthorizationHeaderMalformed"],
    ["another bucket", { bucket: "other" }, "not_found", "NoSuchBucket"],
  ])(
    "is refused with %s, by its code, and nothing of what the server said is repeated",
    async (_, changed, reason, code) => {
      const place = await opening(changed);
      for (const ask of [() => place.put("a", content), () => place.list(""), () => place.get("a")])
        await expect(ask()).rejects.toMatchObject({
          code: "place_failed",
          details: { reason, said: expect.stringMatching(new RegExp(`^HTTP 40\\d ${code}$`)) },
        });
    },
  );

  it("asks nobody without a key and a secret, and with a key that no header may hold", async () => {
    const before = bucket.came.length;
    for (const given of [
      { key: null, secret: null },
      { key: "a-key\nwith a line", secret: "a-secret" },
    ]) {
      const at = { place: `s3://shop?endpoint=${bucket.endpoint}`, region: null };
      const place = await openPlace({ ...at, ...given }, null);
      opened.push(place);
      const error: unknown = await place.get("a").catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ details: { reason: "refused" } });
      expect(JSON.stringify(error)).not.toContain("a-key");
    }
    expect(bucket.came.length).toBe(before);
  });

  it("says false of a conflict where the name is taken, and tries again where it is not", async () => {
    const place = await opening();
    const answers = [409, 409];
    bucket.instead = (incoming, outgoing) => {
      if (incoming.method !== "PUT" || answers.length === 0) return false;
      incoming.resume().on("end", () => outgoing.writeHead(answers.shift() ?? 500).end());
      return true;
    };
    expect(await place.putIfAbsent("conflict/1", content)).toBe(true);
    answers.push(409);
    expect(await place.putIfAbsent("conflict/1", content)).toBe(false);
  });

  it("follows no redirect", async () => {
    const place = await opening();
    bucket.instead = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end();
      return true;
    };
    await expect(place.get("a")).rejects.toMatchObject({ details: { said: "HTTP 307" } });
  });

  it.each([
    ["ends nowhere", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"],
    [
      "never ends",
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>",
    ],
    ["is no XML", "<ListBucketResult><IsTruncated>"],
    ["declares entities", '<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult/>'],
  ])("is broken where its list %s", async (_, body) => {
    const place = await opening();
    bucket.instead = (incoming, outgoing) => {
      incoming.resume();
      outgoing.end(body);
      return true;
    };
    await expect(place.list("")).rejects.toMatchObject({ details: { reason: "broken" } });
  });

  it("gives no name that isn't one of the shop folder", async () => {
    const place = await opening();
    for (const name of [
      "chain/north/names/ok",
      "chain/north/names/not ok",
      "chain/north/names/../x",
      "chain/northern/x",
    ])
      bucket.objects.set(`shop/${name}`, Buffer.from("x"));
    expect((await place.list("names/")).map(({ name }) => name)).toEqual(["names/ok"]);
  });
});
