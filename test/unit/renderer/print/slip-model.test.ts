import { describe, expect, it } from "vitest";
import type { Resolution } from "../../../../contract/channels/posting.ts";
import { slipStatusOf } from "../../../../contract/slip-status.ts";
import { slipModel } from "../../../../renderer/print/slip-model.ts";
import { answerOf, isNotYetConfirmed } from "../../../../renderer/print/slip-status.ts";
import {
  attempt,
  entry,
  lineText,
  returnBody,
  SERIAL,
  slip,
  voucherBody,
} from "../../../helpers/printed-entries.ts";

const answer = (fields: string): string =>
  `[{"tenantId":7001,"serviceId":1,"id":9007199254740993,"serialNo":"${SERIAL.toUpperCase()}","currencyId":"YER",${fields}}]`;
const accepted = (body: string) =>
  entry({
    state: "confirmed",
    attempts: [attempt({ outcome: "accepted", httpStatus: 200, responseBody: body })],
  });

describe("a slip", () => {
  it("counts exactly, digit for digit", () => {
    const lines = [lineText("0.1", "3"), lineText("1234567890123.4567", "1"), lineText("5900.25", "2", "77")];
    const model = slipModel(slip({ requestBody: returnBody({ lines }) }));
    expect(model.amount).toBe("1234567901924.2567");
    expect(model.kind === "purchaseReturn" && model.lines.map(({ total }) => total)).toEqual([
      "0.3",
      "1234567890123.4567",
      "11800.5",
    ]);
  });

  it("names what the mirror knows and gives the id of everything", () => {
    const lines = [lineText("1", "1"), lineText("1", "1", "9007199254740993123")];
    const model = slipModel(slip({ requestBody: returnBody({ lines }) }));
    expect(
      model.kind === "purchaseReturn" && [model.supplier, ...model.lines.map(({ product }) => product)],
    ).toEqual([
      { id: "1101", name: "Hadramout" },
      { id: "1001", name: "Rice" },
      { id: "9007199254740993123", name: null },
    ]);
  });

  it("of a voucher holds the amount that is asked for", () => {
    const model = slipModel(slip({ kind: "taxVoucher", requestBody: voucherBody("-81.2350") }));
    expect(model).toMatchObject({ kind: "taxVoucher", amount: "-81.235", currencyId: "OMR", status: "1" });
  });

  it("is refused for an entry that has none", () => {
    expect(() => slipModel(slip({ kind: "restoreAccount" }))).toThrow("no slip");
  });
});

describe("the status", () => {
  it.each([
    ["pending", "waiting"],
    ["in_flight", "waiting"],
    ["retry_wait", "waiting"],
    ["outcome_unknown", "unknown"],
    ["dead_letter", "refused"],
    ["discarded", "discarded"],
    ["confirmed", "confirmed"],
  ] as const)("of a %s entry is %s", (state, entryStatus) => {
    expect(slipStatusOf(entry({ state }))).toBe(entryStatus);
    expect(isNotYetConfirmed(entryStatus)).toBe(state !== "confirmed" && state !== "discarded");
  });

  it("tells the service's word from a person's", () => {
    const at = "2026-03-09T10:00:00.000Z";
    const by = (kind: Resolution["kind"]) => ({ kind, words: "seen", at });
    expect(slipStatusOf(entry({ state: "confirmed", resolution: by("marked_recorded") }))).toBe(
      "confirmedByHand",
    );
    expect(slipStatusOf(entry({ state: "confirmed", answerUnderstood: false }))).toBe("confirmedOdd");
    expect(slipStatusOf(entry({ state: "discarded", correctedByEntryId: "e2" }))).toBe("corrected");
    const wrong = [attempt({ outcome: "accepted_not_understood", responseBody: "[]" })];
    expect(slipStatusOf(entry({ state: "confirmed", attempts: wrong }))).toBe("noEvidence");
  });
});

describe("the service's answer", () => {
  it("is read exactly, by the serial number however it is spelled", () => {
    const found = answerOf(accepted(answer('"amount":1234567890123.4567,"status":1')));
    expect(found).toMatchObject({
      amount: "1234567890123.4567",
      transactionId: "9007199254740993",
      status: "1",
    });
  });

  it("is not claimed where there is none, or none that can be read", () => {
    expect(answerOf(entry())).toBeNull();
    expect(answerOf(accepted("{}"))).toBeNull();
    expect(answerOf(accepted("[]"))).toBeNull();
  });

  it("is not taken from another entry's transaction among several", () => {
    const other = `{"serialNo":"6c1f0f6e-0000-4000-8000-000000000002","amount":5}`;
    expect(answerOf(accepted(`[${other},${other}]`))).toBeNull();
  });

  it("shows by how much it differs, in one currency only", () => {
    const differs = (fields: string) => slipModel({ ...slip(), entry: accepted(answer(fields)) }).difference;
    expect(differs('"amount":0.25')).toBe("-0.05");
    expect(differs('"amount":0.30')).toBeNull();
    const foreign = answer('"amount":5').replace('"YER"', '"USD"');
    expect(slipModel({ ...slip(), entry: accepted(foreign) }).difference).toBeNull();
  });
});
