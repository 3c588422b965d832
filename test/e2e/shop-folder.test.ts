/** Two counters and a shop folder, in two windows: lists that refresh themselves, and a counter that another takes over. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { axeFindings } from "../helpers/axe.ts";
import { reservedPort, startPracticeService, type TestPracticeService } from "../helpers/practice/service.ts";
import { closeApp, newProfile, type OpenedApp, openApp, removeProfile, test } from "./shell/open-app.ts";

/** The price office: signed lists of this folder. */
function priceOffice(folder: string) {
  const keys = `${folder}-keys`;
  const run = (command: string, ...args: string[]): string =>
    execFileSync(
      process.execPath,
      [inRoot("scripts", "shop-folder.mjs"), command, "--folder", folder, "--keys", keys, ...args],
      { encoding: "utf8" },
    );
  run("init");
  return {
    keys,
    /** Products at these prices. */
    publish(prices: readonly number[], ...args: string[]): void {
      const file = join(keys, "prices.csv");
      const rows = prices.map(
        (price, at) => `${1_001 + at},Product ${at + 1},${290_000 + at},1,${price},${price}`,
      );
      writeFileSync(file, ["id,name,barcode,measureUnitId,price,costPrice", ...rows].join("\n"));
      run("publish", "--list", `product=${file}`, ...args);
    },
    rollout: (percent: number) => run("rollout", "--list", "product", "--percent", String(percent)),
  };
}

const priceOf = async ({ invoke }: OpenedApp): Promise<string | null> => {
  const { rows } = await invoke("mirror.search", {
    kind: "product",
    text: "Product 1",
    limit: 1,
    deleted: false,
  });
  const [row] = rows;
  return row?.kind === "product" ? (row.units[0]?.price ?? null) : null;
};
const aReturn = (note: string) => ({
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note,
  lines: [{ productId: 1001, measureUnitId: 1, price: "450.5", quantity: "3" }],
});

async function setUpFolder({ app, page }: OpenedApp, folder: string): Promise<void> {
  await answerFileDialog(app, folder);
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByTestId("place-folder")).toHaveValue(folder);
  await page.getByTestId("place-save").click();
}

const look = (page: Page) => page.getByRole("button", { name: "Look now" });
const lookNow = async (page: Page): Promise<void> => {
  await goTo(page, "/settings/shopFolder");
  await look(page).click();
  await expect(look(page)).not.toHaveAttribute("aria-busy", "true");
};

const connect = ({ invoke }: OpenedApp, { url, tenantId, userId, token }: TestPracticeService) =>
  invoke("connection.save", { serviceUrl: url, tenantId, userId, token, remember: false });

