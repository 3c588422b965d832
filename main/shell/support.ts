/** The support bundle: shown before it is saved, and searched for the token before it is written. */

import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { type SupportFacts, supportFacts } from "../../contract/channels/support.ts";
import type { ChannelOutput } from "../../contract/channels.ts";
import type { ErrorCode } from "../../contract/codes.ts";
import { CountersideError } from "../../contract/error.ts";
import { readLogLine, VERSION } from "../../contract/log-line.ts";
import type { Reply } from "../../contract/reply.ts";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import { errorCode, saidBy } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";

export interface SupportDeps {
  invoke: (channel: string, input: unknown) => Promise<Reply<unknown>>;
  environment: () => ChannelOutput<"app.environment">;
  settings: () => ChannelOutput<"settings.get">;
  vaultStatus: () => Promise<ChannelOutput<"vault.status">>;
  hasPeople: () => boolean;
  secrets: () => readonly string[];
  system: () => string;
  readme: () => string;
  /** Where the bundle goes; null where the person cancelled. */
  askWhere: (name: string) => Promise<string | null>;
  now: () => Date;
  log: Log;
}

export type SupportHandlers = Pick<ShellHandlers, "support.contents" | "support.save">;

/** The log's own files; what lies beside them, or is no file, is nobody's log. */
const LOG_NAME = /^main(?:\.\d)?\.log$/;

function logsIn(folder: string): BundleSource["logs"] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LOG_NAME.test(entry.name))
      .map(({ name }) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

const listed = (files: readonly BundleFile[]) =>
  files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));

/** The bytes of a zip archive; every file carries the same time, so that the same facts make the same bytes. */
async function zipOf(files: readonly BundleFile[], madeAt: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime: madeAt, mode: 0o600 });
  zip.end();
  return buffer(zip.outputStream);
}

/** Makes the two handlers. Both throw `support_secret_found` where a secret would leave the computer. */
export function createSupport(deps: SupportDeps): SupportHandlers {
  const facts = async (): Promise<BundleSource["facts"]> => {
    const reply = await deps.invoke("support.facts", {});
    if (!reply.ok) return { problem: reply.error.code };
    const facts = supportFacts.safeParse(reply.value);
    if (!facts.success) deps.log.error("The facts for support are not of their form", { error: facts.error });
    return facts.data ?? { problem: "internal" };
  };

  const make = async (): Promise<BundleFile[]> => {
    const environment = deps.environment();
    const secrets = deps.secrets();
    const files = bundleOf({
      madeAt: deps.now().toISOString(),
      facts: await facts(),
      environment,
      memoryMb: Math.round(totalmem() / 1e6),
      system: deps.system(),
      settings: deps.settings(),
      people: deps.hasPeople(),
      vault: await deps.vaultStatus(),
      logs: logsIn(environment.logFolder),
      words: { readme: deps.readme() },
    });
    const leaking = files.find(({ bytes }) => findSecret(bytes, secrets) !== null);
    if (leaking !== undefined) throw new CountersideError("support_secret_found", { file: leaking.name });
    return files;
  };

  return {
    "support.contents": async () => ({
      files: (await make()).map(({ name, bytes }) => ({
        name,
        bytes: bytes.length,
        text: new TextDecoder().decode(bytes),
      })),
    }),
    "support.save": async () => {
      const at = deps.now();
      const name = `counterside-support-${at.toISOString().slice(0, 16).replaceAll(/[:T]/g, "-")}.zip`;
      const files = await make();
      const path = await deps.askWhere(name);
      if (path === null) return { path: null, files: listed(files) };
      try {
        await writeFile(path, await zipOf(files, at), { mode: 0o600 });
      } catch (error) {
        throw new CountersideError("file_unreadable", { reason: "not_written", path, ...saidBy(error) });
      }
      deps.log.info("A support bundle was saved", { files: files.length });
      return { path, files: listed(files) };
    },
  };
}

// What goes into a support bundle, as text files by name. Each file is written field by field out of the
// kinds of values that may leave the counter: counts, times, versions, words of the program's own lists,
// codes, places in its code. Nothing is copied whole and cleaned afterwards. Pure: everything is handed in.

interface BundleSource {
  madeAt: string;
  /** The engine's facts, or why it did not answer. */
  facts: SupportFacts | { problem: ErrorCode };
  environment: ChannelOutput<"app.environment">;
  memoryMb: number;
  system: string;
  settings: ChannelOutput<"settings.get">;
  /** Whether anybody is a person here, or a PIN is set. */
  people: boolean;
  vault: ChannelOutput<"vault.status">;
  logs: readonly { name: string; text: string }[];
  words: { readme: string };
}

