/** A day of three people at the headless engine, against the service that reads strictly. */
import { expect, it } from "vitest";
import { z } from "zod";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { replyError } from "../../../contract/reply.ts";
import { aReturn, aVoucher, newFolder, TENANT, until, voucherSerial } from "../../helpers/engine.ts";
import { connectHeadless, type Headless, startHeadless } from "../../helpers/headless.ts";
import { startPractice } from "../../helpers/practice/requests.ts";
import { PIN_OF, savePeople, signIn, USER_OF } from "../../helpers/staff.ts";

const refused = z.object({ ok: z.literal(false), error: replyError });
const sent = z.object({ creatorUserId: z.unknown(), note: z.string() });

const refusal = async (engine: Headless, channel: Parameters<Headless["ask"]>[0], input: unknown) =>
  refused.parse(await engine.reply(engine.ask(channel, input))).error;

it("the books hold each entry under the user id of who entered it", { timeout: 60_000 }, async () => {
  const service = await startPractice();
  const profile = newFolder();
  const first = await startHeadless(profile);
  await connectHeadless(first, service.url, service.token);
  const people = await savePeople(first);
  await first.call("purchaseReturn.post", aReturn({ note: "the owner's" }));
  await signIn(first, people, "manager");
  await first.call("purchaseReturn.post", aReturn({ note: "the manager's" }));
  await first.call("taxVoucher.update", aVoucher({ note: "the manager's edit" }));
  await first.finish();

  // Started anew, it takes nothing before somebody signs in.
  const engine = await startHeadless(profile);
  const nobody = { code: "not_allowed", details: { reason: "nobody_signed_in" } };
  expect(await refusal(engine, "purchaseReturn.post", aReturn())).toMatchObject(nobody);
  // The token was in the memory of the first: it is given again before anybody signs in, and nothing else is.
  const other = { serviceUrl: service.url, tenantId: TENANT, userId: 999, token: service.token };
  expect(await refusal(engine, "connection.save", other)).toMatchObject(nobody);
  await connectHeadless(engine, service.url, service.token);
  await signIn(engine, people, "cashier");
  await engine.call("purchaseReturn.post", aReturn({ note: "the cashier's" }));
  const edit = aVoucher({ serialNo: voucherSerial(2), note: "the cashier's edit" });
  const { code, details } = await refusal(engine, "taxVoucher.update", edit);
  expect([code, details.right]).toEqual(["approval_needed", "taxVoucher"]);
  const approvalId = String(details.approvalId);
  await engine.call("people.approve", { approvalId, personId: people.manager, pin: PIN_OF.manager });
  expect(await engine.reply(engine.ask("taxVoucher.update", { ...edit, approvalId }))).toMatchObject({
    ok: true,
  });

  await until(() => service.books().applied.length === 5);
  const byNote = service.books().applied.map(({ requestBody }) => {
    const { note, creatorUserId } = sent.parse(parseExactJson(requestBody));
    return [note, String(creatorUserId)];
  });
  expect(Object.fromEntries(byNote)).toEqual({
    "the owner's": String(USER_OF.owner),
    "the manager's": String(USER_OF.manager),
    "the manager's edit": String(USER_OF.manager),
    "the cashier's": String(USER_OF.cashier),
    "the cashier's edit": String(USER_OF.cashier),
  });
  const { entries } = await engine.call("outbox.list", {});
  expect(entries.map(({ person, approver }) => [person?.name, approver?.name ?? null])).toEqual([
    ["Salma", "Nabil"],
    ["Salma", null],
    ["Nabil", null],
    ["Nabil", null],
    ["Huda", null],
  ]);
});
