/** What electron-updater asks for releases in place of its own providers: only signed lists, only from one folder. */
import type { KeyObject } from "node:crypto";
import { Provider, type UpdateCheckResult } from "electron-updater";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { UpdateChannel } from "../../../contract/channels/updates.ts";
import { type Fetch, fetchLarge, fetchSmall } from "./fetch-file.ts";
import {
  type Manifest,
  MOST_MANIFEST_BYTES,
  MOST_SIGNATURE_BYTES,
  manifestName,
  readManifest,
} from "./manifest.ts";
import { UpdateFailure } from "./update-failure.ts";

export interface FeedDeps {
  /** The folder on the server, without a slash at its end. */
  server: string;
  channel: UpdateChannel;
  key: KeyObject;
  platform: string;
  arch: string;
  fetch: Fetch;
}

/** What electron-updater hands to whoever downloads for it; the part that is used. */
interface DownloadOptions {
  sha512?: string | null | undefined;
  cancellationToken: { once(event: "cancel", handler: () => void): unknown };
  /** What else electron-updater would compute here is read by nobody. */
  onProgress?(progress: { transferred: number; total: number }): void;
}

type UpdateInfo = UpdateCheckResult["updateInfo"];

/** With the two fields that electron-updater's types still ask for and nobody reads. */
const asInfo = (list: Manifest): UpdateInfo => ({
  ...list,
  path: list.files[0]?.url ?? "",
  sha512: list.files[0]?.sha512 ?? "",
  releaseDate: list.releaseDate ?? "",
});

/** Makes the two parts that electron-updater is given. */
export function createFeed({ server, channel, key, platform, arch, fetch }: FeedDeps) {
  const folder = new URL(`${server}/`);
  let proven: Manifest | null = null;

  const latest = async (): Promise<UpdateInfo> => {
    const url = new URL(manifestName(channel, platform, arch), folder).href;
    const bytes = await fetchSmall(fetch, url, MOST_MANIFEST_BYTES);
    const signature = await fetchSmall(fetch, `${url}.sig`, MOST_SIGNATURE_BYTES).catch((error: unknown) => {
      // A list without a signature is no better than one with a wrong one.
      if (error instanceof UpdateFailure && ["not_found", "too_large"].includes(error.problem))
        throw new UpdateFailure(
          "bad_signature",
          `there is no signature beside the release: ${error.message}`,
        );
      throw error;
    });
    proven = readManifest(bytes, signature.toString("latin1"), key, channel);
    return asInfo(proven);
  };

  class SignedProvider extends Provider<UpdateInfo> {
    constructor(_: unknown, __: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override getLatestVersion = latest;
    override resolveFiles({ files }: UpdateInfo) {
      return files.map((info) => ({ url: new URL(info.url, folder), info }));
    }
  }

  return {
    provider: SignedProvider,
    executor: {
      /** Downloads one of the proven list's files; any other is refused. */
      download: async (url: URL, destination: string, options: DownloadOptions): Promise<string> => {
        const file = proven?.files.find(({ sha512, url: name }) => {
          return sha512 === options.sha512 && new URL(name, folder).href === url.href;
        });
        if (file === undefined) throw new UpdateFailure("no_file", "the file is not of the signed release");
        const controller = new AbortController();
        options.cancellationToken.once("cancel", () => controller.abort());
        await fetchLarge(fetch, { url: url.href, size: file.size, sha512: file.sha512 }, destination, {
          signal: controller.signal,
          progress: (transferred) => options.onProgress?.({ transferred, total: file.size }),
        });
        return destination;
      },
    },
  };
}
