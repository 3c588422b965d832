import { describe, expect, it } from "vitest";
import { restoreInputOf } from "../../../../contract/channels/posting.ts";
import { parseChannelInput } from "../../../../contract/channels.ts";
import { RESTORE_KINDS, restoreOf } from "../../../../contract/operations.ts";
import { requestOf, restoreItem } from "../../../../renderer/screens/restore/restore-plan.ts";

const identity = { tenantId: 7001, deviceId: "5c0de000-0000-4000-8000-00000000c0de" };
const items = [
  restoreItem("exchangeRate", ["USD", "YER"]),
  restoreItem("permission", ["604"], "Edit prices"),
  restoreItem("measureUnit", ["5"]),
  restoreItem("account", ["9007199254740993"], "Old bank"),
];

describe("what will be asked of the service", () => {
  it("is of every list that can be restored an input that the channel takes", () => {
    for (const kind of RESTORE_KINDS) {
      const ids = restoreOf(kind).keys.map(({ list }) => (list === "currency" ? "USD" : "604"));
      expect(() => parseChannelInput("restore.request", restoreInputOf(kind, ids))).not.toThrow();
    }
  });

  it("is said with the method, path and fields of the interface, in its order", () => {
    expect(
      items.map((item) => requestOf(item, identity)).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([
      "PUT /TenantExchangeRates/restore",
      "PUT /TenantPermissions/restore",
      "PUT /TenantMeasureUnits/restore",
      "POST /TenantAccounts/restore",
    ]);
    expect(items.map((item) => requestOf(item, identity).fields.map(([name]) => name))).toEqual([
      ["tenantId", "fromCurrencyId", "toCurrencyId", "deviceId"],
      ["tenantId", "permissionId", "deviceId"],
      ["tenantId", "id", "deviceId"],
      ["accountId", "deviceId"],
    ]);
  });

  it("keeps every digit of an id", () => {
    const account = restoreItem("account", ["9007199254740993"]);
    expect(requestOf(account, identity).fields[0]).toEqual(["accountId", "9007199254740993"]);
  });
});
