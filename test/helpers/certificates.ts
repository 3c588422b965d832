/** X.509 certificates made for one test: no key lies in the repository, and any date can be written into them. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface Certified {
  /** PEM. */
  key: string;
  cert: string;
}

export interface Wish {
  /** The common name; empty: a subject without any, as authorities issue by now. Where `issuer` is left out the certificate signs itself. */
  name: string;
  issuer?: Certified & { name: string };
  /** Host names and IPv4 addresses it is for. */
  hosts?: string[];
  from?: Date;
  to?: Date;
}

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = Buffer.from(body.length.toString(16).padStart(4, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, body]);
};
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const octets = (content: Buffer) => tlv(0x04, content);
const bits = (content: Buffer) => tlv(0x03, Buffer.from([0]), content);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const time = (date: Date) =>
  tlv(
    0x18,
    Buffer.from(
      date
        .toISOString()
        .replace(/[-:T]/g, "")
        .replace(/\.\d+Z$/, "Z"),
    ),
  );
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

/** The object identifiers below, as their DER bytes. */
const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const BASIC_CONSTRAINTS = oid("551d13");
const SUBJECT_ALT_NAME = oid("551d11");

const nameOf = (text: string) =>
  text === "" ? sequence() : sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))));

const altName = (host: string) =>
  /^\d+\.\d+\.\d+\.\d+$/.test(host)
    ? tlv(0x87, Buffer.from(host.split(".").map(Number)))
    : tlv(0x82, Buffer.from(host));

const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;

const DAY_MS = 86_400_000;

/** Makes a key and a certificate for it; without hosts one that may sign others. */
export function certify({ name, issuer, hosts = [], from, to }: Wish): Certified & { name: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const signer: KeyObject = issuer === undefined ? privateKey : createPrivateKey(issuer.key);
  const extensions = [
    sequence(BASIC_CONSTRAINTS, TRUE, octets(hosts.length === 0 ? sequence(TRUE) : sequence())),
    ...(hosts.length === 0 ? [] : [sequence(SUBJECT_ALT_NAME, octets(sequence(...hosts.map(altName))))]),
  ];
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(time(from ?? new Date(Date.now() - DAY_MS)), time(to ?? new Date(Date.now() + 30 * DAY_MS))),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(...extensions)),
  );
  const whole = sequence(content, ECDSA_WITH_SHA256, bits(sign("sha256", content, signer)));
  return { name, key, cert: pem("CERTIFICATE", whole) };
}
