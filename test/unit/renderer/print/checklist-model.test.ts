import { describe, expect, it } from "vitest";
import { checklistModel } from "../../../../renderer/print/checklist-model.ts";
import { printerChoices } from "../../../../renderer/screens/settings/printer-panel.tsx";
import { checklist, entry, voucherBody } from "../../../helpers/printed-entries.ts";

const DEVICE = "11111111-1111-4111-8111-111111111111";

describe("the checklist", () => {
  it("says of each kind what to look for", () => {
    const entries = [
      entry(),
      entry({ kind: "taxVoucher", requestBody: voucherBody("81.235") }),
      entry({
        kind: "restoreExchangeRate",
        requestBody: `{"tenantId":1,"fromCurrencyId":"OMR","toCurrencyId":"YER","deviceId":"${DEVICE}"}`,
      }),
      entry({
        kind: "restorePermission",
        requestBody: `{"tenantId":1,"permissionId":604,"deviceId":"${DEVICE}"}`,
      }),
      entry({ kind: "restoreMeasureUnit", requestBody: `{"tenantId":1,"id":5,"deviceId":"${DEVICE}"}` }),
      entry({
        kind: "restoreAccount",
        requestBody: `{"accountId":9007199254740993123,"deviceId":"${DEVICE}"}`,
      }),
    ];
    const model = checklistModel(checklist(entries));
    expect(model.map(({ record }) => record)).toEqual([
      null,
      null,
      "OMR → YER",
      "604",
      "5",
      "9007199254740993123",
    ]);
    expect(model[0]).toMatchObject({ number: 1, lines: 1, supplier: { id: "1101", name: "Hadramout" } });
    expect(model[1]).toMatchObject({ note: "Fee", userId: "501" });
  });
});

describe("the printers to choose from", () => {
  const till = { name: "till", displayName: "Till" };

  it("are each there once, by the name that people know", () => {
    expect(printerChoices([till, till, { name: "raw", displayName: "" }], null)).toEqual([
      { value: "till", label: "Till", gone: false },
      { value: "raw", label: "raw", gone: false },
    ]);
  });

  it("hold the chosen one even where it is gone", () => {
    expect(printerChoices([till], "old")).toContainEqual({ value: "old", label: "old", gone: true });
    expect(printerChoices([till], "till")).toHaveLength(1);
  });
});
