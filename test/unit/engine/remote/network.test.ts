import { expect, it } from "vitest";
import { detailOf } from "../../../../main/engine/remote/network.ts";

const detail = (code: string | undefined, message = "the library's own words"): string =>
  detailOf(Object.assign(new Error(message), code === undefined ? {} : { code }), (said) => said);

it.each([
  ["ECONNRESET", "closed"],
  ["EPIPE", "closed"],
  ["UND_ERR_SOCKET", "closed"],
  ["HPE_INVALID_EOF_STATE", "closed"],
  ["ECONNREFUSED", "refused"],
  ["EAI_AGAIN", "nameNotFound"],
  ["UND_ERR_CONNECT_TIMEOUT", "timedOut"],
  ["EHOSTUNREACH", "unreachable"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "notSecure"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "notSecure"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "notSecure"],
  ["HPE_INVALID_CHUNK_SIZE", "notAnAnswer"],
  ["HPE_UNHEARD_OF", "notAnAnswer"],
  ["UND_ERR_HEADERS_OVERFLOW", "notAnAnswer"],
  ["ERR_ASSERTION", "notAnAnswer"],
  ["toString", "other"],
  ["ERR_NEW_IN_THE_NEXT_VERSION", "other"],
  [undefined, "other"],
])("an error of code %s is written down as %s, with its own words behind it", (code, problem) => {
  const said = code === undefined ? "the library's own words" : `${code}: the library's own words`;
  expect(detail(code)).toBe(`${problem}: ${said}`);
});

it("a code that the words name is read from no words", () => {
  expect(detail(undefined, "read ECONNRESET")).toBe("other: read ECONNRESET");
});
