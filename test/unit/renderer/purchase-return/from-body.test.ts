import { describe, expect, it } from "vitest";
import { draftOfBody, postInput } from "../../../../renderer/screens/purchase-return/draft/request.ts";

const BODY = `{"tenantId":7001,"serialNo":"0b6f2a9e-1c5d-4f37-9f0e-2f6f4b7a1c11","currencyId":"YER","storeId":1,
"supplierAccountId":9007199254740993,"cashOrBankAccountId":2001,"note":"n","tenantTransactionProductInputs":[
{"productId":1001,"measureUnitId":1,"productionAt":null,"expiryAt":"2025-03-01","price":1234567890123.45678901,
"quantity":0.1,"freeQuantity":0,"receivedQuantity":2,"description":null}],"transfers":[],"status":null,
"createdAt":"2026-01-01T00:00:00.000Z","creatorUserId":501,"creatorDeviceId":"5c0de000-0000-4000-8000-00000000c0de",
"documentReferences":[{"type":1,"otherType":null,"reference":"INV-7","url":null,"description":null}]}`;

const FILES = [{ position: 0, file: { sha256: "a".repeat(64), name: "INV-7.pdf", bytes: 12 } }];

describe("a return that is corrected", () => {
  let count = 0;
  const draft = draftOfBody(BODY, {
    draftId: "d",
    corrects: "entry",
    newId: () => String(++count),
    files: FILES,
    purchaseLines: [{ line: 0, documentNo: "INV-7", supplierAccountId: "9007199254740993", row: 2 }],
  });

  it("keeps every digit of ids and prices", () => {
    expect(draft.supplierAccountId).toBe("9007199254740993");
    expect(draft.lines[0]?.price).toBe("1234567890123.45678901");
    expect(draft.lines[0]?.priceTyped).toBe(true);
  });

  it("is sent as it was, naming the entry it replaces", () => {
    const { input } = postInput(draft);
    expect(input.corrects).toBe("entry");
    expect(input.lines[0]).toMatchObject({
      productId: "1001",
      quantity: "0.1",
      freeQuantity: "0",
      receivedQuantity: "2",
      expiryAt: "2025-03-01",
      purchaseLine: { documentNo: "INV-7", supplierAccountId: "9007199254740993", row: "2" },
    });
    expect(input.documentReferences?.[0]).toMatchObject({ type: "1", reference: "INV-7", url: null });
  });
});

describe("a past return that is copied", () => {
  it("keeps lines, header and note, and leaves its papers with the past one", () => {
    const copy = draftOfBody(BODY, {
      draftId: "c",
      corrects: null,
      newId: () => "new",
      files: FILES,
      purchaseLines: [],
    });
    const { input } = postInput(copy);
    expect(input.documentReferences).toEqual([]);
    expect(input).toMatchObject({ note: "n", storeId: "1", currencyId: "YER", draftId: "c" });
    expect(input).not.toHaveProperty("corrects");
    expect(input.lines).toHaveLength(1);
    expect(input.lines[0]).not.toHaveProperty("purchaseLine");
  });
});
