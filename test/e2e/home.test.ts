/** Home's work of the day: the entries as they went, and the plots of the last days, under the page's real policy. */
import { expect, type Page } from "@playwright/test";
import { chooseLanguageAndTheme, goTo } from "../../scripts/tour/steps.mjs";
import { atRest } from "../helpers/at-rest.ts";
import { cutWords, overlaps, wideBoxes } from "../helpers/words-fit.ts";
import { line, RETURN } from "./printing-steps.ts";
import { type OpenedApp, test } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const DAYS = 14;

const shop = practiceShop();

/** A shop with nothing entered, whose Home reads its own figures. */
async function newShop(): Promise<OpenedApp> {
  const opened = await shop();
  await opened.app.evaluate(() => Reflect.get(globalThis, "heldChannels").answerNoMore());
  await opened.invoke("practice.startOver", {});
  return opened;
}
test.afterAll(newShop);

/** Has Home read these figures for the last days, oldest first: a test can't wait for a fortnight. */
async function haveDays(opened: OpenedApp, returns: number[], answers: (number | null)[]): Promise<void> {
  const summary = await opened.invoke("outbox.summary", {});
  const days = summary.days.map((day, index) => ({
    ...day,
    purchaseReturns: returns[index] ?? 0,
    answerMs: answers[index] ?? null,
  }));
  await opened.app.evaluate((_, given) => Reflect.get(globalThis, "heldChannels").answer(given), {
    "outbox.summary": { ...summary, days },
  });
  await opened.page.reload();
  await opened.page.locator("main h1").waitFor();
}

const post = async ({ invoke }: OpenedApp, quantity: string) =>
  (await invoke("purchaseReturn.post", { ...RETURN, lines: [line(1001, "450.5", quantity)] })).entryId;

/** How many pixels of each plot are painted. */
const painted = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>("[data-testid=home-plots] canvas")].map((canvas) => {
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
    }),
  );

test("today's entries are listed newest first, follow what happens, and open by the keyboard", async () => {
  const opened = await newShop();
  const { page, call } = opened;
  const older = await post(opened, "1");
  await goTo(page, "/");
  const rows = page.getByTestId("home-entries").getByRole("link");
  await expect(rows.first()).toContainText("Confirmed", { timeout: 60_000 });
  await call("practice.setServiceUp", { up: false });
  const newer = await post(opened, "2");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("901");
  await expect(rows.first()).toContainText("Waiting to be sent");
  await expect(rows.last()).toContainText("450.5");
  await expect(rows.last()).toContainText("Confirmed");
  await expect(rows.first()).toHaveAttribute("href", new RegExp(newer));
  await call("practice.setServiceUp", { up: true });
  await expect(rows.first()).toContainText("Confirmed", { timeout: 60_000 });
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`outbox/${older}`));
});

test("a thousand entries of today cost Home twelve rows, and it says how many are in the outbox", async () => {
  const opened = await newShop();
  for (let n = 1; n <= 13; n += 1) await post(opened, String(n));
  await haveDays(opened, Array(DAYS).fill(1_000), []);
  const { page } = opened;
  await expect(page.getByTestId("home-entries").getByRole("link")).toHaveCount(12);
  await expect(page.getByText("988 earlier ones today are in the outbox.")).toBeVisible();
});

test("the plots tell each day by key, run with the language, and break no rule of the page", async () => {
  const opened = await newShop();
  const { page } = opened;
  await post(opened, "1");
  const broken: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
  });
  await haveDays(
    opened,
    [4, 0, 6, 8, 3, 5, 9, 0, 7, 6, 12, 8, 5, 3],
    [120, null, 90, 140, 110, 4_200, 130, null, 100, 95, 160, 120, 105, 115],
  );
  const plots = page.getByTestId("home-plots");
  const [returns, answers] = [plots.getByTestId("plot").first(), plots.getByTestId("plot").last()];
  await expect(plots.getByTestId("plot")).toHaveCount(2);
  await expect.poll(async () => Math.min(...(await painted(page)))).toBeGreaterThan(500);
  await expect(plots.locator("figcaption").first()).toContainText("a usual day, 6.");
  await returns.focus();
  await page.keyboard.press("Home");
  await expect(returns).toHaveAttribute("aria-valuetext", /: 4$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(returns).toHaveAttribute("aria-valuetext", /: 6$/);
  await answers.focus();
  await page.keyboard.press("End");
  await expect(answers).toHaveAttribute("aria-valuetext", /: 115 milliseconds$/);
  await page.keyboard.press("ArrowLeft");
  await expect(answers).toHaveAttribute("aria-valuetext", /: 105 milliseconds$/);
  // The newest day is where the language's lines end.
  const newestAt = async (): Promise<number> => {
    await answers.focus();
    await page.keyboard.press("End");
    const [point, box] = [
      await answers.locator(".u-cursor-pt").first().boundingBox(),
      await answers.boundingBox(),
    ];
    return ((point?.x ?? 0) - (box?.x ?? 0)) / (box?.width ?? 1);
  };
  expect(await newestAt()).toBeGreaterThan(0.8);
  await chooseLanguageAndTheme(page, "ar", "dark");
  await expect.poll(async () => Math.min(...(await painted(page)))).toBeGreaterThan(500);
  await expect.poll(newestAt).toBeLessThan(0.2);
  expect(broken).toEqual([]);
});

test("nothing of Home is cut or lies over another", async () => {
  const opened = await newShop();
  const { page, call } = opened;
  await call("practice.setServiceUp", { up: false });
  await post(opened, "123456789.5");
  await post(opened, "1");
  await call("restore.request", { kind: "permission", permissionId: 604 });
  await haveDays(opened, Array(DAYS).fill(98_765), [...Array(13).fill(80), 90_000]);
  for (const language of ["en", "ar"] as const) {
    await chooseLanguageAndTheme(page, language, "light");
    for (const [width, height, textScale] of [
      [1360, 860, 1],
      [1280, 800, 1],
      [1024, 700, 1],
      [800, 560, 1],
      [1360, 860, 2],
    ] as const) {
      await page.setViewportSize({ width, height });
      await call("settings.set", { textScale });
      await atRest(page);
      const words = `${language}, ${width} × ${height}, ${textScale * 100} %`;
      await expect(page.getByTestId("home-plots"), words).toBeVisible();
      const found = [...(await cutWords(page)), ...(await overlaps(page)), ...(await wideBoxes(page))];
      expect(found, words).toEqual([]);
      const beyond = await page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      );
      expect(beyond, `${words}: the window itself scrolls`).toBe(0);
      const outside = await page.getByTestId("home-entries").evaluate((list) =>
        [...list.querySelectorAll<HTMLElement>("a")].flatMap((row) => {
          const room = row.getBoundingClientRect();
          return [...row.children]
            .map((part) => part.getBoundingClientRect())
            .filter(
              ({ left, right, top, bottom }) =>
                left < room.left - 1 ||
                right > room.right + 1 ||
                top < room.top - 1 ||
                bottom > room.bottom + 1,
            )
            .map(({ left, right }) => `${left}…${right} of ${room.left}…${room.right}`);
        }),
      );
      expect(outside, words).toEqual([]);
    }
  }
});
