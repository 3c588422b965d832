import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance } from "i18next";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, FIELD_REASONS } from "../../../../contract/reply.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import {
  ANSWER_CUT,
  ENGINE_SENTENCES,
  issuesOf,
  NETWORK_PROBLEMS,
  type NetworkProblem,
  NO_WORDS,
  networkProblemOf,
  networkWords,
} from "../../../../renderer/i18n/error-words.ts";

describe("the words of refusals", () => {
  it("exist for every code and every reason, in both languages", () => {
    for (const { errors } of [en, ar]) {
      expect(Object.keys(errors.code).sort()).toEqual([...ERROR_CODES].sort());
      const reasons = Object.keys(errors.reason).map((key) => key.replace(/^too_long_\w+$/, "too_long"));
      expect([...new Set(reasons)].sort()).toEqual([...FIELD_REASONS].sort());
    }
  });
});

describe("the issues of a refusal", () => {
  it("are read with their reasons and limits", () => {
    const details = {
      issues: [{ field: "lines.0.price", reason: "negative", message: "m", params: { min: "0" } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual(details.issues);
  });

  it("survive what no engine should send", () => {
    const details = {
      issues: [null, 3, { field: 1 }, { field: "a", reason: "made up", params: { deep: {} } }],
    };
    expect(issuesOf({ code: "invalid_input", message: "", details })).toEqual([
      { field: "a", reason: "invalid", message: "", params: {} },
    ]);
    expect(issuesOf({ code: "internal", message: "", details: { issues: "none" } })).toEqual([]);
  });
});

describe("the words of network errors", () => {
  const MET: Record<string, NetworkProblem> = {
    "UND_ERR_SOCKET: other side closed": "closed",
    "ECONNRESET: read ECONNRESET": "closed",
    "Error: write EPIPE": "closed",
    "the connection was closed before it was used": "closed",
    "ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9": "refused",
    "getaddrinfo ENOTFOUND books.example": "nameNotFound",
    "UND_ERR_CONNECT_TIMEOUT: Connect Timeout Error": "timedOut",
    "no whole answer within 120 s": "timedOut",
    "EHOSTUNREACH: read EHOSTUNREACH": "unreachable",
    "SELF_SIGNED_CERT_IN_CHAIN: self-signed certificate in certificate chain": "notSecure",
    "ERR_SSL_WRONG_VERSION_NUMBER: wrong version number": "notSecure",
    "HPE_INVALID_CONSTANT: Expected HTTP/": "notAnAnswer",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH: Response body length does not match": "notAnAnswer",
    "no status": "notAnAnswer",
    "the program ended": "stopped",
    "the program ended while it was being sent": "stopped",
    "the program ended before anything of this attempt was sent": "stoppedBefore",
    "the program ended while it read a large answer, which may end it again": "stoppedReading",
    "Error: EVERYTHING is otherwise": "other",
    "": "other",
  };
  const speaking = (language: "en" | "ar") => {
    const words = createInstance();
    void words.init({
      lng: language,
      resources: { en: { translation: en }, ar: { translation: ar } },
      initAsync: false,
    });
    return words.t;
  };

  it("exist for every problem, in both languages", () => {
    for (const { outbox } of [en, ar])
      expect(Object.keys(outbox.network).sort()).toEqual([...NETWORK_PROBLEMS].sort());
  });

  it("are chosen by the code or by the engine's own sentence", () => {
    for (const [detail, problem] of Object.entries(MET))
      expect(networkProblemOf(detail), detail).toBe(problem);
  });

  it("keep the code for support", () => {
    const detail = "UND_ERR_SOCKET: other side closed";
    expect(networkWords(speaking("en"), detail)).toEqual({ words: en.outbox.network.closed, code: detail });
    expect(networkWords(speaking("ar"), detail)).toEqual({ words: ar.outbox.network.closed, code: detail });
  });

  it("say of the program's own end all that there is", () => {
    const detail = "the program ended while it was being sent";
    expect(networkWords(speaking("ar"), detail)).toEqual({ words: ar.outbox.network.stopped, code: null });
  });

  it("leave the note away that an answer was cut", () => {
    expect(networkWords(speaking("en"), ANSWER_CUT)).toBeNull();
    expect(networkWords(speaking("en"), `ECONNRESET: read ECONNRESET; ${ANSWER_CUT}`)?.code).toBe(
      "ECONNRESET: read ECONNRESET",
    );
  });

  it("know the engine's sentences as the engine writes them", () => {
    const engine = join(import.meta.dirname, "../../../../main/engine");
    const written = ["remote", "sync", "store/outbox"]
      .flatMap((folder) => readdirSync(join(engine, folder)).map((file) => join(engine, folder, file)))
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    for (const sentence of [...ENGINE_SENTENCES.map(([beginning]) => beginning), ANSWER_CUT, NO_WORDS])
      expect(written).toMatch(new RegExp(`["\`]${sentence}`));
  });
});
