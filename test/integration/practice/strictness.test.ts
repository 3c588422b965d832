import { describe, expect, it } from "vitest";
import { OPERATION_KINDS, OPERATIONS } from "../../../contract/operations.ts";
import {
  DEVICE,
  lineText,
  purchaseReturnText,
  rightBody,
  send,
  startPractice,
} from "../../helpers/practice/requests.ts";

describe("the door", () => {
  it.each(OPERATION_KINDS)("of %s asks for a token", async (kind) => {
    const service = await startPractice();
    for (const authorization of ["", "Bearer wrong", service.token, `Basic ${service.token}`]) {
      const answer = await send(service, kind, rightBody(kind), { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(JSON.parse(answer.text).error).toBe("sign_in_needed");
    }
    expect(service.books().applied).toEqual([]);
  });

  it("knows when a token expires, by its own clock", async () => {
    let now = Date.parse("2026-05-01T00:00:00.000Z");
    const service = await startPractice({ clock: { now: () => now } });
    const answer = await send(service, "taxVoucher");
    expect([answer.status, answer.headers.get("date")]).toEqual([200, "Fri, 01 May 2026 00:00:00 GMT"]);
    now += 10_000;
    service.rehearse("expireToken");
    expect((await send(service, "taxVoucher")).status).toBe(401);
    now -= 1;
    expect((await send(service, "taxVoucher")).status).toBe(200);
  });

  it.each(["", "text/plain", "application/x-www-form-urlencoded"])(
    "refuses content type '%s'",
    async (type) => {
      const service = await startPractice();
      expect((await send(service, "taxVoucher", undefined, { "content-type": type })).status).toBe(415);
    },
  );

  it.each(OPERATION_KINDS)("of %s takes its own method only", async (kind) => {
    const service = await startPractice();
    const answer = await fetch(`${service.url}${OPERATIONS[kind].path}`, { method: "DELETE" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, OPERATIONS[kind].method]);
  });

  it("answers only to a name of this machine", async () => {
    const service = await startPractice();
    const { request } = await import("node:http");
    const status = await new Promise((resolve) => {
      request(`${service.url}`, { headers: { host: "books.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });
    expect(status).toBe(421);
  });

  it("keeps another tenant out", async () => {
    const service = await startPractice();
    for (const kind of OPERATION_KINDS) {
      if (kind === "restoreAccount") continue;
      const answer = await send(service, kind, rightBody(kind).replace("7001", "7002"));
      expect([kind, answer.status]).toEqual([kind, 403]);
      expect(JSON.parse(answer.text)).toMatchObject({
        error: "wrong_tenant",
        fields: [{ field: "tenantId" }],
      });
    }
  });
});

describe("the body", () => {
  it.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["a field twice", '{"accountId":1,"accountId":2}'],
    ["nested without end", "[".repeat(200_000)],
  ])("is refused when it is %s", async (_what, body) => {
    const service = await startPractice();
    const answer = await send(service, "restoreAccount", body);
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, "not_json"]);
  });

  it("is refused in another encoding than UTF-8", async () => {
    const service = await startPractice();
    const answer = await fetch(`${service.url}${OPERATIONS.taxVoucher.path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      body: Buffer.from('{"note":"caf\xe9"}', "latin1"),
    });
    expect(answer.status).toBe(400);
  });

  it.each(OPERATION_KINDS)(
    "of %s names every missing field, an unknown one, and a wrong type",
    async (kind) => {
      const service = await startPractice();
      const fields: string[] = Object.keys(OPERATIONS[kind].request.shape);
      const empty = JSON.parse((await send(service, kind, "{}")).text);
      expect(empty.fields).toEqual(fields.map((field) => ({ field, reason: "is missing" })));
      const more = await send(service, kind, rightBody(kind).replace("{", '{"surplus":1,'));
      expect(JSON.parse(more.text).fields).toEqual([
        { field: "surplus", reason: "is not a field of this request" },
      ]);
      const odd = await send(service, kind, rightBody(kind).replace(JSON.stringify(DEVICE), '"no uuid"'));
      expect([odd.status, JSON.parse(odd.text).fields[0].reason]).toEqual([
        400,
        "is not a uuid (8-4-4-4-12 hexadecimal)",
      ]);
      expect(service.books().applied).toEqual([]);
    },
  );

  it("must hold numbers as numbers, and whole ones whole", async () => {
    const service = await startPractice();
    const body = purchaseReturnText({ storeId: "1.5", transfers: "[{}]" }, [
      lineText({ price: '"5"', quantity: "1e9999", description: "7" }),
    ]);
    const answer = await send(service, "purchaseReturn", body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).fields).toEqual([
      { field: "storeId", reason: "is not a whole number" },
      { field: "tenantTransactionProductInputs.0.price", reason: "must be a number" },
      { field: "tenantTransactionProductInputs.0.quantity", reason: "is out of any reasonable range" },
      { field: "tenantTransactionProductInputs.0.description", reason: "must be a string" },
      { field: "transfers.0", reason: "must not be there" },
    ]);
  });

  it("is refused when it is far too long", async () => {
    const service = await startPractice();
    const answer = await send(service, "taxVoucher", " ".repeat(8 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
  });
});
