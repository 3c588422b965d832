/** Access where something lies over or beside a screen: the import panel and its wizard, the palette, the PIN prompt. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { axeFindings } from "../helpers/axe.ts";
import { smallTargets } from "../helpers/on-screen.ts";
import { wideBoxes } from "../helpers/words-fit.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

// Each language and each theme once: what one does to a panel doesn't depend on the other.
const LOOKS = [
  ["en", "light"],
  ["ar", "dark"],
] as const;

/** Each with what opens it; Escape closes it again. */
const OVERLAYS: readonly (readonly [
  name: string,
  open: (opened: OpenedApp, file: string) => Promise<void>,
])[] = [
  [
    "the import panel",
    async ({ page }) => {
      await goTo(page, "/reference-data");
      await page.getByTestId("reference-data-import").click();
      await page.getByTestId("import-panel").waitFor();
    },
  ],
  [
    "the import wizard, with a trial's rejected rows",
    async ({ app, page }, file) => {
      await goTo(page, "/reference-data");
      await page.getByTestId("reference-data-import").click();
      await page.getByTestId("import-panel").waitFor();
      // The file of the look before is still there; its buttons would be pressed in place of this one's.
      const leave = page.getByTestId("import-leave");
      if (await leave.isVisible()) await leave.click();
      await expect(leave).toHaveCount(0);
      await answerFileDialog(app, file);
      await page.getByTestId("import-choose").click();
      await page.getByTestId("import-try").click();
      await page.getByTestId("import-rejected").waitFor();
    },
  ],
  [
    "the command palette",
    async ({ page }) => {
      await goTo(page, "/");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "the PIN prompt",
    async ({ page }) => {
      await goTo(page, "/restore");
      await page.getByTestId("restore-tab-permission").click();
      const box = page.getByTestId("restore-check-0");
      if (!(await box.isChecked())) await box.click();
      await page.keyboard.press("Control+Enter");
      await page.getByTestId("pin-ask").waitFor();
    },
  ],
];

const shop = practiceShop();

test("axe finds nothing in panels, the wizard, the palette and the PIN prompt; targets are large; nothing is wide, also at 200 %", async ({
  profile,
}) => {
  test.setTimeout(300_000);
  const opened = await shop();
  const { page, invoke } = opened;
  await page.setViewportSize({ width: 1360, height: 768 });
  await invoke("pin.set", { pin: "4711", asksFor: ["restore"], keepOpenMinutes: 0 });
  const file = join(profile, "access.csv");
  writeFileSync(file, "id,name,price\n70001,One,1\nx,Two,1\n70003,,2\n");
  const found: string[] = [];
  for (const [language, theme] of LOOKS) {
    await chooseLanguageAndTheme(page, language, theme);
    for (const [name, show] of OVERLAYS) {
      const where = `${name}, ${language}, ${theme}`;
      await show(opened, file);
      await atRest(page);
      found.push(...(await axeFindings(page, where)), ...(await smallTargets(page, where)));
      found.push(...(await wideBoxes(page)).map((words) => `${where}: ${words}`));
      await invoke("settings.set", { textScale: 2 });
      await atRest(page);
      found.push(...(await wideBoxes(page)).map((words) => `${where}, 200 %: ${words}`));
      await invoke("settings.set", { textScale: 1 });
      await page.keyboard.press("Escape");
    }
  }
  await invoke("pin.remove", { pin: "4711" });
  expect(found).toEqual([]);
});

test("who asks for less motion gets none: nothing moves for longer than a blink", async () => {
  const { page } = await shop();
  /** Every element whose style would let it move for longer than that, loaders apart: they say that work goes on. */
  const moving = () =>
    page.evaluate(() => {
      const seconds = (list: string) =>
        Math.max(...list.split(",").map((each) => Number.parseFloat(each) || 0));
      return [...document.querySelectorAll("body *")]
        .filter((element) => {
          const style = getComputedStyle(element);
          return Math.max(seconds(style.transitionDuration), seconds(style.animationDuration)) > 0.02;
        })
        .map((element) => `${element.tagName} .${element.className}`);
    });
  await goTo(page, "/settings");
  await atRest(page);
  // Motion as it is without the wish, so that the test knows it can see any.
  expect((await moving()).length).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const left: string[] = [];
  for (const route of [
    "/",
    "/purchase-return",
    "/outbox",
    "/reference-data",
    "/restore",
    "/settings",
    "/connect",
  ]) {
    await goTo(page, route);
    await atRest(page);
    left.push(...(await moving()).map((words) => `${route}: ${words}`));
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  left.push(...(await moving()).map((words) => `palette: ${words}`));
  expect(left).toEqual([]);
});
