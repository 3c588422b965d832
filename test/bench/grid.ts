/** A return of many lines in the real window: from a key to the frame that shows it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { CountersideBridge } from "../../contract/bridge.ts";
import { launchApp } from "../../scripts/lib/launch-app.mjs";
import { withDisplay } from "../../scripts/lib/xvfb.mjs";

declare global {
  interface Window {
    readonly counterside: CountersideBridge;
  }
}

export interface GridTimes {
  lines: number;
  /** Milliseconds from a key's own time to the end of the frame that shows it. */
  typing: number[];
  moving: number[];
  scan: number[];
  undo: number[];
}

const id = (tail: number) => `00000000-0000-4000-8000-${String(tail).padStart(12, "0")}`;

/** A draft of that many lines over the sample shop's 42 products. */
function draftOf(lines: number): string {
  return JSON.stringify({
    ...{
      version: 1,
      supplierAccountId: "1101",
      cashOrBankAccountId: "2001",
      storeId: "1",
      currencyId: "YER",
    },
    ...{ note: "", references: [], corrects: null },
    lines: Array.from({ length: lines }, (_, index) => ({
      ...{ lineId: id(index + 1), productId: String(1001 + (index % 42)), measureUnitId: "1" },
      ...{ productionAt: "", expiryAt: "2027-12-31", price: `${400 + index}.5`, priceTyped: true },
      ...{ quantity: String(1 + (index % 9)), freeQuantity: "", receivedQuantity: "", description: "" },
    })),
  });
}

/** Opens the practice shop's screen with a draft of that many lines. */
async function openGrid(page: Page, lines: number): Promise<void> {
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
  // From the key's own time to a task that runs after the frame with its effect was handed over.
  await page.evaluate(() => {
    const marks: number[] = [];
    Reflect.set(window, "keyTimes", marks);
    const listen = ({ timeStamp, key }: KeyboardEvent) => {
      if (key === "Control") return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => marks.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", listen, true);
  });
}

const take = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const marks: unknown = Reflect.get(window, "keyTimes");
    return Array.isArray(marks) ? marks.splice(0).map(Number) : [];
  });

/** Presses keys one after another, each after the one before was shown. */
async function press(page: Page, keys: readonly string[]): Promise<number[]> {
  await take(page);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(25);
  }
  return take(page);
}

/** Scans once more what the last line holds, as a line of its own: the unit differs. */
async function scanNew(page: Page, product: number): Promise<number> {
  const barcode = await page.evaluate(async (text) => {
    const found = await window.counterside.invoke("mirror.search", { kind: "product", text, limit: 1 });
    const row = found.ok ? found.value.rows[0] : undefined;
    return row?.kind === "product" ? (row.units.at(-1)?.barcode ?? "") : "";
  }, String(product));
  await page.keyboard.press("F2");
  await page.keyboard.insertText(barcode);
  const total = page.getByTestId("return-total");
  const before = await total.textContent();
  await page.evaluate((shown) => {
    const began = { at: 0 };
    window.addEventListener("keydown", ({ timeStamp }) => Object.assign(began, { at: timeStamp }), {
      once: true,
      capture: true,
    });
    const output = document.querySelector("[data-testid=return-total]");
    const look = () => {
      if (output?.textContent === shown || began.at === 0) requestAnimationFrame(look);
      else Reflect.set(window, "scanTime", performance.now() - began.at);
    };
    requestAnimationFrame(look);
  }, before);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Reflect.has(window, "scanTime"));
  return page.evaluate(() => {
    const time = Number(Reflect.get(window, "scanTime"));
    Reflect.deleteProperty(window, "scanTime");
    return time;
  });
}

/** Measures a return of that many lines: typing into cells, moving between them, one more line by scan, undo. */
export function measureGrid({ lines, keys }: { lines: number; keys: number }): Promise<GridTimes> {
  return withDisplay(
    async (env) => {
      const profile = mkdtempSync(join(tmpdir(), "counterside-grid-"));
      Object.assign(process.env, env);
      const { app, page } = await launchApp(profile, { args: ["--practice"] });
      try {
        await openGrid(page, lines);
        const middle = Math.floor(lines / 2);
        await page.getByTestId("cell-0-quantity").focus();
        await page.keyboard.press("Control+End");
        await page.keyboard.press("Control+Home");
        await press(
          page,
          Array.from({ length: 20 }, () => "PageDown"),
        );
        const typing = await press(
          page,
          Array.from({ length: keys }, (_, index) => (index % 5 === 4 ? "Enter" : String(1 + (index % 9)))),
        );
        const moving = await press(
          page,
          Array.from({ length: Math.min(keys, middle) }, () => "ArrowDown"),
        );
        const scan: number[] = [];
        for (let product = 1001; product < 1001 + 12; product += 1) scan.push(await scanNew(page, product));
        const undo: number[] = [];
        for (let step = 0; step < 12; step += 1) {
          await page.keyboard.press("F2");
          undo.push(...(await press(page, ["Control+z"])));
        }
        return { lines, typing, moving, scan, undo };
      } finally {
        await app.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
    { always: true },
  );
}
