/** The support bundle: shown before it is saved, and searched for the token before it is written. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { type ChannelOutput, parseChannelOutput } from "../../../contract/channels.ts";
import { CountersideError, type Reply } from "../../../contract/reply.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Log } from "../log.ts";
import { type BundleFile, type BundleSource, bundleOf } from "./bundle.ts";
import { findSecret } from "./find-secret.ts";
import { zipOf } from "./zip.ts";

export interface SupportParts {
  invoke: (channel: string, input: unknown) => Promise<Reply<unknown>>;
  environment: () => ChannelOutput<"app.environment">;
  settings: () => ChannelOutput<"settings.get">;
  vaultStatus: () => Promise<ChannelOutput<"vault.status">>;
  pinIsSet: () => boolean;
  secrets: () => readonly string[];
  /** The system's name and version. */
  system: () => string;
  crashFolder: string;
  /** The readable reports of faults. */
  crashReports: () => { name: string; text: string }[];
  home: string;
  readme: () => string;
  /** Where the bundle goes; null where the person cancelled. */
  askWhere: (name: string) => Promise<string | null>;
  now: () => Date;
  log: Log;
}

export type SupportHandlers = Pick<ShellHandlers, "support.contents" | "support.save">;

/** Files of a folder and the folders in it; none where there is no such folder. */
function filesIn(folder: string): { name: string; path: string; bytes: number; at: string }[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const { size, mtime } = statSync(path);
        return { name: path.slice(folder.length + 1), path, bytes: size, at: mtime.toISOString() };
      });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

const listed = (files: readonly BundleFile[]) =>
  files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));

/** Makes the two handlers. Both throw `support_secret_found` where a secret would leave the computer. */
export function createSupport(parts: SupportParts): SupportHandlers {
  const facts = async (): Promise<BundleSource["facts"]> => {
    const reply = await parts.invoke("support.facts", {});
    return reply.ok ? parseChannelOutput("support.facts", reply.value) : { problem: reply.error.message };
  };

  const make = async (): Promise<BundleFile[]> => {
    const environment = parts.environment();
    const secrets = parts.secrets();
    const files = bundleOf({
      madeAt: parts.now().toISOString(),
      facts: await facts(),
      environment: {
        ...environment,
        memoryMb: Math.round(totalmem() / 1e6),
        system: parts.system(),
      },
      settings: parts.settings(),
      pin: { set: parts.pinIsSet() },
      vault: await parts.vaultStatus(),
      crashes: filesIn(parts.crashFolder).map(({ name, bytes, at }) => ({ name, bytes, at })),
      crashReports: parts.crashReports(),
      logs: filesIn(environment.logFolder)
        .filter(({ name }) => name.endsWith(".log"))
        .map(({ name, path }) => ({ name, text: readFileSync(path, "utf8") })),
      home: parts.home,
      secrets,
      words: { readme: parts.readme() },
    });
    const leaking = files.find(({ bytes }) => findSecret(bytes, secrets) !== null);
    if (leaking !== undefined)
      throw new CountersideError(
        "support_secret_found",
        `The bundle was not saved: "${leaking.name}" would hold the token. Please report this defect.`,
        { file: leaking.name },
      );
    return files;
  };

  return {
    "support.contents": async () => ({ files: listed(await make()) }),
    "support.save": async () => {
      const at = parts.now();
      const name = `counterside-support-${at.toISOString().slice(0, 16).replaceAll(/[:T]/g, "-")}.zip`;
      const files = await make();
      const path = await parts.askWhere(name);
      if (path === null) return { path: null, files: listed(files) };
      try {
        await writeFile(path, await zipOf(files, at), { mode: 0o600 });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CountersideError("file_unreadable", `The bundle could not be written: ${reason}`, {
          path,
          reason,
        });
      }
      parts.log.info("A support bundle was saved", { files: files.length });
      return { path, files: listed(files) };
    },
  };
}
