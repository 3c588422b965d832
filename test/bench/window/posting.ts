/** A return that is posted from the screen in the real window: from Ctrl+Enter to the frame that says it is saved. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { launchApp } from "../../../scripts/lib/app/launch-app.mjs";
import { withDisplay } from "../../../scripts/lib/set-up/xvfb.mjs";
import { lookLike, openGrid } from "./grid-window.ts";

/** Milliseconds from Ctrl+Enter until the words stand in the page, and until the end of the frame that shows them. */
export interface PostingTime {
  words: number;
  frame: number;
}

/** One value a posting: posted right after the last key, before the draft was kept; and long after it. */
export interface PostingTimes {
  atOnce: PostingTime[];
  kept: PostingTime[];
}

/** Longer than a draft waits after the last key. */
const KEPT_MS = 600;
const LOOK = { language: "en", theme: "light", width: 1360, height: 860 } as const;

/**
 * Hears the key that posts, and when the screen says of another return that it is saved. Nothing is asked once a frame:
 * that would make frames come that the program doesn't need.
 */
const hearPosts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const posts = { from: 0, last: null as Element | null, times: [] as PostingTime[] };
    window.postsSeen = posts;
    window.addEventListener(
      "keydown",
      ({ key, ctrlKey, timeStamp }) => {
        if (key === "Enter" && ctrlKey) posts.from = timeStamp;
      },
      true,
    );
    const look = () => {
      // Of each return it is another element.
      const shown = document.querySelector('[data-shown="words"]');
      if (shown === null || shown === posts.last) return;
      posts.last = shown;
      const { from } = posts;
      const words = performance.now() - from;
      requestAnimationFrame(() => {
        // Right after the frame: a plain task would come after the one that draws the blank return.
        const seen = (): void => void posts.times.push({ words, frame: performance.now() - from });
        void scheduler.postTask(seen, { priority: "user-blocking" });
      });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });

declare global {
  interface Window {
    postsSeen?: { from: number; last: Element | null; times: PostingTime[] };
  }
}

/** Every posting that the page showed. */
const postsOnPage = (page: Page): Promise<PostingTime[]> =>
  page.evaluate(() => window.postsSeen?.times ?? []);

/** Fills the blank return that follows a posted one: its supplier by number, its lines from the clipboard. */
async function fill(app: ElectronApplication, page: Page, lines: number): Promise<void> {
  const rows = Array.from({ length: lines }, (_, index) => `${1001 + (index % 42)}\t${1 + (index % 9)}`);
  await app.evaluate(({ clipboard }, written) => clipboard.writeText(written), rows.join("\n"));
  const supplier = page.getByTestId("header-supplierAccountId").locator("input").first();
  await supplier.click();
  await supplier.fill("1101");
  await page.getByRole("option").first().waitFor();
  await supplier.press("Enter");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+v");
  await page.locator("[data-testid=pasted-take]:enabled").click();
  await page.getByTestId("cell-0-quantity").waitFor();
}

/** Types the last number and posts, so long after it; gives the time until the screen said that it is saved. */
async function post(page: Page, row: number, waitMs: number): Promise<PostingTime> {
  const before = (await postsOnPage(page)).length;
  await page.getByTestId(`cell-${row}-quantity`).focus();
  await page.keyboard.type("12", { delay: 30 });
  await page.waitForTimeout(waitMs);
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction((count) => (window.postsSeen?.times.length ?? 0) > count, before, {
    timeout: 60_000,
  });
  const time = (await postsOnPage(page)).at(-1);
  if (time === undefined) throw new Error("nothing was posted");
  return time;
}

/** Posts so many returns of that many lines in one window, right after the last key and later in turn. */
export function measurePosting({ lines, posts }: { lines: number; posts: number }): Promise<PostingTimes> {
  return withDisplay(
    async (env) => {
      const profile = mkdtempSync(join(tmpdir(), "counterside-posting-"));
      try {
        const { app, page } = await launchApp(profile, {
          args: ["--practice"],
          env: { DISPLAY: env.DISPLAY ?? "" },
        });
        try {
          await lookLike(app, page, LOOK);
          // The first return comes from a draft, and warms up; the others are filled as staff do.
          await openGrid(page, lines);
          await hearPosts(page);
          await post(page, 0, KEPT_MS);
          const times: PostingTimes = { atOnce: [], kept: [] };
          for (let index = 0; index < posts; index += 1)
            for (const [when, waitMs] of [
              ["atOnce", 0],
              ["kept", KEPT_MS],
            ] as const) {
              await fill(app, page, lines);
              times[when].push(await post(page, 1, waitMs));
            }
          // With an entry unsent the program asks before it quits, and nobody is there to answer.
          await page.locator("[data-testid=posted-return][data-kind=good]").waitFor();
          return times;
        } finally {
          await app.close();
        }
      } finally {
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
    { always: true },
  );
}
