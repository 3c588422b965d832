/** What is decided about the PIN, apart from keeping it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigits, pinText, recoveryCodeText } from "../../../../contract/channels/pin.ts";
import { CHANNELS, isChannelName } from "../../../../contract/channels.ts";
import { replacedBy, replacesWaiting } from "../../../../main/shell/pin/open-pin.ts";
import { askedActions, CLOSED, leftOf, openFor, pass, waitAfter } from "../../../../main/shell/pin/pin.ts";
import { makeRecoveryCode, spacedCode } from "../../../../main/shell/pin/secret-hash.ts";

describe("the PIN as it is typed", () => {
  it("is the same PIN in Latin, Arabic and Persian digits", () => {
    for (const typed of ["1234", "١٢٣٤", "۱۲۳۴", " 1234 "]) expect(pinText.parse(typed)).toBe("1234");
  });

  it.each(["", "123", "1234567890123", "12a4", "12 34", "1234\n5", "௧௨௩௪"])("is not %j", (typed) => {
    expect(pinText.safeParse(typed).success).toBe(false);
  });
});

describe("the recovery code", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 30, maxLength: 30 });

  it("is taken as it was shown, with spaces, dashes and any digits", () => {
    fc.assert(
      fc.property(digits, (random) => {
        const left = [...random];
        const code = makeRecoveryCode(() => left.shift() ?? 0);
        const arabic = spacedCode(code).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
        for (const typed of [code, spacedCode(code), code.replace(/(.{8})/g, "$1-"), arabic])
          expect(recoveryCodeText.parse(typed)).toBe(code);
      }),
    );
  });

  it("is refused with one digit wrong, two swapped, or one missing", () => {
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 31 }),
        fc.integer({ min: 1, max: 9 }),
        (random, at, by) => {
          const code = random.join("") + checkDigits(random.join(""));
          const wrong = [...code].map((digit, index) => (index === at ? (Number(digit) + by) % 10 : digit));
          expect(recoveryCodeText.safeParse(wrong.join("")).success).toBe(false);
          expect(recoveryCodeText.safeParse(code.slice(0, at) + code.slice(at + 1)).success).toBe(false);
          const [a = "", b = ""] = code.slice(at, at + 2);
          if (b === "" || a === b) return;
          const swapped = code.slice(0, at) + b + a + code.slice(at + 2);
          expect(recoveryCodeText.safeParse(swapped).success).toBe(false);
        },
      ),
    );
  });
});

describe("what asks for the PIN", () => {
  const actionsOf = (name: string): string[] =>
    isChannelName(name) && name !== "settings.set" ? askedActions(name, {}, false) : [];

  it("is what the PIN page names, channel by channel", () => {
    const asking = Object.keys(CHANNELS).flatMap((name) =>
      actionsOf(name).map((action) => `${action}: ${name}`),
    );
    expect(asking.sort()).toEqual([
      "outbox: outbox.discard",
      "outbox: outbox.markRecorded",
      "outbox: recovery.decide",
      "restore: restore.request",
      "restore: restore.requestMany",
      "settings: backup.restore",
      "settings: backup.setSecondFolder",
      "settings: connection.save",
      "settings: linkedBarcodes.add",
      "settings: linkedBarcodes.remove",
      "settings: policy.set",
      "settings: practice.start",
      "settings: practice.startOver",
      "settings: recovery.downgrade",
      "settings: returnWindows.set",
      "settings: scanRules.set",
      "settings: slipKey.renew",
      "settings: vault.forget",
      "taxVoucher: taxVoucher.update",
    ]);
  });

  it("is also a posting that takes the place of an entry that waits, for that discards it", () => {
    expect(askedActions("purchaseReturn.post", { corrects: "e" }, true)).toEqual(["outbox"]);
    expect(askedActions("taxVoucher.update", { corrects: "e" }, true)).toEqual(["taxVoucher", "outbox"]);
    expect(askedActions("purchaseReturn.post", { corrects: "e" }, false)).toEqual([]);
    const fields = (name: string) =>
      isChannelName(name) ? Reflect.get(CHANNELS[name].input, "shape") : null;
    const correcting = Object.keys(CHANNELS).filter((name) => "corrects" in Object(fields(name)));
    expect(correcting).toEqual(["purchaseReturn.post", "taxVoucher.update"]);
    for (const name of correcting.filter(isChannelName))
      expect(replacedBy({ channel: name }, { corrects: "e" })).toBe("e");
    for (const none of [null, undefined, "corrects", { corrects: 7 }])
      expect(replacedBy({ channel: "purchaseReturn.post" }, none)).toBeNull();
    expect(replacedBy({ channel: "outbox.discard" }, { corrects: "e" })).toBeNull();
  });

  it("knows of an entry whether it waits, and takes what it can't know for waiting", async () => {
    const answers = (state: unknown) => async (channel: string, input: unknown) => {
      expect([channel, input]).toEqual(["outbox.get", { entryId: "e" }]);
      return state === null
        ? ({ ok: false, error: { code: "not_found", message: "", details: {} } } as const)
        : ({ ok: true, value: { state } } as const);
    };
    const waits = (state: unknown) =>
      replacesWaiting(answers(state), { channel: "purchaseReturn.post" }, { corrects: "e" });
    expect(await waits("dead_letter")).toBe(false);
    for (const state of ["pending", "retry_wait", null, 7])
      expect(await waits(state), String(state)).toBe(true);
    expect(await replacesWaiting(answers("pending"), { channel: "purchaseReturn.post" }, {})).toBe(false);
  });

  it("is no person's look nor the printer at hand, and is every other setting, also beside the look", () => {
    const asks = (change: object) => askedActions("settings.set", change, false);
    const fields = CHANNELS["settings.set"].input.keyof().options;
    expect(fields.filter((field) => asks({ [field]: 1 }).length > 0)).toEqual([
      ...[
        "statusMeanings",
        "referenceTypeMeanings",
        "purchaseReferenceType",
        "shopName",
        "updateServer",
        "updateChannel",
      ],
    ]);
    expect(asks({ theme: "dark", statusMeanings: undefined })).toEqual([]);
    expect(asks({ theme: "dark", referenceTypeMeanings: {} })).toEqual(["settings"]);
    expect(asks({ somethingNew: 1 })).toEqual(["settings"]);
  });
});

describe("the wait after wrong tries", () => {
  it("is none at first, then grows to half an hour and stays there", () => {
    expect([0, 1, 4, 5, 6, 7, 10, 11, 12, 5_000].map(waitAfter)).toEqual([
      ...[0, 0, 0, 30_000, 60_000, 120_000, 960_000, 1_800_000, 1_800_000, 1_800_000],
    ]);
  });

  it("never gets shorter", () => {
    fc.assert(fc.property(fc.nat(10_000), (tries) => waitAfter(tries + 1) >= waitAfter(tries)));
  });
});

describe("the opening", () => {
  it("lets one action through where the owner chose one", () => {
    const first = pass(openFor(0, 1_000), 1_001);
    expect(first).toEqual({ passes: true, after: CLOSED });
    expect(pass(first.after, 1_001).passes).toBe(false);
    expect(pass(openFor(0, 0), 60_000).passes).toBe(false);
  });

  it("stays open for the minutes chosen and no longer", () => {
    const opening = openFor(5, 1_000);
    expect(pass(opening, 300_999)).toEqual({ passes: true, after: opening });
    expect(pass(opening, 301_000)).toEqual({ passes: false, after: CLOSED });
    expect(leftOf(opening, 1_500)).toBe(299_500);
    expect(leftOf(CLOSED, 0)).toBe(0);
  });
});

it("the PIN stays open for one action, 1, 5 or 15 minutes, and for no other time", () => {
  const taken = (keepOpenMinutes: number) =>
    CHANNELS["pin.configure"].input.safeParse({ pin: "1234", asksFor: [], keepOpenMinutes }).success;
  expect([0, 1, 5, 15].map(taken)).toEqual([true, true, true, true]);
  expect([-1, 2, 10, 60].map(taken)).toEqual([false, false, false, false]);
});