interface BundleFile {
  name: string;
  bytes: Buffer;
}

/** A log of this many letters is enough; of a longer one the newest part is taken. */
const LOG_LETTERS = 1_000_000;

const PLATFORMS = ["linux", "win32", "darwin"];
const KEYRINGS = [
  ...["basic_text", "gnome_any", "gnome_libsecret", "gnome_keyring", "kwallet", "kwallet5", "kwallet6"],
  ...["os_crypt", "keychain", "dpapi", "unknown"],
];
const oneOf = (words: readonly string[], value: string): string => (words.includes(value) ? value : "other");
const versionOf = (value: string): string | null => (VERSION.test(value) ? value : null);

function environmentOf({ environment, madeAt, memoryMb, system }: BundleSource) {
  const { platform, version, electron, chromium, packaged, testBuild, locale } = environment;
  return {
    madeAt,
    platform: oneOf(PLATFORMS, platform),
    system: versionOf(system),
    memoryMb,
    version: versionOf(version),
    electron: versionOf(electron),
    chromium: versionOf(chromium),
    packaged,
    testBuild,
    locale: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(locale) ? locale : null,
  };
}

/** Addresses, names of printers and the owner's own words are left out: that there is one is said. */
function settingsOf({ settings, people, vault }: BundleSource) {
  const {
    language,
    digits,
    theme,
    textScale,
    menu,
    returnColumns,
    scanSound,
    printPaper,
    printCopies,
    updateChannel,
  } = settings;
  return {
    language,
    digits,
    theme,
    textScale,
    menu,
    returnColumns,
    scanSound,
    printPaper,
    printCopies,
    updateChannel,
    statusMeanings: Object.keys(settings.statusMeanings).length,
    referenceTypeMeanings: Object.keys(settings.referenceTypeMeanings).length,
    namesPurchases: settings.purchaseReferenceType !== null,
    hasPrinter: settings.printerName !== null,
    hasUpdateServer: settings.updateServer !== null,
    hasPeople: people,
    keyring: oneOf(KEYRINGS, vault.backend),
    canKeepToken: vault.canKeep,
    tokenForThisRunOnly: vault.thisRunOnly,
    tokenLost: vault.lost,
  };
}

/** The lines of the log's own form; how many others there were is the last. */
function logOf(text: string): string {
  const all = text.slice(-LOG_LETTERS).split("\n");
  const lines = all.map(readLogLine).filter((line) => line !== null);
  const leftOut = all.filter((line) => line.trim() !== "").length - lines.length;
  return [...lines, { linesLeftOut: leftOut }].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Builds the files. */
function bundleOf(source: BundleSource): BundleFile[] {
  const file = (name: string, text: string): BundleFile => ({ name, bytes: Buffer.from(text, "utf8") });
  const json = (name: string, value: unknown) => file(name, `${JSON.stringify(value, null, 2)}\n`);
  return [
    file("README.txt", source.words.readme),
    json("environment.json", environmentOf(source)),
    json("settings.json", settingsOf(source)),
    json("counter.json", source.facts),
    ...source.logs.map(({ name, text }) => file(`logs/${name}`, logOf(text))),
  ];
}

// Looks for a secret in bytes, in every spelling that a program or a system may have given it. Pure.

const escapedJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/**
 * The spellings: as it is, URL-encoded, escaped in JSON, in UTF-16 of both orders, in hexadecimal, in base64 and
 * base64url at each of the three alignments that longer text can give it, and reversed.
 */
export function spellingsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, "utf8");
  const wide = Buffer.from(secret, "utf16le");
  const texts = new Set([
    secret,
    encodeURIComponent(secret),
    escapedJson(secret),
    [...secret].reverse().join(""),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => alignedBase64(bytes, offset)),
  ]);
  return [...[...texts].map((text) => Buffer.from(text, "utf8")), wide, Buffer.from(wide).swap16()];
}

/** The part of the base64 text that depends on the secret alone when `offset` bytes stand before it. */
function alignedBase64(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString("base64");
  const inner = whole.slice(offset === 0 ? 0 : 4);
  return inner.length < 8 ? [] : [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
}

/** The spelling that was found, for a test's words; null where none of the secrets is in the bytes. */
export function findSecret(bytes: Buffer, secrets: readonly string[]): string | null {
  for (const secret of secrets.filter((one) => one.length >= 4))
    for (const spelling of spellingsOf(secret))
      if (bytes.includes(spelling)) return spelling.toString("latin1");
  return null;
}