test("two counters and a folder: lists, a change that waits, rollout, status, backup, and a takeover that sends nothing twice", async ({
  profile,
  open,
}) => {
  test.setTimeout(240_000);
  const folder = join(profile, "shop");
  mkdirSync(folder);
  const otherProfile = newProfile();
  const service = await startPracticeService({ folder: ":memory:", port: await reservedPort() });
  const office = priceOffice(folder);
  const sent = (): number => service.books().applied.length;
  let old = await open();
  let other: OpenedApp | null = null;
  /** The words of the owner's paper. */
  let paper: string[] = [];
  try {
    await connect(old, service);

    await test.step("the folder is tried and saved, and the counter has a name there", async () => {
      await goTo(old.page, "/settings/shopFolder");
      await old.page.getByTestId("shop-folder-set-up").click();
      await setUpFolder(old, folder);
      await expect(old.page.getByText("What this place can do")).toBeVisible();
      await old.page.getByTestId("counter-name").fill("Till 1");
      await old.page.keyboard.press("Enter");
      await expect.poll(async () => (await old.invoke("shopFolder.get", {})).name).toBe("Till 1");
      expect(await axeFindings(old.page, "settings of the shop folder")).toEqual([]);
    });

    await test.step("a list refreshes itself, and Home says how old it is", async () => {
      office.publish([100, 200, 300]);
      await lookNow(old.page);
      await expect.poll(() => priceOf(old)).toBe("100");
      await goTo(old.page, "/home");
      await expect(old.page.getByTestId("home-lists")).toContainText("Products");
    });

    await test.step("a change of every price waits for a person, who sees what would change", async () => {
      office.publish([1_000, 2_000, 3_000]);
      await lookNow(old.page);
      await goTo(old.page, "/home");
      await old.page.getByTestId("waiting-lists").getByRole("link").click();
      const row = old.page.getByTestId("change-row-0");
      await expect(row).toContainText("Product 1");
      await expect(row).toContainText("100");
      await expect(row).toContainText("1000");
      expect(await priceOf(old)).toBe("100");
      expect(await axeFindings(old.page, "what would change")).toEqual([]);
      await old.page.getByTestId("take-list").click();
      await expect.poll(() => priceOf(old)).toBe("1000");
    });

    await test.step("a version that goes to no counter yet comes later, and then to all", async () => {
      office.publish([1_001, 2_000, 3_000], "--percent", "0");
      await old.invoke("shopFolder.configure", { rules: { rowsPercent: 100, pricesPercent: 100 } });
      await lookNow(old.page);
      await expect(old.page.getByTestId("folder-lists")).toContainText("comes to this counter later");
      office.rollout(100);
      await lookNow(old.page);
      await expect.poll(() => priceOf(old)).toBe("1001");
    });

    await test.step("the owner's key is shown once, and two words of its paper prove that it is kept", async () => {
      await goTo(old.page, "/settings/shopFolder");
      await old.page.getByRole("button", { name: "Set up an owner's key…" }).click();
      const words = old.page.getByTestId("key-words").getByRole("listitem");
      await expect(words).toHaveCount(24);
      paper = (await words.allInnerTexts()).map((text) => text.replace(/^\d+\s*/, "").trim());
      await old.page.getByRole("button", { name: "Go on: I have kept it" }).click();
      for (const at of [0, 1]) {
        const label = (await old.page.getByRole("dialog").locator("label").nth(at).textContent()) ?? "";
        await old.page.getByTestId(`key-word-${at}`).fill(paper[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
      }
      await old.page.getByRole("button", { name: "Confirm and use the key" }).click();
      await expect(old.page.getByText("The key is in use.", { exact: false })).toBeVisible();
    });

    await test.step("a backup is put there, and opened with the words", async () => {
      await service.setListening(false);
      await old.invoke("purchaseReturn.post", aReturn("in the backup"));
      await old.invoke("backup.create", {});
      await lookNow(old.page);
      await expect.poll(async () => (await old.invoke("shopFolder.get", {})).backups.lastAt).not.toBeNull();
      await old.page.getByTestId("drill-key").fill(paper.join(" "));
      await old.page.getByTestId("folder-drill").getByRole("button", { name: "Try it" }).click();
      await expect(old.page.getByTestId("folder-drill")).toContainText("1 entry is in it.");
      await old.invoke("purchaseReturn.post", aReturn("not in the backup"));
      await old.kill();
    });

    const taking = await openApp(otherProfile);
    other = taking;
    await test.step("another computer takes over the counter, and what may have been sent is a decision", async () => {
      const { page } = taking;
      await goTo(page, "/connect");
      await page.getByRole("link", { name: "Take over a counter whose computer is gone" }).click();
      await setUpFolder(taking, folder);
      await page.getByTestId("takeover-counters").getByText("Till 1").click();
      await page.getByTestId("takeover-key").fill(paper.join(" "));
      await page.getByTestId("old-is-gone").check();
      expect(await axeFindings(page, "takeover")).toEqual([]);
      await page.getByTestId("takeover-claim").click();
      await expect(page.getByTestId("takeover-done")).toContainText("1 entry may have been sent");
      await connect(taking, service);
      const { entries } = await taking.invoke("outbox.list", {});
      expect(entries.map(({ state }) => state)).toEqual(["outcome_unknown"]);
      // The old computer may be sending it until its time without a look is over.
      expect(await taking.call("outbox.resend", { entryId: entries[0]?.entryId })).toMatchObject({
        error: { code: "wrong_state", details: { reason: "lease" } },
      });
    });

    await test.step("the old computer sees the fence, sends nothing, and hands over the rest", async () => {
      old = await open();
      await connect(old, service);
      await expect(old.page.getByTestId("fence-claimed")).toBeVisible({ timeout: 30_000 });
      // Until it sees the fence it may send what nobody else has seen; afterwards nothing at all.
      await service.setListening(true);
      await old.invoke("sync.now", {});
      await taking.invoke("sync.now", {});
      expect((await old.call("purchaseReturn.post", aReturn("too late"))).ok).toBe(false);
      // Not beside its books, where nothing may be written.
      const file = join(otherProfile, "hand-over.age");
      await answerFileDialog(old.app, file);
      await old.page.getByTestId("hand-over").click();
      await expect(old.page.getByTestId("fence-claimed")).toContainText("2 entries were handed over");
      expect(await axeFindings(old.page, "a counter that was taken over")).toEqual([]);
      expect(sent()).toBe(0);
    });

    await test.step("what it handed over is received as decisions, and each is in the books once", async () => {
      const { page, invoke } = taking;
      await goTo(page, "/home");
      await goTo(page, "/connect/takeover");
      await page.getByTestId("receive-key").fill(paper.join(" "));
      await page.getByRole("button", { name: "Look for it in the shop folder" }).click();
      await expect(page.getByText("1 entry was taken in", { exact: false })).toBeVisible();
      const { entries } = await invoke("outbox.list", {});
      expect(entries.map(({ state }) => state)).toEqual(["outcome_unknown", "outcome_unknown"]);
      expect(sent()).toBe(0);
    });

    await test.step("the owner sees both counters, the one that was taken over first", async () => {
      const { page } = taking;
      await lookNow(page);
      await lookNow(old.page);
      await goTo(page, "/settings/shopFolder/counters");
      await expect(page.getByTestId("counter-row-0")).toContainText("Till 1");
      await expect(page.getByTestId("counter-row-1")).toBeVisible();
      expect(await axeFindings(page, "all counters")).toEqual([]);
    });
  } finally {
    if (other !== null) await closeApp(other);
    removeProfile(otherProfile);
    await service.close();
  }
});
