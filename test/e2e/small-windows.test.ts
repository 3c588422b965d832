/** Small windows and large text: what is to be done stays in sight, words stay in their boxes, nothing lies over the work. */
import { expect, type Locator } from "@playwright/test";
import { OPTIONAL_COLUMNS } from "../../contract/return-line.ts";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { inSight } from "../helpers/on-screen.ts";
import { barcodeOf, beginReturn, cell, choose, PLACE, scan } from "./purchase-return-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const LANGUAGES = ["en", "ar"] as const;

const RESTORED = [
  { kind: "permission", permissionId: 604 },
  { kind: "exchangeRate", fromCurrencyId: "USD", toCurrencyId: "SAR" },
  { kind: "account", accountId: 2102 },
] as const;

let opened: OpenedApp;
let refused: string;
let described: string;

const shop = practiceShop(async ({ invoke }) => {
  const post = async (line: { productId: number; price: string; quantity: string; description?: string }) =>
    (await invoke("purchaseReturn.post", { ...PLACE, note: "", lines: [{ measureUnitId: 1, ...line }] }))
      .entryId;
  refused = await post({ productId: 999_999, price: "450.5", quantity: "1" });
  await expect.poll(async () => (await invoke("outbox.get", { entryId: refused })).state).toBe("dead_letter");
  const entry = await post({
    productId: 1001,
    price: "9007199254.125",
    quantity: "3",
    description: "Torn bag",
  });
  described = (await invoke("outbox.get", { entryId: entry })).serialNo ?? "";
  for (const record of RESTORED) await invoke("restore.request", record);
  const waiting = async () => Object.values((await invoke("sync.status", {})).counts).reduce((a, b) => a + b);
  await expect.poll(waiting).toBe(1);
  await invoke("settings.set", { returnColumns: [...OPTIONAL_COLUMNS] });
});
test.beforeAll(async () => {
  opened = await shop();
});

async function shown(
  size: { width: number; height: number },
  settings: { textScale: number; menu?: "narrow" | "wide" },
) {
  await opened.page.setViewportSize(size);
  await opened.invoke("settings.set", { menu: "wide", ...settings });
}

test("what can be done about an entry is in sight at 200 %, and Home's sentence about it is short", async () => {
  const { page } = opened;
  for (const language of LANGUAGES) {
    await chooseLanguageAndTheme(page, language, "light");
    for (const size of [
      { width: 1360, height: 860 },
      { width: 1024, height: 700 },
    ]) {
      const named = `${language}, ${size.width} × ${size.height}`;
      await shown(size, { textScale: 2 });
      await goTo(page, "/settings");
      await goTo(page, `/outbox/${refused}`);
      const choices = page.getByTestId("entry-detail").locator("section li button");
      await expect(choices).toHaveCount(4);
      expect(await inSight(choices), named).toEqual([true, true, true, true]);
      // The question that follows, too: both of its buttons.
      await choices.last().click();
      const answers = page.getByTestId("entry-detail").locator("form button");
      await expect(answers).toHaveCount(2);
      expect(await inSight(answers), `${named}, asked`).toEqual([true, true]);
    }
    await shown({ width: 1360, height: 860 }, { textScale: 2 });
    await goTo(page, "/");
    const heading = page.locator("main h1");
    await expect(heading).toContainText("450.5");
    const lines = await heading.evaluate(
      (element) =>
        element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines), language).toBeLessThanOrEqual(2);
  }
});

