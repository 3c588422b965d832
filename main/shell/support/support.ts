/** The support bundle: shown before it is saved, and searched for the token before it is written. */
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { supportFacts } from "../../../contract/channels/support.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { CountersideError, type Reply } from "../../../contract/reply.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { Log } from "../log/log.ts";
import { type BundleFile, type BundleSource, bundleOf } from "./bundle.ts";
import { findSecret } from "./find-secret.ts";

export interface SupportDeps {
  invoke: (channel: string, input: unknown) => Promise<Reply<unknown>>;
  environment: () => ChannelOutput<"app.environment">;
  settings: () => ChannelOutput<"settings.get">;
  vaultStatus: () => Promise<ChannelOutput<"vault.status">>;
  pinIsSet: () => boolean;
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
      pin: { set: deps.pinIsSet() },
      vault: await deps.vaultStatus(),
      logs: logsIn(environment.logFolder),
      words: { readme: deps.readme() },
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
        const reason = error instanceof Error ? error.message : String(error);
        throw new CountersideError("file_unreadable", `The bundle could not be written: ${reason}`, {
          path,
          reason,
        });
      }
      deps.log.info("A support bundle was saved", { files: files.length });
      return { path, files: listed(files) };
    },
  };
}
