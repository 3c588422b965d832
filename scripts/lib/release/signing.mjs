/** What signs an installer, where the secrets for it are given, and what is said where they aren't. Pure. */

/** @typedef {import("../package/plan.mjs").System} System */
/** @typedef {{ system: System, signed: boolean, notarised: boolean }} Signing */

/** As electron-builder names them. A workflow hands on a secret that doesn't exist as an empty word. */
const SIGNING = {
  linux: [],
  win: ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"],
  mac: ["CSC_LINK", "CSC_KEY_PASSWORD"],
};
const NOTARISING = ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"];

/**
 * @param {System} system
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Signing}
 */
export function signingOf(system, env) {
  const given = (/** @type {readonly string[]} */ names) =>
    names.length > 0 && names.every((name) => env[name]);
  const signed = given(SIGNING[system]);
  return { system, signed, notarised: system === "mac" && signed && given(NOTARISING) };
}

/**
 * The names whose empty words would be read as a certificate.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export const emptySigningNames = (env) =>
  [...SIGNING.win, ...SIGNING.mac, ...NOTARISING].filter((name) => env[name]?.trim() === "");

/**
 * What goes to electron-builder: where a certificate is given, an installer that can't be signed with it fails, the
 * program looks for updates, and its list is written. The server is the owner's: the address here is never
 * asked.
 * @param {Signing} signing
 * @param {string} releaseNotes for the list
 */
export const signingConfig = ({ system, signed, notarised }, releaseNotes) => ({
  forceCodeSigning: signed,
  ...(signed
    ? {
        publish: { provider: "generic", url: "https://counterside.invalid/" },
        // A counter on the beta channel is offered finished versions too.
        generateUpdatesFilesForAllChannels: true,
        releaseInfo: { releaseNotes },
      }
    : {}),
  // Without a certificate Apple silicon still wants a signature of nobody's ("-"), or it won't start the program.
  ...(system === "mac" ? { mac: { ...(signed ? {} : { identity: "-" }), notarize: notarised } } : {}),
});

/** For the notes of a release, one sentence for each system. @param {readonly Signing[]} known */
export function signingWords(known) {
  const of = (/** @type {System} */ system) => known.find((one) => one.system === system);
  const win = of("win");
  const mac = of("mac");
  return [
    "Linux: the packages carry no signature of their own.",
    win?.signed
      ? "Windows: the installers are signed."
      : "Windows: **the installers are not signed**; Windows warns of an unknown publisher.",
    mac?.signed
      ? `macOS: the program is signed${mac.notarised ? " and notarised" : ", but **not notarised**; macOS refuses it until it is allowed in System Settings"}.`
      : "macOS: **the program is neither signed nor notarised**; macOS refuses it until it is allowed in System Settings.",
  ];
}