test("the button that posts a return is whole in the smallest window, a line comes into sight, and a scan moves nothing", async () => {
  const { page } = opened;
  const code = await barcodeOf(opened, 1001);
  const post = page.locator("main footer > :last-child");
  const field = page.getByTestId("scan-input");
  const said = page.locator("output[data-kind=added]");
  const balance = page.locator("main p", { has: page.locator("time") });
  const places = () => Promise.all([field, page.getByRole("grid")].map((element) => element.boundingBox()));
  await page.setViewportSize({ width: 1024, height: 700 });
  await beginReturn(opened, [{ productId: "1001" }, { productId: "1002", price: "450125.25" }]);
  await scan(page, code);
  await expect(said).not.toBeEmpty();
  for (const language of LANGUAGES) {
    await chooseLanguageAndTheme(page, language, "light");
    for (const [width, height, textScale] of [
      [1360, 860, 1],
      [1024, 700, 1],
      [1024, 700, 1.5],
      [1024, 700, 1.75],
      [1024, 700, 2],
      [1000, 700, 2],
      [800, 560, 1.5],
    ] as const) {
      await shown({ width, height }, { textScale });
      await atRest(page);
      const words = `${language}, ${width} × ${height}, ${textScale * 100} %`;
      expect(await inSight(post), words).toEqual([true]);
      const crowded = await page.getByTestId("return-total").evaluate((sum) => {
        const [box, room] = [
          sum.getBoundingClientRect(),
          sum.closest("footer > div")?.getBoundingClientRect(),
        ];
        const main = sum.closest("main");
        return room === undefined || box.left < room.left || box.right > room.right
          ? "the sum"
          : (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0);
      });
      expect(crowded, words).toBe(0);
      await field.focus();
      const product = cell(page, 0, "product");
      await product.focus();
      expect(await inSight(product), words).toEqual([true]);
      if (height < 700 || textScale === 1.75) continue;

      // Before the next scan the field to scan into is as wide as after it, and no line moves. A minute that passes meanwhile
      // changes the words of the supplier's balance, which are beside the field: then all is looked at again.
      let since: string;
      let looks: Awaited<ReturnType<typeof places>>[];
      do {
        since = await balance.innerText();
        await field.fill("");
        looks = [await places()];
        await scan(page, code);
        await expect(said).not.toBeEmpty();
        looks.push(await places());
        // The next code's first sign takes the words away.
        await page.keyboard.type("7");
        await expect(said).toBeEmpty();
        looks.push(await places());
      } while ((await balance.innerText()) !== since);
      expect(looks, words).toEqual([looks[0], looks[0], looks[0]]);
      await field.fill("");
    }
  }
});

/** How far the list reaches beyond its box, the cells whose words are cut, but for names, and those that a row can't hold. */
const cutIn = (grid: Locator): Promise<[number, string[], string[]]> =>
  grid.evaluate((box) => {
    const cells = [...box.querySelectorAll<HTMLElement>("[role=gridcell], [role=columnheader]")];
    const wordsOf = ({ innerText }: HTMLElement) => innerText;
    return [
      box.scrollWidth - box.clientWidth,
      cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(wordsOf),
      cells
        .filter((cell) => {
          const row = cell.closest("[role=row]")?.getBoundingClientRect();
          const { top, bottom } = cell.getBoundingClientRect();
          return row !== undefined && (top < row.top - 0.5 || bottom > row.bottom + 0.5);
        })
        .map(wordsOf),
    ];
  });

/** Opens each list in turn, and hands it over with the screen's name. Undeleted records are asked for again, and wait. */
async function eachList(check: (name: string, grid: Locator) => Promise<void>): Promise<void> {
  const { page, invoke } = opened;
  await goTo(page, "/expiring");
  await expect(page.getByTestId("expiring-row-0")).toBeVisible();
  await check("expiring", page.getByRole("grid"));
  await goTo(page, "/purchase-return");
  await page.keyboard.press("Alt+P");
  await expect(page.getByTestId("purchase-search")).toBeFocused();
  await page.getByTestId("purchase-search").fill("INV-4101");
  await expect(page.getByTestId("purchase-row-0")).toContainText("INV-4101");
  await expect(page.getByTestId("purchase-row-1")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("bought-row-0")).toBeVisible();
  await check("purchase lines", page.getByRole("grid").filter({ has: page.getByTestId("bought-row-0") }));
  await goTo(page, "/documents/statement/1101");
  await expect(page.getByTestId("statement-row-0")).toBeVisible();
  await check("statement", page.getByRole("grid"));
  await goTo(page, `/documents/${described}`);
  await expect(page.getByTestId("part-products")).toContainText("Torn bag");
  await check("lines of a document", page.getByTestId("part-products").getByRole("grid"));
  await invoke("practice.setServiceUp", { up: false });
  for (const record of [...RESTORED, { kind: "measureUnit", measureUnitId: 5 } as const])
    await invoke("restore.request", record);
  await goTo(page, "/restore");
  for (const kind of ["exchangeRate", "permission", "measureUnit", "account"]) {
    await page.getByTestId(`restore-tab-${kind}`).click();
    await expect(page.getByTestId("restore-row-0")).toBeVisible();
    await check(`undelete ${kind}`, page.getByRole("grid"));
  }
  await invoke("practice.setServiceUp", { up: true });
}

