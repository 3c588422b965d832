/** The PIN as it is kept, proved and asked for; time and chance are the test's. */
import { describe, expect, it } from "vitest";
import type { PinStatus } from "../../../../contract/channels/pin.ts";
import type { PinAct } from "../../../../contract/process-messages.ts";
import { createPin, keepPinRecord, type PinSettings } from "../../../../main/shell/pin/pin.ts";
import { hashSecret, isSecret, type SecretHash } from "../../../../main/shell/pin/secret-hash.ts";
import { memoryFile, rememberingLog } from "../stand-ins.ts";

const ALL: PinSettings = { asksFor: ["taxVoucher", "restore", "outbox", "settings"], keepOpenMinutes: 5 };

/** A hash that costs nothing and can be read back. */
const toyHash = (secret: string): SecretHash => ({
  kind: "scrypt",
  cost: 32_768,
  blockSize: 8,
  parallel: 1,
  salt: "",
  hash: Buffer.from(secret).toString("base64"),
});

/** A profile that outlives starts, as its files do. */
function profile() {
  const [file, marks] = [memoryFile(), memoryFile()];
  const log = rememberingLog();
  const statuses: PinStatus[] = [];
  const acts: { action: PinAct; details: unknown }[] = [];
  let now = 1_000;
  let timer: { at: number; call: () => void } | null = null;
  let looked = 0;
  const start = () =>
    createPin({
      records: keepPinRecord(file, marks),
      hash: async (secret) => toyHash(secret),
      matches: async (kept, given) => {
        looked += 1;
        return kept.hash === toyHash(given).hash;
      },
      monotonic: () => now,
      randomDigit: () => 7,
      later: (ms, call) => {
        timer = { at: now + ms, call };
        return () => {
          timer = null;
        };
      },
      changed: (status) => statuses.push(status),
      record: (action, details) => acts.push({ action, details }),
      log,
    });
  return {
    file,
    marks,
    log,
    statuses,
    acts,
    start,
    looked: () => looked,
    wait: (ms: number) => {
      now += ms;
      if (timer !== null && timer.at <= now) timer.call();
    },
    /** A start of the program: its clock begins anew. */
    restart: () => {
      now = 5;
      timer = null;
      return start();
    },
  };
}

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
const passes = (pin: ReturnType<typeof createPin>, channel: "outbox.discard" | "restore.request") => {
  try {
    pin.guard({ channel }, {}, false);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "pin_needed", details: { channel } });
    return false;
  }
};

describe("the PIN", () => {
  it("asks for nothing until one is set, then for what was chosen and never for a purchase return", async () => {
    const pin = profile().start();
    expect(passes(pin, "outbox.discard")).toBe(true);
    await pin.set("1234", { asksFor: ["outbox"], keepOpenMinutes: 5 });
    expect(passes(pin, "outbox.discard")).toBe(false);
    expect(passes(pin, "restore.request")).toBe(true);
    expect(() => pin.guard({ channel: "purchaseReturn.post" }, {}, false)).not.toThrow();
    expect(() => pin.guard({ channel: "purchaseReturn.post" }, {}, true)).toThrow(
      expect.objectContaining({ code: "pin_needed" }),
    );
    expect([pin.asksFor("outbox"), pin.asksFor("restore")]).toEqual([true, false]);
    expect(await codeOf(pin.set("9999", ALL))).toBe("wrong_state");
  });

  it("that was removed is gone after the next start too, and not reported as lost", async () => {
    const shop = profile();
    await shop.start().set("1234", ALL);
    await shop.restart().remove("1234");
    expect(shop.restart().status()).toMatchObject({ isSet: false, lost: false, asksFor: [] });
    expect([shop.file.readAll(), shop.marks.readAll()]).toEqual([{}, {}]);
  });

  it("opens for its minutes, tells so, and closes by itself", async () => {
    const { start, wait, statuses } = profile();
    const pin = start();
    await pin.set("1234", ALL);
    expect(await pin.unlock("1234")).toMatchObject({ open: true });
    expect([passes(pin, "outbox.discard"), passes(pin, "restore.request")]).toEqual([true, true]);
    wait(299_999);
    expect(passes(pin, "outbox.discard")).toBe(true);
    wait(1);
    expect(statuses.at(-1)).toMatchObject({ open: false });
    expect(passes(pin, "outbox.discard")).toBe(false);
  });

  it("lets one action through where the owner wants it asked each time", async () => {
    const pin = profile().start();
    await pin.set("1234", { ...ALL, keepOpenMinutes: 0 });
    await pin.unlock("1234");
    expect([passes(pin, "outbox.discard"), passes(pin, "outbox.discard")]).toEqual([true, false]);
  });

  it("locks at once, and is locked at every start", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    await pin.unlock("1234");
    pin.lock();
    expect(passes(pin, "outbox.discard")).toBe(false);
    await pin.unlock("1234");
    expect(passes(shop.restart(), "outbox.discard")).toBe(false);
  });

  it("asks the present PIN for every change of itself, and takes the new one from then on", async () => {
    const pin = profile().start();
    await pin.set("1234", ALL);
    expect(await codeOf(pin.change("0000", "5678"))).toBe("pin_wrong");
    expect(await codeOf(pin.configure("0000", { asksFor: [], keepOpenMinutes: 15 }))).toBe("pin_wrong");
    expect(await codeOf(pin.remove("0000"))).toBe("pin_wrong");
    expect(await codeOf(pin.renewCode("0000"))).toBe("pin_wrong");
    await pin.change("1234", "5678");
    expect(await codeOf(pin.unlock("1234"))).toBe("pin_wrong");
    expect(await pin.configure("5678", { asksFor: ["restore"], keepOpenMinutes: 15 })).toMatchObject({
      asksFor: ["restore"],
      keepOpenMinutes: 15,
    });
    expect(await pin.remove("5678")).toMatchObject({ isSet: false, lost: false });
    expect(await codeOf(pin.unlock("5678"))).toBe("wrong_state");
  });
});

