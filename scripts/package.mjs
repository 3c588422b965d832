/** `npm run package`: the program as people install it. */
import { makePackage } from "./lib/package/make-package.mjs";
import { planPackage } from "./lib/package/plan.mjs";
import { layRelease } from "./lib/release/folder.mjs";
import { runScript, say } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const help = `
Packages Counterside into dist/. Without a format: those that electron-builder.yml names for the system.
Where the official Electron cannot be had, linux x64 gets a test build in dist/test-build/, never a release.

  npm run package -- [formats] [switches]

  formats            linux: dir, deb, rpm, tar.gz, AppImage; win: dir, nsis, zip; mac: dir, dmg, zip
  --dir              the same as the format dir: the unpacked program only
  --linux, --win, --mac   the target's system, if not this one's
  --x64, --arm64     the target's architecture
  --release          refuse to make a test build, build nothing (npm run build comes first), take no package that was made
                     before, sign where the certificates are given (docs/decisions/0024-releases.md), and lay the
                     installers into dist/release
  --force            package even when no source has changed${electronHelp}`;

await runScript(async () => {
  const words = process.argv.slice(2);
  const values = readWords(
    help,
    {
      ...electronSwitches,
      dir: { type: "boolean" },
      linux: { type: "boolean" },
      win: { type: "boolean" },
      mac: { type: "boolean" },
      x64: { type: "boolean" },
      arm64: { type: "boolean" },
      release: { type: "boolean" },
      force: { type: "boolean" },
    },
    words.filter((word) => word.startsWith("-")),
  );
  if (values === undefined) return;
  const formats = words.filter((word) => !word.startsWith("-"));
  const plan = planPackage(formats, values, { platform: process.platform });
  await setUpPackages();
  const choices = { yes: values.yes, retryElectron: values["retry-electron"], force: values.force };
  const made = await makePackage(plan, choices);
  for (const path of made) say(`Made ${path}`);
  if (plan.release) for (const path of layRelease(plan.system, made)) say(`Laid ${path}`);
});
