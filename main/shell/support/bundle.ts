/**
 * What goes into a support bundle, as text files by name. Each file is written field by field out of the kinds of values
 * that may leave the counter: counts, times, versions, words of the program's own lists, codes, places in its code.
 * Nothing is copied whole and cleaned afterwards. Pure: everything is handed in.
 */
import type { SupportFacts } from "../../../contract/channels/support.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { ErrorCode } from "../../../contract/codes.ts";
import { readLogLine, VERSION } from "../../../contract/log-line.ts";

export interface BundleSource {
  madeAt: string;
  /** The engine's facts, or why it did not answer. */
  facts: SupportFacts | { problem: ErrorCode };
  environment: ChannelOutput<"app.environment">;
  memoryMb: number;
  system: string;
  settings: ChannelOutput<"settings.get">;
  pin: { set: boolean };
  vault: ChannelOutput<"vault.status">;
  logs: readonly { name: string; text: string }[];
  words: { readme: string };
}

export interface BundleFile {
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
function settingsOf({ settings, pin, vault }: BundleSource) {
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
    pinIsSet: pin.set,
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
export function bundleOf(source: BundleSource): BundleFile[] {
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