describe("wrong tries", () => {
  it("wait from the fifth on, also at the next start, and the right one ends it", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    for (let tries = 1; tries <= 5; tries += 1) expect(await codeOf(pin.unlock("0000"))).toBe("pin_wrong");
    expect(pin.status().pinWaitMs).toBe(30_000);
    const lookedBefore = shop.looked();
    expect(await codeOf(pin.unlock("1234"))).toBe("pin_wait");
    expect(shop.looked()).toBe(lookedBefore);
    shop.wait(29_000);

    const again = shop.restart();
    expect(again.status().pinWaitMs).toBe(30_000);
    expect(await codeOf(again.change("1234", "5678"))).toBe("pin_wait");
    shop.wait(30_000);
    expect(await codeOf(again.unlock("0000"))).toBe("pin_wrong");
    expect(again.status().pinWaitMs).toBe(60_000);
    shop.wait(60_000);
    await again.unlock("1234");
    expect(await codeOf(again.unlock("0000"))).toBe("pin_wrong");
    expect(again.status().pinWaitMs).toBe(0);
  });

  it("are all forgotten by the right one, which is itself counted as none", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    for (const given of ["0000", "1234", "0000", "0000", "0000"]) await codeOf(pin.unlock(given));
    expect(await codeOf(pin.unlock("1234"))).toBe("ok");
    expect(shop.file.readAll()).toMatchObject({ pin: { wrongPins: 0, wrongCodes: 0 } });
  });

  it("are written down before they are looked at", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    const asked = pin.unlock("0000");
    expect(shop.file.readAll().pin).toMatchObject({ wrongPins: 1 });
    expect(await codeOf(asked)).toBe("pin_wrong");
  });

  it("that come all at once are counted one by one", async () => {
    const pin = profile().start();
    await pin.set("1234", ALL);
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(pin.unlock("0000"))));
    expect(codes).toEqual([...Array(5).fill("pin_wrong"), ...Array(3).fill("pin_wait")]);
  });

  it("are not looked at where they can't be written down", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    shop.file.write = () => {
      throw new Error("the disk is full");
    };
    expect(await codeOf(pin.unlock("1234"))).toBeInstanceOf(Error);
    expect([shop.looked(), pin.status().open]).toEqual([0, false]);
  });

  it("leave neither the PIN nor the code in the log or in the file", async () => {
    const shop = profile();
    const pin = shop.start();
    const { recoveryCode } = await pin.set("135790", ALL);
    await codeOf(pin.unlock("246802"));
    await pin.unlock("135790");
    await codeOf(pin.reset(recoveryCode.replaceAll(" ", ""), "975310"));
    const written = shop.log.lines.join("\n") + JSON.stringify([shop.file.readAll(), shop.marks.readAll()]);
    for (const secret of ["135790", "246802", "975310", recoveryCode, recoveryCode.replaceAll(" ", "")])
      expect(written).not.toContain(secret);
  });
});

