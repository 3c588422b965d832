import { describe, expect, it } from "vitest";
import {
  lineText,
  purchaseReturnText,
  SERIAL,
  send,
  startPractice,
  temporaryFolder,
} from "../../helpers/practice/requests.ts";

describe("a repeated serial number", () => {
  it("gets its first answer byte for byte, and moves nothing", async () => {
    const service = await startPractice();
    const first = await send(service, "purchaseReturn");
    const books = service.books();
    // Another body, and the serial spelled in capitals: still the same transaction.
    const again = purchaseReturnText({ serialNo: `"${SERIAL.toUpperCase()}"` }, [
      lineText({ quantity: "9" }),
    ]);
    const second = await send(service, "purchaseReturn", again);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.text).toBe(first.text);
    const after = service.books();
    expect(after).toEqual(books);
    expect(after.transactions).toEqual([{ operation: "purchaseReturn", serialNo: SERIAL, timesApplied: 1 }]);
    expect(service.received().map(({ body, appliedNo, repeated }) => [body, appliedNo, repeated])).toEqual([
      [purchaseReturnText(), 1, false],
      [again, 1, true],
    ]);
  });

  it("is applied again where merging is off", async () => {
    const service = await startPractice({ mergeRepeats: false });
    const cash = () =>
      service.books().balances.find((row) => row.accountId === "2001" && row.currencyId === "YER")?.amount;
    expect((await send(service, "purchaseReturn")).status).toBe(201);
    expect(cash()).toBe("746800");
    expect((await send(service, "purchaseReturn")).status).toBe(201);
    expect(cash()).toBe("758600");
    expect(service.books().transactions).toEqual([
      { operation: "purchaseReturn", serialNo: SERIAL, timesApplied: 2 },
    ]);
  });

  it("is applied once by however many at once", async () => {
    const service = await startPractice();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(service, "purchaseReturn")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(service.books().applied).toHaveLength(1);
    expect(service.received()).toHaveLength(12);
  });
});

describe("the books", () => {
  it("outlive a restart, with token and port", async () => {
    const folder = temporaryFolder();
    const first = await startPractice({ folder });
    const answer = await send(first, "purchaseReturn");
    await send(first, "restoreAccount");
    const books = first.books();
    await first.close();
    const second = await startPractice({ folder });
    expect([second.token, second.port]).toEqual([first.token, first.port]);
    expect(second.books()).toEqual(books);
    expect((await send(second, "purchaseReturn")).text).toBe(answer.text);
  });

  it("can be kept in memory", async () => {
    const service = await startPractice({ folder: ":memory:", token: "given" });
    expect(service.token).toBe("given");
    expect((await send(service, "purchaseReturn")).status).toBe(201);
  });
});
