/** A return of many lines in the real window, and the ear that hears how long its keys take. */

import type { ElectronApplication, Page } from "@playwright/test";
import type { CountersideBridge } from "../../../contract/bridge.ts";
import { OPTIONAL_COLUMNS } from "../../../contract/return-line.ts";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

const id = (tail: number) => `00000000-0000-4000-8000-${String(tail).padStart(12, "0")}`;

/** A draft of that many lines over the sample shop's 42 products. */
function draftOf(lines: number): string {
  return JSON.stringify({
    version: 1,
    supplierAccountId: "1101",
    cashOrBankAccountId: "2001",
    storeId: "1",
    currencyId: "YER",
    note: "",
    references: [],
    corrects: null,
    lines: Array.from({ length: lines }, (_, index) => ({
      lineId: id(index + 1),
      productId: String(1001 + (index % 42)),
      measureUnitId: "1",
      productionAt: "",
      expiryAt: "2027-12-31",
      price: `${400 + index}.5`,
      priceTyped: true,
      quantity: String(1 + (index % 9)),
      freeQuantity: "",
      receivedQuantity: "",
      description: "",
    })),
  });
}

/** How the window looks while it is measured. */
export interface Look {
  language: "en" | "ar";
  theme: "light" | "dark";
  width: number;
  height: number;
}

/** The choices that a window opens with must be there before the screen is. */
export async function lookLike(app: ElectronApplication, page: Page, look: Look): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    for (const window of BrowserWindow.getAllWindows()) window.setContentSize(width, height);
  }, look);
  await page.evaluate(
    ([language, theme, returnColumns]) =>
      window.counterside.invoke("settings.set", { language, theme, returnColumns: [...returnColumns] }),
    // All of them: the most cells a line can have.
    [look.language, look.theme, OPTIONAL_COLUMNS] as const,
  );
  await page.waitForFunction(
    ({ language, theme, width }) =>
      document.documentElement.lang === language &&
      document.documentElement.dataset.mantineColorScheme === theme &&
      window.innerWidth === width,
    look,
  );
}

/** Opens the practice shop's screen with a draft of that many lines. */
export async function openGrid(page: Page, lines: number): Promise<void> {
  await page.evaluate(
    async ([draftId, content]) => {
      const { invoke } = window.counterside;
      for (;;) {
        const found = await invoke("mirror.search", { kind: "product", text: "1042", limit: 1 });
        if (found.ok && found.value.rows.length > 0) break;
        await new Promise((done) => setTimeout(done, 100));
      }
      await invoke("draft.save", { draftId, kind: "purchaseReturn", content });
      location.hash = "/purchase-return";
    },
    [id(9_999_999), draftOf(lines)] as const,
  );
  await page.getByTestId("cell-0-quantity").waitFor();
}

/**
 * From a key's own time to a task that runs after the frame with its effect was handed over. The frame counts from the
 * last event of the key that changes something: what it types comes after its keydown.
 */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const marks: { key: string; ms: number; place: string }[] = [];
    const shown: number[] = [];
    Object.assign(window, { keyTimes: marks, shownTimes: shown });
    let mark = { key: "", ms: Number.NaN, place: "" };
    let pressedAt = 0;
    const afterFrame = () => {
      const [own, from] = [mark, pressedAt];
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          own.ms = performance.now() - from;
        };
        port2.postMessage(null);
      });
    };
    const keydown = ({ timeStamp, key, target }: KeyboardEvent) => {
      if (key === "Control" || key === "Alt") return;
      const place = target instanceof HTMLElement ? (target.dataset.testid ?? target.tagName) : "";
      mark = { key, ms: Number.NaN, place };
      pressedAt = timeStamp;
      marks.push(mark);
      afterFrame();
    };
    window.addEventListener("keydown", keydown, true);
    window.addEventListener("input", (event) => event.isTrusted && afterFrame(), true);
    // The browser's own word: to the picture on the screen, in steps of 8 ms, and only what takes 16 ms or more.
    const slow: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") shown.push(duration);
    }).observe(slow);
  });
}

export interface Mark {
  key: string;
  ms: number;
  /** The test id of the field that had the focus. */
  place: string;
}

const isMark = (mark: unknown): mark is Mark =>
  typeof mark === "object" && mark !== null && "key" in mark && "ms" in mark && "place" in mark;

/** What was marked since the last time. */
export async function marksOf(page: Page): Promise<Mark[]> {
  const marks = await page.evaluate(() => {
    const all: unknown = Reflect.get(window, "keyTimes");
    return Array.isArray(all) ? all.splice(0) : [];
  });
  return marks.filter(isMark);
}

/** The browser's own times since the last time. */
export const shownTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const all: unknown = Reflect.get(window, "shownTimes");
    return Array.isArray(all) ? all.splice(0).map(Number) : [];
  });

/** Presses keys one after another, each after the one before was shown, at every place between two frames. */
export async function press(page: Page, keys: readonly string[]): Promise<Mark[]> {
  await marksOf(page);
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.waitForTimeout(25 + ((index * 7) % 17));
  }
  // However busy the machine is: each is shown in the end, or this gives up after half a minute.
  await page.waitForFunction(() => {
    const all: unknown = Reflect.get(window, "keyTimes");
    return Array.isArray(all) && all.every(({ ms }) => !Number.isNaN(ms));
  });
  return marksOf(page);
}