describe("the recovery code", () => {
  it("sets a new PIN while the PIN waits, opens, and works once", async () => {
    const shop = profile();
    const pin = shop.start();
    const first = (await pin.set("1234", ALL)).recoveryCode.replaceAll(" ", "");
    shop.file.write("pin", { ...Object(shop.file.readAll().pin), code: toyHash("one code") });
    const again = shop.restart();
    for (let tries = 1; tries <= 5; tries += 1) await codeOf(again.unlock("0000"));
    expect(await codeOf(again.reset(first, "5678"))).toBe("pin_wrong");
    await again.reset("one code", "5678");
    expect(again.status()).toMatchObject({ open: true, pinWaitMs: 0, codeWaitMs: 0 });
    expect(shop.acts).toContainEqual({ action: "pin.reset", details: {} });
    expect(await codeOf(again.reset("one code", "9999"))).toBe("pin_wrong");
    expect(await codeOf(again.unlock("5678"))).toBe("ok");
    expect(await codeOf(again.unlock("1234"))).toBe("pin_wrong");
  });

  it("waits after wrong tries, also at the next start", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    for (let tries = 1; tries <= 5; tries += 1) expect(await codeOf(pin.reset("no", "1"))).toBe("pin_wrong");
    expect(shop.restart().status()).toMatchObject({ codeWaitMs: 30_000, pinWaitMs: 0 });
  });

  it("is replaced where the owner asks for a new one", async () => {
    const shop = profile();
    const pin = shop.start();
    await pin.set("1234", ALL);
    shop.file.write("pin", { ...Object(shop.file.readAll().pin), code: toyHash("old code") });
    const again = shop.restart();
    const { recoveryCode } = await again.renewCode("1234");
    expect(await codeOf(again.reset("old code", "5678"))).toBe("pin_wrong");
    expect(await codeOf(again.reset(recoveryCode.replaceAll(" ", ""), "5678"))).toBe("ok");
  });
});

describe("a PIN whose record is gone or spoilt", () => {
  it("is noticed, asks for nothing, and can be set again", async () => {
    const shop = profile();
    await shop.start().set("1234", ALL);
    for (const spoilt of [undefined, { pin: "1234" }, 7]) {
      shop.file.write("pin", spoilt);
      const pin = shop.restart();
      expect(pin.status()).toMatchObject({ isSet: false, lost: true });
      expect(passes(pin, "outbox.discard")).toBe(true);
    }
    const pin = shop.restart();
    await pin.set("5678", ALL);
    expect(pin.status()).toMatchObject({ isSet: true, lost: false });
  });
});

describe("the hash", () => {
  it("has a new salt each time and knows its secret only", async () => {
    const [one, two] = await Promise.all([hashSecret("1234"), hashSecret("1234")]);
    expect(one.hash).not.toBe(two.hash);
    expect(await isSecret(one, "1234")).toBe(true);
    expect(await isSecret(two, "1235")).toBe(false);
    expect(await isSecret({ ...one, hash: one.hash.slice(0, 8) }, "1234")).toBe(false);
  });
});

describe("the record of who did what", () => {
  it("holds every act of the PIN, and neither a PIN nor a code", async () => {
    const shop = profile();
    const pin = shop.start();
    const { recoveryCode } = await pin.set("1234", ALL);
    await codeOf(pin.unlock("9999"));
    await pin.unlock("1234");
    pin.lock();
    pin.lock();
    await pin.unlock("1234");
    shop.wait(300_000);
    await pin.unlock("1234");
    pin.lock("nobody_there");
    await pin.configure("1234", { asksFor: ["restore"], keepOpenMinutes: 0 });
    await pin.unlock("1234");
    expect(passes(pin, "restore.request")).toBe(true);
    await pin.change("1234", "5678");
    await pin.renewCode("5678");
    await codeOf(pin.reset(recoveryCode.replaceAll(" ", "").replace("7", "8"), "1111"));
    await pin.remove("5678");
    expect(shop.acts.map(({ action, details }) => [action, details])).toEqual([
      ["pin.set", { asksFor: ALL.asksFor, minutes: 5 }],
      ["pin.wrong", { which: "pin", wrongTries: 1, waitSeconds: 0 }],
      ["pin.opened", { minutes: 5 }],
      ["pin.locked", { why: "person" }],
      ["pin.opened", { minutes: 5 }],
      ["pin.locked", { why: "time_over" }],
      ["pin.opened", { minutes: 5 }],
      ["pin.locked", { why: "nobody_there" }],
      ["pin.configured", { asksFor: ["restore"], minutes: 0 }],
      ["pin.opened", { minutes: 0 }],
      ["pin.changed", {}],
      ["pin.codeRenewed", {}],
      ["pin.wrong", { which: "code", wrongTries: 1, waitSeconds: 0 }],
      ["pin.removed", {}],
    ]);
    const said = JSON.stringify(shop.acts);
    for (const secret of ["1234", "5678", "9999", "1111", "7777"]) expect(said).not.toContain(secret);
  });

  it("says that the record of a PIN is gone, once for each start", async () => {
    const shop = profile();
    await shop.start().set("1234", ALL);
    shop.file.write("pin", undefined);
    shop.acts.length = 0;
    shop.restart();
    expect(shop.acts).toEqual([{ action: "pin.lost", details: {} }]);
  });
});
