export interface ElectronRuntime {
  executable: string;
  /** The Electron version, such as "45.4.1". */
  version: string;
  /** False for the fallback, which never goes into a release. */
  official: boolean;
  /** The path for COUNTERSIDE_SQLITE_BINDING; null where the package's own binary serves. */
  sqliteBinding: string | null;
  /** Switches that come before the app folder; `--no-sandbox` where Chromium's sandbox cannot work. */
  args: string[];
}

export function electronRuntime(choices?: {
  yes?: boolean;
  retryElectron?: boolean;
}): Promise<ElectronRuntime>;

export function electronEnvironment(
  runtime: ElectronRuntime,
  env?: NodeJS.ProcessEnv,
): Record<string, string>;
