/** The signed list of a release's files. Nothing of it is read before its signature was proven. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { parseUpdateInfo } from "electron-updater/out/providers/Provider.js";
import { z } from "zod";
import type { UpdateChannel } from "../../../contract/channels/updates.ts";
import { UpdateFailure } from "./update-failure.ts";

/** A list is a few hundred bytes; what is new may take some more. */
export const MOST_MANIFEST_BYTES = 64 * 1024;
/** 64 bytes in base64, with room for a line's end. */
export const MOST_SIGNATURE_BYTES = 256;
/** No package of this program comes near. */
const MOST_FILE_BYTES = 1024 * 1024 * 1024;

/** A bare name: it can lead nowhere but into the folder where the list stands, here and on the server. */
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/)
  .max(160);

const manifest = z.object({
  // Semver without build metadata, which has no order.
  version: z
    .string()
    .max(60)
    .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/),
  files: z
    .array(
      z.object({
        url: fileName,
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.number().int().min(1).max(MOST_FILE_BYTES),
      }),
    )
    .min(1)
    .max(20),
  // YAML reads a bare date as one.
  releaseDate: z.union([z.iso.datetime(), z.date().transform((date) => date.toISOString())]).optional(),
  releaseNotes: z.string().max(20_000).nullable().exactOptional(),
  stagingPercentage: z.number().int().min(0).max(100).exactOptional(),
  minimumSystemVersion: z.string().max(60).exactOptional(),
});
export type Manifest = z.infer<typeof manifest>;

/** Reads the key that the build carries. Null where it is no Ed25519 public key. */
export function readUpdateKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    // Not a key at all: the build then counts as one without.
    return null;
  }
}

/** Proves the list and reads it. Throws `bad_signature` or `bad_manifest`. */
export function readManifest(
  bytes: Buffer,
  signature: string,
  key: KeyObject,
  channel: UpdateChannel,
): Manifest {
  const text = signature.trim();
  const isSigned =
    /^[A-Za-z0-9+/]{86}==$/.test(text) && verify(null, bytes, key, Buffer.from(text, "base64"));
  if (!isSigned)
    throw new UpdateFailure("bad_signature", "the signature of the release doesn't fit this program's key");
  const refuse = (reason: string) => new UpdateFailure("bad_manifest", reason);
  let read: unknown;
  try {
    read = parseUpdateInfo(bytes.toString("utf8"), "the list", new URL("https://update.invalid/"));
  } catch {
    throw refuse("the list of the release is not YAML");
  }
  const parsed = manifest.safeParse(read);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(`${issue?.path.join(".") || "the list"}: ${issue?.message ?? "is not as agreed"}`);
  }
  // Both channels are signed by one key: a server must not pass one off as the other.
  if (channel === "latest" && parsed.data.version.includes("-"))
    throw refuse(`${parsed.data.version} is a trial version, and this program takes only finished ones`);
  return parsed.data;
}

/** "latest-linux.yml": as electron-updater and electron-builder name it. */
export function manifestName(channel: UpdateChannel, platform: string, arch: string): string {
  if (platform === "darwin") return `${channel}-mac.yml`;
  if (platform === "win32") return `${channel}.yml`;
  return `${channel}-linux${arch === "x64" ? "" : `-${arch}`}.yml`;
}
