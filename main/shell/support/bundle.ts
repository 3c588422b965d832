/** What goes into a support bundle, as text files by name. Pure: everything is handed in. */

import type { SupportFacts } from "../../../contract/channels/support.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { redact, redactText } from "../redact.ts";

export interface BundleSource {
  madeAt: string;
  /** The engine's facts, or why it did not answer. */
  facts: SupportFacts | { problem: string };
  environment: ChannelOutput<"app.environment"> & { memoryMb: number; system: string };
  settings: ChannelOutput<"settings.get">;
  pin: { set: boolean };
  vault: ChannelOutput<"vault.status">;
  /** Names and sizes of crash files; they may hold memory, so they stay where they are. */
  crashes: readonly { name: string; bytes: number; at: string }[];
  crashReports: readonly { name: string; text: string }[];
  logs: readonly { name: string; text: string }[];
  /** The person's home folder: it holds their name. */
  home: string;
  secrets: readonly string[];
  words: { readme: string };
}

export interface BundleFile {
  name: string;
  bytes: Buffer;
}

/** A log of this many bytes is enough; of a longer one the newest part is taken. */
const LOG_BYTES = 1_000_000;

const newest = (text: string): string =>
  text.length <= LOG_BYTES ? text : `[earlier lines left out]\n${text.slice(-LOG_BYTES)}`;

/** Builds the files. Every text goes through the same removal of secrets as the log, once more. */
export function bundleOf(source: BundleSource): BundleFile[] {
  const { home, secrets } = source;
  const clean = (text: string): string => {
    const withoutHome = home.length > 3 ? text.replaceAll(home, "~") : text;
    return redactText(withoutHome, secrets);
  };
  const json = (value: unknown): string => `${clean(JSON.stringify(redact(value, secrets), null, 2))}\n`;
  const file = (name: string, text: string): BundleFile => ({ name, bytes: Buffer.from(text, "utf8") });
  return [
    file("README.txt", source.words.readme),
    file("environment.json", json({ madeAt: source.madeAt, ...source.environment })),
    file("settings.json", json({ ...source.settings, pinIsSet: source.pin.set, vault: source.vault })),
    file("counter.json", json(source.facts)),
    file("crashes.json", json(source.crashes)),
    ...source.crashReports.map(({ name, text }) => file(`crashes/${name}`, clean(text))),
    ...source.logs.map(({ name, text }) => file(`logs/${name}`, clean(newest(text)))),
  ];
}
