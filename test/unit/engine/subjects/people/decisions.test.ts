/** What is decided about PINs, apart from keeping them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigits, pinText, recoveryCodeText, spacedCode } from "../../../../../contract/channels/pin.ts";
import { CHANNELS, isChannelName, neededBy } from "../../../../../contract/channels.ts";
import type { EntryState } from "../../../../../contract/entry-states.ts";
import { PIN_ACTIONS } from "../../../../../contract/pin-actions.ts";
import { decide, type Needed, pinActionOf, RIGHTS } from "../../../../../contract/rights.ts";
import { makeRecoveryCode } from "../../../../../main/engine/subjects/people/secret-hash.ts";
import { waitAfter } from "../../../../../main/engine/subjects/people/secrets.ts";
import { leftOf, openFor } from "../../../../../main/engine/subjects/people/single-owner.ts";

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

/** What a single owner's PIN that guards everything is asked for. */
const asked = (needed: Needed): string | null => {
  const verdict = decide({ state: "guarded", asksFor: [...PIN_ACTIONS], open: false }, needed);
  return verdict.is === "pin" ? verdict.action : null;
};

describe("what asks for the PIN", () => {
  const fixed = (name: string): Needed => {
    if (!isChannelName(name)) return "nothing";
    // Those that look at their input are looked at below.
    const input = { lines: [], records: [{ kind: "account" }], kind: "account", currencyId: "YER" };
    return name === "settings.set" ? "nothing" : neededBy(name, input, null);
  };

  it("is what the PIN page names, channel by channel", () => {
    const asking = Object.keys(CHANNELS).flatMap((name) => {
      const action = asked(fixed(name));
      return action === null ? [] : [`${action}: ${name}`];
    });
    expect(asking.sort()).toEqual([
      "outbox: outbox.discard",
      "outbox: outbox.markRecorded",
      "outbox: recovery.decide",
      "outbox: takeover.receive",
      "restore: restore.request",
      "restore: restore.requestMany",
      "settings: backup.restore",
      "settings: backup.setSecondFolder",
      "settings: connection.save",
      "settings: linkedBarcodes.add",
      "settings: linkedBarcodes.remove",
      "settings: people.configure",
      "settings: people.renewCode",
      "settings: people.save",
      "settings: policy.set",
      "settings: practice.start",
      "settings: practice.startOver",
      "settings: print.badge",
      "settings: recovery.downgrade",
      "settings: returnWindows.set",
      "settings: scanRules.set",
      "settings: shopFolder.configure",
      "settings: shopFolder.counters",
      "settings: shopFolder.drill",
      "settings: shopFolder.makeKey",
      "settings: shopFolder.set",
      "settings: slipKey.renew",
      "settings: takeover.claim",
      "settings: takeover.list",
      "settings: vault.forget",
      "taxVoucher: taxVoucher.update",
    ]);
  });

  it("is also a posting that takes the place of an entry that waits, for that discards it", () => {
    const input = { lines: [], currencyId: "YER", corrects: "e" };
    const rights = (name: "purchaseReturn.post" | "taxVoucher.update", replaced: EntryState | null) => {
      const needed = neededBy(name, input, replaced);
      return typeof needed === "string"
        ? []
        : needed.map((ask) => (typeof ask === "string" ? ask : ask.right));
    };
    expect(rights("purchaseReturn.post", "pending")).toEqual(["purchaseReturn", "discard"]);
    expect(rights("taxVoucher.update", "retry_wait")).toEqual(["taxVoucher", "discard"]);
    expect(rights("purchaseReturn.post", "dead_letter")).toEqual(["purchaseReturn"]);
    expect(rights("purchaseReturn.post", null)).toEqual(["purchaseReturn"]);
  });

  it("is the resend of an entry only where its outcome is unknown", () => {
    expect(neededBy("outbox.resend", {}, "outcome_unknown")).toEqual(["resendUnknown"]);
    expect(neededBy("outbox.resend", {}, "dead_letter")).toBe("anybody");
  });

  it("is no person's look nor the printer at hand, and is every other setting, also beside the look", () => {
    const asks = (change: object) => asked(neededBy("settings.set", change, null));
    const fields = CHANNELS["settings.set"].input.keyof().options;
    expect(fields.filter((field) => asks({ [field]: 1 }) !== null)).toEqual([
      ...[
        "statusMeanings",
        "referenceTypeMeanings",
        "purchaseReferenceType",
        "shopName",
        "updateServer",
        "updateChannel",
      ],
    ]);
    expect(asks({ theme: "dark", statusMeanings: undefined })).toBeNull();
    expect(asks({ theme: "dark", referenceTypeMeanings: {} })).toBe("settings");
    expect(asks({ somethingNew: 1 })).toBe("settings");
  });

  it("is who is a person here, whatever the owner chose", () => {
    const chosen = RIGHTS.filter(
      (right) => decide({ state: "guarded", asksFor: [], open: false }, [right]).is === "pin",
    );
    expect(chosen).toEqual(["people"]);
    expect(pinActionOf("people")).toBe("settings");
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

it("an opening counts for the minutes chosen and no longer", () => {
  const opening = openFor(5, 1_000);
  expect(leftOf(opening, 1_500)).toBe(299_500);
  expect(leftOf(opening, 301_000)).toBe(0);
  expect(leftOf(openFor(0, 0), 60_000)).toBe(0);
  expect(leftOf({ kind: "closed" }, 0)).toBe(0);
});

it("the PIN stays open for one action, 1, 5 or 15 minutes, and for no other time", () => {
  const taken = (keepOpenMinutes: number) =>
    CHANNELS["pin.configure"].input.safeParse({ pin: "1234", asksFor: [], keepOpenMinutes }).success;
  expect([0, 1, 5, 15].map(taken)).toEqual([true, true, true, true]);
  expect([-1, 2, 10, 60].map(taken)).toEqual([false, false, false, false]);
});
