/** Installs what the tests of the window ask of the system, once and before any of them: they run side by side. */
import { ensureSystemLibraries, keyringPackages, pdfPackages } from "../../scripts/lib/system-libraries.mjs";

export default () =>
  ensureSystemLibraries([...keyringPackages, ...pdfPackages], "test the keyring and what is printed");
