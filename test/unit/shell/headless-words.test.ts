/** What the installed program hands to the headless engine: the words of the command line, and the owner's policy. */
import { describe, expect, test } from "vitest";
import { policy } from "../../../contract/channels/policy.ts";
import { decidedForHeadless } from "../../../main/shell/policy.ts";
import { headlessWords } from "../../../main/shell/start/profile.ts";

const USUAL = "/home/shop/.config/Counterside";

describe("the words for the headless engine", () => {
  test("are none where nobody asks for it", () => {
    expect(headlessWords(["--no-sandbox", "--profile", "/books"], USUAL)).toBeNull();
    expect(headlessWords(["--statuses"], USUAL)).toBeNull();
  });

  test("name the profile that was named, else the usual one, and pass over Chromium's switches", () => {
    expect(headlessWords(["--status"], USUAL)).toEqual([`--profile=${USUAL}`, "--status"]);
    expect(headlessWords(["--no-sandbox", "/app", "--verify", "--profile", "/books"], USUAL)).toEqual([
      "--profile=/books",
      "--verify",
    ]);
    expect(headlessWords(["--headless", "--resend-unknown", "--profile=/a b"], USUAL)).toEqual([
      "--profile=/a b",
      "--resend-unknown",
    ]);
    for (const key of [["--shop-key-file", "/key"], ["--shop-key-file=/key"]])
      expect(headlessWords(["--verify", ...key], USUAL)).toEqual([
        `--profile=${USUAL}`,
        "--verify",
        "--shop-key-file=/key",
      ]);
  });

  test("name no folder where --profile has none: the usual books would be the wrong shop's", () => {
    expect(headlessWords(["--profile", "--status"], USUAL)).toEqual(["--profile=", "--status"]);
    expect(headlessWords(["--status", "--profile"], USUAL)).toEqual(["--profile=", "--status"]);
  });
});

describe("the policy for the headless engine", () => {
  const held = policy.parse({
    version: 1,
    serviceUrl: "https://books.example",
    monitoring: { textfile: "/var/lib/figures" },
  });
  const decided = decidedForHeadless({ state: "holds", path: "/etc/counterside/policy.json", policy: held });

  test("is the same as for the engine behind the window", () => {
    expect(decided.fixedCounters).toEqual({ shopFolder: null, monitoring: { textfile: "/var/lib/figures" } });
    expect(() => decided.guard("connection.save", { serviceUrl: "https://other.example" })).toThrow(
      expect.objectContaining({ code: "policy_fixed" }),
    );
    expect(() => decided.guard("connection.save", { serviceUrl: "https://books.example" })).not.toThrow();
  });

  test("fixes what it may have fixed where it can't be used", () => {
    const blind = decidedForHeadless({ state: "unusable", path: "/p", why: "not_json", issues: [] });
    expect(() => blind.guard("connection.save", {})).toThrow(
      expect.objectContaining({ code: "policy_unusable" }),
    );
  });
});
