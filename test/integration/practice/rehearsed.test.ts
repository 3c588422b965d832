/** Trouble that is rehearsed, the books as they are shown, and beginning again. */
import { describe, expect, it } from "vitest";
import {
  purchaseReturnText,
  SERIAL,
  send,
  sendRaw,
  startPractice,
  temporaryFolder,
} from "../../helpers/practice/requests.ts";

const OTHER = "aaaaaaaa-0000-4000-8000-000000000002";
const another = () => purchaseReturnText({ serialNo: JSON.stringify(OTHER) });

describe("a trouble that is rehearsed", () => {
  it("loses the next answer alone, with the books written", async () => {
    let met = 0;
    const service = await startPractice({ troubleMet: () => (met += 1) });
    service.rehearse("loseAnswer");
    expect(service.trouble).toBe("loseAnswer");
    expect((await sendRaw(service, "purchaseReturn")).text).toBe("");
    expect([service.trouble, met]).toEqual([null, 1]);
    expect(service.shownBooks().transactions).toMatchObject([{ serialNo: SERIAL, times: 1 }]);
    expect((await send(service, "purchaseReturn", another())).status).toBe(201);
  });

  it("refuses the next entry alone, in the language of the shop, with the books as they were", async () => {
    const service = await startPractice({ language: "ar" });
    service.rehearse("refuse");
    const refused = await send(service, "purchaseReturn");
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("الملاحظة مطلوبة");
    expect(service.shownBooks().transactions).toEqual([]);
    expect((await send(service, "purchaseReturn")).status).toBe(201);
  });

  it("takes no access token until it is ended", async () => {
    const service = await startPractice();
    service.rehearse("expireToken");
    expect((await send(service, "purchaseReturn")).status).toBe(401);
    expect((await send(service, "purchaseReturn")).status).toBe(401);
    expect(service.trouble).toBe("expireToken");
    service.rehearse(null);
    expect((await send(service, "purchaseReturn")).status).toBe(201);
  });
});

it("an answer's own words are in the language of the shop", async () => {
  const service = await startPractice({ language: "ar" });
  const answered = async (kind: "purchaseReturn" | "taxVoucher") => (await send(service, kind)).text;
  const [bought, voucher] = [await answered("purchaseReturn"), await answered("taxVoucher")];
  for (const words of ["مرتجع مشتريات", "طُلب من المورّد تأكيد المرتجع", "سُجّلت الكمية المستلمة"])
    expect(bought).toContain(words);
  for (const words of ["سند ضريبي", "عُدّل السند"]) expect(voucher).toContain(words);
  expect(bought + voucher).not.toMatch(/Purchase return|Tax voucher|Product \d/);
});

it("the shown books name supplier and amount of a return, newest first, and what the accounts hold", async () => {
  const service = await startPractice();
  await send(service, "purchaseReturn");
  await send(service, "taxVoucher");
  const { transactions, balances } = service.shownBooks();
  expect(transactions).toMatchObject([
    { kind: "taxVoucher", party: "corrected", amount: "20000.25", currencyId: "YER" },
    { kind: "purchaseReturn", party: "Hadramout Food Trading", amount: "11800", currencyId: "YER", times: 1 },
  ]);
  expect(balances.length).toBeGreaterThan(3);
});

it("begins again as another company, with the shop as on its first day, at the same address", async () => {
  const folder = temporaryFolder();
  const service = await startPractice({ folder });
  const before = service.shownBooks().balances;
  await send(service, "purchaseReturn");
  const { url, token } = service;
  service.startOver();
  expect(service.shownBooks()).toEqual({ transactions: [], balances: before });
  expect(service).toMatchObject({ tenantId: 7002, url, token });
  const body = purchaseReturnText({ tenantId: "7002" });
  expect((await send(service, "purchaseReturn", body)).status).toBe(201);
  await service.close();
  expect(await startPractice({ folder })).toMatchObject({ tenantId: 7002, url, token });
});

it("a service that was switched off starts without taking connections, on its address", async () => {
  const folder = temporaryFolder();
  const first = await startPractice({ folder });
  await first.close();
  const again = await startPractice({ folder, up: false });
  expect([again.up, again.url]).toEqual([false, first.url]);
  expect((await sendRaw(again, "purchaseReturn")).error).toBe("ECONNREFUSED");
  await again.setListening(true);
  expect((await send(again, "purchaseReturn")).status).toBe(201);
});
