import manifest from "../../package.json" with { type: "json" };

/** The program's version, as the package states it. */
export const APP_VERSION: string = manifest.version;
