/** The tour: the main job done in the real app, by a script in a person's place, with a picture of every screen. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { launchApp } from "./lib/app/launch-app.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";
import { printTable } from "./tour/report.mjs";
import {
  askForRestores,
  chooseLanguageAndTheme,
  editVoucher,
  fillPurchaseReturn,
  goTo,
  outboxEntries,
  PURCHASE_RETURN,
  post,
  setServiceUp,
  settle,
  untilAllAre,
  VOUCHER,
} from "./tour/steps.mjs";

const help = `
Does the main job in the real app with the practice shop: a purchase return, a voucher edit and the four restores
entered while the service is down, then the service coming up. Prints what became of each and leaves pictures.
It needs a display; npm start -- --tour brings one where there is none.

  node scripts/tour.mjs [switches]

  --pictures DIR     where the pictures go (pictures/)`;

const SCREENS = [
  "/",
  "/purchase-return",
  "/tax-voucher",
  "/restore",
  "/outbox",
  "/documents",
  "/reference-data",
  "/activity",
  "/settings",
  "/connect",
];

await runScript(async () => {
  const words = readWords(help, { pictures: { type: "string" } });
  if (words === undefined) return 0;
  const folder = resolve(words.pictures ?? inRoot("pictures"));
  mkdirSync(folder, { recursive: true });
  const profile = mkdtempSync(join(tmpdir(), "counterside-tour-"));
  const { app, page } = await launchApp(profile, { args: ["--practice"] });
  page.setDefaultTimeout(20_000);

  let number = 0;
  /** @param {string} name */
  const picture = async (name) => {
    number += 1;
    await settle(page);
    await page.screenshot({ path: join(folder, `${String(number).padStart(2, "0")}-${name}.png`) });
  };
  /** @param {string} suffix */
  const pictureEveryScreen = async (suffix) => {
    for (const route of SCREENS) {
      await goTo(page, route);
      await picture(`${route === "/" ? "home" : route.slice(1)}${suffix}`);
    }
  };

  try {
    say("Opening the practice shop, and taking its service down.");
    await goTo(page, "/");
    await page.locator("header").getByRole("switch").waitFor();
    await picture("home-first-day");
    await setServiceUp(page, false);

    say("Entering a purchase return of three lines, a voucher edit and four restores.");
    await fillPurchaseReturn(page, PURCHASE_RETURN);
    await picture("purchase-return-filled");
    await post(page, 1);
    await picture("purchase-return-posted-offline");
    await editVoucher(page, VOUCHER);
    await picture("tax-voucher-changed");
    await post(page, 2);
    await askForRestores(page, picture);
    await untilAllAre(page, 6, ["pending", "retry_wait", "in_flight"]);
    await goTo(page, "/outbox");
    await picture("outbox-offline");
    await goTo(page, "/");
    await picture("home-offline");

    say("The service comes up.");
    await setServiceUp(page, true);
    await untilAllAre(page, 6, ["confirmed"]);
    await pictureEveryScreen("");
    say("The same screens in Arabic and dark.");
    await chooseLanguageAndTheme(page, "ar", "dark");
    await pictureEveryScreen("-arabic-dark");
    await chooseLanguageAndTheme(page, "en", "light");

    const entries = await outboxEntries(page);
    printTable(entries);
    const confirmed = entries.filter((entry) => entry.state === "confirmed").length;
    say(
      `${confirmed} of ${entries.length} confirmed; ${number} pictures are in ${relative(root, folder) || folder}/.`,
    );
    return confirmed === 6 && entries.length === 6 ? 0 : 1;
  } catch (error) {
    await page.screenshot({ path: join(folder, "where-it-stopped.png") });
    throw new Refusal(
      `The tour stopped: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}. See where-it-stopped.png in ${folder}.`,
    );
  } finally {
    await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
