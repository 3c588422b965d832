/** The statement of an account: its returns, the service's balances as they came, and what is unsent. */
import { expect, it } from "vitest";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import {
  aReturn,
  connect,
  NOWHERE,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { answer, goodBody, startHttpService } from "../../../../helpers/http-service.ts";

const DAY_MS = 86_400_000;
const BIG = "90071992547409931";

type Input = ChannelInput<"purchaseReturn.post">;
const back = (fields: Partial<Input> & { price?: string } = {}): Input => {
  const { price = "10", ...head } = fields;
  const [line] = aReturn().lines;
  if (line === undefined) throw new Error("a return has a line");
  return { ...aReturn(), ...head, lines: [{ ...line, price, quantity: "3" }] };
};

async function open(url = NOWHERE): Promise<TestEngine> {
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, url);
  return engine;
}
const reach = async (engine: TestEngine, entryId: string, state: string) => {
  engine.clock.runUntil(engine.clock.now());
  await until(async () => (await engine.entry(entryId)).state === state);
};

it("of a supplier has its own returns only, the newest first, page by page and by days", async () => {
  const engine = await open();
  const first = await engine.call("purchaseReturn.post", back({ note: "first" }));
  await engine.call("purchaseReturn.post", back({ supplierAccountId: 1102 }));
  engine.clock.runUntil(engine.clock.now() + 2 * DAY_MS);
  const second = await engine.call("purchaseReturn.post", back({ note: "second" }));
  await engine.call("purchaseReturn.post", back({ supplierAccountId: BIG }));
  const { rows, cursor } = await engine.call("statements.get", { accountId: 1101 });
  expect(rows.map(({ serialNo, note, state, amount }) => [serialNo, note, state, amount])).toEqual([
    [second.serialNo, "second", "pending", "30"],
    [first.serialNo, "first", "pending", "30"],
  ]);
  expect(rows[0]).toMatchObject({ service: null, difference: null, currencyId: "YER" });
  expect(cursor).toBeNull();
  const page = await engine.call("statements.get", { accountId: 1101, limit: 1 });
  expect(page.rows).toMatchObject([{ note: "second" }]);
  const next = await engine.call("statements.get", { accountId: 1101, limit: 1, cursor: page.cursor ?? "" });
  expect(next.rows).toMatchObject([{ note: "first" }]);
  expect(next.cursor).toBeNull();
  const today = new Date(engine.clock.now()).toISOString().slice(0, 10);
  const notes = async (input: Omit<ChannelInput<"statements.get">, "accountId">) =>
    (await engine.call("statements.get", { accountId: 1101, ...input })).rows.map(({ note }) => note);
  expect(await notes({ from: today })).toEqual(["second"]);
  expect(await notes({ from: "2020-01-01", to: "2020-12-31" })).toEqual([]);
  expect(await notes({ to: today })).toEqual(["second", "first"]);
  expect(await notes({ from: "0001-01-01", to: "9999-12-31" })).toEqual(["second", "first"]);
  // An id that no number holds is another account.
  expect((await engine.call("statements.get", { accountId: BIG })).rows).toHaveLength(1);
  expect((await engine.call("statements.get", { accountId: "90071992547409930" })).rows).toEqual([]);
});

it("sums what is confirmed by currency, with the service's amount and the exact difference", async () => {
  const service = await startHttpService(
    answer(201, (came) => goodBody(came).replace(/"amount":\d+/, '"amount":30.1')),
  );
  const engine = await open(service.url);
  for (const price of ["10", "10"]) {
    const { entryId } = await engine.call("purchaseReturn.post", back({ price }));
    await reach(engine, entryId, "confirmed");
  }
  service.behave = answer(422, JSON.stringify({ message: "no" }));
  const refused = await engine.call("purchaseReturn.post", back({ price: "1" }));
  await reach(engine, refused.entryId, "dead_letter");
  const { totals, moreToSum, unsent, rows } = await engine.call("statements.get", { accountId: 1101 });
  expect(totals).toEqual([
    {
      currencyId: "YER",
      returns: 2,
      amount: "60",
      service: "60.2",
      difference: "0.2",
      notCompared: 0,
    },
  ]);
  expect(moreToSum).toBe(false);
  expect(rows.find(({ state }) => state === "confirmed")).toMatchObject({
    service: { amount: "30.1" },
    difference: "0.1",
  });
  expect(unsent).toMatchObject([{ currencyId: "YER", returns: 1, amount: "3" }]);
  await engine.call("outbox.discard", { entryId: refused.entryId, reason: "wrong" });
  expect((await engine.call("statements.get", { accountId: 1101 })).unsent).toEqual([]);
  // What is unsent is shown whatever the period; of another account it is nothing.
  await engine.call("purchaseReturn.post", back({ supplierAccountId: 1102 }));
  const past = { from: "2020-01-01", to: "2020-01-31" };
  expect((await engine.call("statements.get", { accountId: 1102, ...past })).unsent).toHaveLength(1);
  expect((await engine.call("statements.get", { accountId: 1101, ...past })).unsent).toEqual([]);
});

it("tells each balance with the answer that it came with, and the change over a period", async () => {
  let given = { amount: "100.5", day: "05" };
  const service = await startHttpService(
    answer(201, (came) =>
      goodBody(came).replace(
        '"TenantBalances":[]',
        `"TenantBalances":[{"tenantId":7001,"accountId":1101,"currencyId":"YER","amount":${given.amount},"updatedAt":"2026-03-${given.day}T08:00:00.000Z"}]`,
      ),
    ),
  );
  const engine = await open(service.url);
  const first = await engine.call("purchaseReturn.post", back());
  await reach(engine, first.entryId, "confirmed");
  engine.clock.runUntil(engine.clock.now() + 2 * DAY_MS);
  given = { amount: "70.25", day: "06" };
  const second = await engine.call("purchaseReturn.post", back());
  await reach(engine, second.entryId, "confirmed");
  const today = new Date(engine.clock.now()).toISOString().slice(0, 10);
  const all = await engine.call("statements.get", { accountId: 1101 });
  expect(all.balances).toMatchObject([
    {
      currencyId: "YER",
      before: null,
      points: [
        { amount: "70.25", serialNo: second.serialNo },
        { amount: "100.5", serialNo: first.serialNo },
      ],
      more: false,
      change: null,
    },
  ]);
  const since = await engine.call("statements.get", { accountId: 1101, from: today });
  expect(since.balances).toMatchObject([
    {
      before: { amount: "100.5", serialNo: first.serialNo },
      points: [{ amount: "70.25" }],
      change: "-30.25",
    },
  ]);
  expect((await engine.call("statements.get", { accountId: 1102 })).balances).toEqual([]);
});

it("never compares or sums across currencies", async () => {
  const service = await startHttpService(
    answer(201, (came) => goodBody(came).replace(/"currencyId":"YER"/, '"currencyId":"USD"')),
  );
  const engine = await open(service.url);
  const { entryId } = await engine.call("purchaseReturn.post", back());
  await reach(engine, entryId, "confirmed");
  const { totals, rows } = await engine.call("statements.get", { accountId: 1101 });
  expect(rows).toMatchObject([{ currencyId: "YER", service: { currencyId: "USD" }, difference: null }]);
  expect(totals).toMatchObject([
    { currencyId: "YER", amount: "30", service: null, difference: null, notCompared: 1 },
  ]);
});