test("lists are whole at the usual sizes, and their rows hold what they show in small windows and at 200 %", async () => {
  const { page } = opened;
  for (const language of LANGUAGES) {
    await chooseLanguageAndTheme(page, language, "light");
    await shown({ width: 1360, height: 860 }, { textScale: 1 });
    await eachList(async (name, grid) => {
      for (const [width, height, textScale] of [
        [1360, 860, 1],
        [1280, 800, 1],
        [1024, 700, 1],
        [800, 560, 1],
        [1360, 860, 2],
      ] as const) {
        await shown({ width, height }, { textScale });
        await atRest(page);
        const words = `${name}, ${language}, ${width} × ${height}, ${textScale * 100} %`;
        const [beyond, cut, outside] = await cutIn(grid);
        expect.soft([cut, outside], words).toEqual([[], []]);
        if (width > 1024 && textScale === 1) expect.soft(beyond, words).toBe(0);
        // Where it reaches beyond its box, a bar says so.
        const bar = await grid.evaluate((box) => box.getBoundingClientRect().height - box.clientHeight);
        expect.soft(beyond <= 0 || bar > 4, `${words}: a bar`).toBe(true);
      }
      await shown({ width: 1360, height: 860 }, { textScale: 1 });
    });
  }
});

test("short words are below the screen and lie over nothing, and they move for 120 ms", async () => {
  const { page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  await shown({ width: 1024, height: 700 }, { textScale: 1 });
  await goTo(page, "/settings");
  await goTo(page, `/outbox/${refused}`);
  await page.getByRole("button", { name: "Send again" }).click();
  const words = page.locator(".mantine-Notifications-notification");
  await expect(words).toBeVisible();
  await goTo(page, "/purchase-return");
  const [note, screen] = await Promise.all([words.boundingBox(), page.locator("main").boundingBox()]);
  expect(note?.y).toBeGreaterThanOrEqual((screen?.y ?? 0) + (screen?.height ?? 0));
  const controls = page
    .getByTestId("draft-copy")
    .or(page.getByRole("button", { name: "Save and send return" }));
  await expect(controls).toHaveCount(2);
  expect(await inSight(controls)).toEqual([true, true]);
  const times = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll("*")].flatMap((element) =>
        getComputedStyle(element).transitionDuration.split(", "),
      ),
    ),
  ]);
  expect(times.sort()).toEqual(["0.12s", "0s"]);
});

test("an unknown outcome is reported at 150 % with the way to decide it, and leaves a line in sight", async () => {
  const { page } = opened;
  await chooseLanguageAndTheme(page, "en", "light");
  await shown({ width: 1024, height: 700 }, { textScale: 1.5 });
  await beginReturn(opened, [{ productId: "1001" }]);
  await opened.invoke("practice.rehearse", { trouble: "loseAnswer" });
  await page.keyboard.press("Control+Enter");
  const decide = page.getByTestId("posted-decide");
  await expect(decide).toBeVisible();
  await choose(page, "supplierAccountId");
  await page.keyboard.press("F2");
  await scan(page, await barcodeOf(opened, 1002));
  const words = page.getByTestId("posted-return").getByText(/^Outcome unknown: it was sent/);
  const product = cell(page, 0, "product");
  await expect(product).toBeVisible();
  expect(await inSight(decide.or(product))).toEqual([true, true]);
  await expect(words).toBeInViewport({ ratio: 1 });
});
