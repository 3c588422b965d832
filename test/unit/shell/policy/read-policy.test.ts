/** The owner's policy: what is taken, what is refused, and whose file counts. Real files. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type PolicyState, parsePolicy, readPolicy } from "../../../../main/shell/policy.ts";
import { chosenPlace, type PolicyPlace, policyPlace } from "../../../../main/shell/start/policy-place.ts";

const FULL = {
  version: 1,
  serviceUrl: "https://books.example.com/api/",
  tenantId: 42,
  language: "ar",
  theme: "dark",
  updates: { server: "https://updates.example.com/counterside", channel: "beta" },
  pinAsksFor: ["restore", "settings"],
  secondBackupFolder: "D:\\Backups",
  support: { name: "Example IT", telephone: "+962 6 555 0100" },
};

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "counterside-policy-"));
  folder = join(root, "counterside");
  mkdirSync(folder, { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = (): PolicyPlace => ({ path: join(folder, "policy.json"), ownerId: process.getuid?.() ?? null });

function written(text: string | Buffer, mode = 0o644): PolicyState {
  const { path } = place();
  writeFileSync(path, text);
  chmodSync(path, mode);
  return readPolicy(place());
}

const refusalOf = (state: PolicyState): string => (state.state === "unusable" ? state.why : state.state);

describe("the policy file", () => {
  it("is not missed where there is none", () => {
    expect(readPolicy(place())).toEqual({ state: "none", path: place().path });
    rmSync(folder, { recursive: true });
    expect(readPolicy(place()).state).toBe("none");
  });

  it("is taken whole, with every field, also with the mark that Windows editors put first", () => {
    const state = written(`\uFEFF${JSON.stringify({ $schema: "./policy.schema.json", ...FULL })}`);
    expect(state).toMatchObject({
      state: "holds",
      policy: { ...FULL, serviceUrl: "https://books.example.com/api" },
    });
  });

  it("is refused whole, naming the field, for a token, an unknown or a wrong field", () => {
    const secret = "eyJhbGciOi.secret-token.value";
    for (const [wrong, field, reason] of [
      [{ token: secret }, "token", "unknown_field"],
      [{ updates: { server: null, key: secret } }, "updates.key", "unknown_field"],
      [{ serviceUrl: "http://books.example.com" }, "serviceUrl", "insecure_url"],
      [{ serviceUrl: `https://user:${secret}@books.example.com` }, "serviceUrl", "has_credentials"],
      [{ tenantId: 2 ** 60 }, "tenantId", "not_an_integer"],
      [{ pinAsksFor: ["sales"] }, "pinAsksFor.0", "unknown_choice"],
      [{ secondBackupFolder: "backups" }, "secondBackupFolder", "invalid"],
      [{ version: 2 }, "version", "unknown_choice"],
      [{ support: { name: "Example IT" } }, "support.telephone", "required"],
      [{ support: { name: " ", telephone: "1" } }, "support.name", "too_short"],
      [{ support: { name: "Two\nlines", telephone: "1" } }, "support.name", "invalid"],
    ] as const) {
      const state = written(JSON.stringify({ ...FULL, ...wrong }));
      expect(state).toMatchObject({ state: "unusable", why: "refused", issues: [{ field, reason }] });
      expect(JSON.stringify(state)).not.toContain(secret);
    }
  });

  it("is refused where it is not JSON in UTF-8, and nothing of its text is repeated", () => {
    const secret = "a-secret-that-was-pasted";
    for (const text of [`{"version": 1, ${secret}`, Buffer.from(JSON.stringify(FULL), "utf16le"), ""]) {
      const state = written(text);
      expect(refusalOf(state)).toBe("not_json");
      expect(JSON.stringify(state)).not.toContain(secret);
    }
    expect(refusalOf(written(`${JSON.stringify(FULL)}${" ".repeat(70_000)}`))).toBe("too_large");
  });

  it.skipIf(process.platform === "win32")("counts only where nobody else may write it or its folder", () => {
    for (const mode of [0o664, 0o646, 0o666])
      expect(refusalOf(written(JSON.stringify(FULL), mode)), mode.toString(8)).toBe("unsafe");
    expect(written(JSON.stringify(FULL)).state).toBe("holds");
    chmodSync(folder, 0o777);
    expect(refusalOf(readPolicy(place()))).toBe("unsafe");
    chmodSync(folder, 0o755);
    expect(refusalOf(readPolicy({ ...place(), ownerId: (process.getuid?.() ?? 0) + 1 }))).toBe("unsafe");
  });

  it.skipIf(process.platform === "win32")("is a file, not a link to one nor a folder", () => {
    writeFileSync(join(root, "elsewhere.json"), JSON.stringify(FULL));
    symlinkSync(join(root, "elsewhere.json"), place().path);
    expect(refusalOf(readPolicy(place()))).toBe("not_a_file");
    rmSync(place().path);
    mkdirSync(place().path);
    expect(refusalOf(readPolicy(place()))).toBe("not_a_file");
  });

  it("lies where the system says, and a package takes no other place", () => {
    expect(policyPlace("linux")).toEqual({ path: "/etc/counterside/policy.json", ownerId: 0 });
    expect(policyPlace("darwin").path).toBe("/Library/Application Support/Counterside/policy.json");
    expect(policyPlace("win32").path).toBe("C:\\ProgramData\\Counterside\\policy.json");
    expect(chosenPlace({ isPackaged: true }, "/tmp/mine.json")).toEqual(policyPlace(process.platform));
    expect(chosenPlace({ isPackaged: false }, "/tmp/mine.json").path).toBe("/tmp/mine.json");
  });

  it("takes long ids as text", () => {
    expect(parsePolicy(Buffer.from('{"version":1,"tenantId":"12345678901234567890"}'))).toEqual({
      policy: { version: 1, tenantId: "12345678901234567890" },
    });
  });
});
