/** What Electron needs of a Linux system, installed where we may, named where we may not. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onPath, runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";
import { withMachineLock } from "./machine-lock.mjs";

/**
 * Debian package to what proves its presence: a shared library or a program. Looking for these and not for
 * package names finds them on other distributions too, and under Debian's renamed (t64) packages. `services`: what the
 * package would have the system run from now on, which nobody here wants.
 * `beside`: a folder that is on nobody's path.
 * @type {Record<string, ({ library: string } | { program: string, beside?: string }) & { services?: string[] }>}
 */
const proofs = {
  "libgtk-3-0": { library: "libgtk-3.so.0" },
  libnss3: { library: "libnss3.so" },
  libasound2: { library: "libasound.so.2" },
  libgbm1: { library: "libgbm.so.1" },
  xvfb: { program: "Xvfb" },
  "dbus-daemon": { program: "dbus-run-session" },
  "gnome-keyring": { program: "gnome-keyring-daemon" },
  "poppler-utils": { program: "pdftotext" },
  "g++": { program: "g++" },
  make: { program: "make" },
  python3: { program: "python3" },
  "p7zip-full": { program: "7za" },
  strace: { program: "strace" },
  sqlite3: { program: "sqlite3" },
  libnotify4: { library: "libnotify.so.4" },
  "libsecret-1-0": { library: "libsecret-1.so.0" },
  "xdg-utils": { program: "xdg-open" },
  "desktop-file-utils": { program: "desktop-file-validate" },
  appstream: { program: "appstreamcli" },
  mandoc: { program: "mandoc" },
  lintian: { program: "lintian" },
  rpm: { program: "rpmbuild" },
  chromium: { program: "chromium" },
  "apache2-bin": { program: "apache2" },
  openssl: { program: "openssl" },
  rclone: { program: "rclone" },
  fuse3: { program: "fusermount3" },
  samba: { program: "smbd", services: ["smbd", "nmbd", "samba-ad-dc"] },
  "cifs-utils": { program: "mount.cifs" },
  "ceph-common": { program: "ceph" },
  "ceph-mon": { program: "ceph-mon" },
  "ceph-osd": { program: "ceph-osd" },
  radosgw: { program: "radosgw" },
  prometheus: { program: "promtool" },
  wine64: { program: "wine64", beside: "/usr/lib/wine" },
};

export const electronLibraries = ["libgtk-3-0", "libnss3", "libasound2", "libgbm1"];
export const compilerPackages = ["g++", "make", "python3"];

/** What tests ask of the system: all of it is installed before the first of them, for others read it while they run. */
export const testPackages = [
  ...electronLibraries,
  "xvfb",
  // A keyring of one's own, for the test that a token is kept safely.
  ...["dbus-daemon", "gnome-keyring"],
  // Reads a PDF back.
  "poppler-utils",
  // Watches a process write: the disk has it before the word is given.
  "strace",
  // Opens the books' file as any other program would.
  "sqlite3",
  // Read a Linux package as a distribution would.
  ...["desktop-file-utils", "appstream", "mandoc", "lintian"],
  // Checks the figures for monitoring and the alert rules.
  "prometheus",
  // Draws the built page in the generation of Chromium that ships.
  "chromium",
  // What a shop folder lies on: S3, WebDAV, and a share with what mounts it.
  ...["ceph-common", "ceph-mon", "ceph-osd", "radosgw"],
  ...["apache2-bin", "openssl", "rclone", "fuse3", "samba", "cifs-utils"],
  // Runs Windows' own Node.
  "wine64",
  // What the deb depends on beside Electron's libraries.
  ...["libnotify4", "libsecret-1-0", "xdg-utils"],
];

/** Set while tests run, to the reason why nothing more is installed. */
export const NOTHING_MORE = "COUNTERSIDE_INSTALLS_NOTHING";

/** Packages that are missing and can't be installed here. */
export class MissingPackages extends Refusal {}

/** The Debian package that brings a program. @param {string} program */
export const packageOf = (program) =>
  Object.entries(proofs).find(([, proof]) => "program" in proof && proof.program === program)?.[0] ?? program;

/** Where a program is, also where its package keeps it off the path; undefined where it isn't. @param {string} name */
export function programOf(name) {
  const proof = proofs[name];
  if (proof === undefined || !("program" in proof)) return undefined;
  if (onPath(proof.program)) return proof.program;
  const path = join(proof.beside ?? "", proof.program);
  return proof.beside !== undefined && existsSync(path) ? path : undefined;
}

/**
 * Makes sure that these Debian packages' contents are there.
 * @param {string[]} names keys of the table above
 * @param {string} purpose ends the sentence "… are needed to …"
 */
export async function ensureSystemLibraries(names, purpose) {
  if (process.platform !== "linux") return;
  const missing = await missingOf(names);
  if (missing.length === 0) return;
  const closed = process.env[NOTHING_MORE];
  if (closed !== undefined)
    throw new MissingPackages(`Missing to ${purpose}: ${missing.join(", ")}; ${closed}.`);
  const services = missing.flatMap((name) => proofs[name]?.services ?? []);
  const stop = services.length === 0 ? "" : ` && (systemctl disable --now ${services.join(" ")} || true)`;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}${stop}`;
  const refusal = `Missing to ${purpose}: ${missing.join(", ")}; install them with: sudo sh -c '${command}'`;
  if (!onPath("apt-get")) {
    throw new MissingPackages(
      `Missing to ${purpose}: ${missing.join(", ")}; install them with this system's package manager.`,
    );
  }
  const asRoot = await rootPrefix();
  if (asRoot === undefined) throw new MissingPackages(refusal);
  // One at a time: a second apt-get finds the first one's lock and gives up.
  const result = await withMachineLock("system-packages", () =>
    withProgress(`Installing system packages: ${missing.join(", ")}`, () =>
      runCommand(asRoot[0] ?? "sh", [...asRoot.slice(1), "-c", command], {
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      }),
    ),
  );
  const still = await missingOf(names);
  if (still.length > 0) throw new MissingPackages(`${refusal}\n${tail(result.output)}`);
}

/** @param {string[]} names */
async function missingOf(names) {
  const ldconfig = ["/sbin/ldconfig", "/usr/sbin/ldconfig"].find((path) => existsSync(path));
  const libraries = ldconfig === undefined ? undefined : (await runCommand(ldconfig, ["-p"])).stdout;
  return names.filter((name) => {
    const proof = proofs[name];
    if (proof === undefined) return false;
    if ("program" in proof) return programOf(name) === undefined;
    return libraries !== undefined && !libraries.includes(`${proof.library} `);
  });
}

/** The start of a command line that runs as root without asking, or undefined. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return ["sh"];
  if (onPath("sudo") && (await runCommand("sudo", ["-n", "true"])).code === 0) return ["sudo", "-n", "sh"];
  return undefined;
}
