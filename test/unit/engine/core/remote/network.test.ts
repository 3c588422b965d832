import { expect, it } from "vitest";
import { attemptProblem } from "../../../../../main/engine/core/remote/network.ts";

const problem = (code: string | undefined, message = "the library's own words") =>
  attemptProblem(Object.assign(new Error(message), code === undefined ? {} : { code }), (said) => said);

it.each([
  ["ECONNRESET", "closed"],
  ["EPIPE", "closed"],
  ["UND_ERR_SOCKET", "closed"],
  ["HPE_INVALID_EOF_STATE", "closed"],
  ["ECONNREFUSED", "refused"],
  ["EAI_AGAIN", "name_not_found"],
  ["UND_ERR_CONNECT_TIMEOUT", "timed_out"],
  ["EHOSTUNREACH", "unreachable"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "not_secure"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "not_secure"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "not_secure"],
  ["HPE_INVALID_CHUNK_SIZE", "not_an_answer"],
  ["HPE_UNHEARD_OF", "not_an_answer"],
  ["UND_ERR_HEADERS_OVERFLOW", "not_an_answer"],
  ["ERR_ASSERTION", "not_an_answer"],
  ["toString", "other"],
  ["ERR_NEW_IN_THE_NEXT_VERSION", "other"],
  [undefined, "other"],
])("an error of code %s is written down as %s, with its own words behind it", (code, expected) => {
  const said = code === undefined ? "the library's own words" : `${code}: the library's own words`;
  expect(problem(code)).toEqual({ code: expected, params: { said } });
});

it("a code that the words name is read from no words", () => {
  expect(problem(undefined, "read ECONNRESET")).toEqual({
    code: "other",
    params: { said: "read ECONNRESET" },
  });
});
