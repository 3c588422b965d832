/** The code on a slip: it can be read from its squares, and a slip without one says why. */
import i18next from "i18next";
import { decodeQR } from "qr/decode.js";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { SlipCheck } from "../../../../contract/channels/printing.ts";
import { MOST_CODE_LETTERS } from "../../../../contract/slip-code.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { QrCode } from "../../../../renderer/print/qr-code.tsx";
import { slipDocument } from "../../../../renderer/print/slip-pieces.tsx";
import { toolsOf } from "../../../../renderer/print/tools.tsx";
import { SERIAL, slip } from "../../../helpers/printed-entries.ts";

beforeAll(() => startWords("en", "latin"));

const CODE = `CS1|Ab-_ef12|real|return|${SERIAL}|0.3|YER|waiting|2026-11-25T08:40:04Z|${"ab".repeat(16)}|${"x".repeat(86)}`;

function printed(check: SlipCheck): string {
  const content = { ...slip(), check };
  return slipDocument(toolsOf(i18next.t, content), content)
    .pieces.map(({ node }) => renderToStaticMarkup(node))
    .join("\n");
}

/** The text that a phone finds in the drawn squares, four pixels each. */
function readBack(html: string): string {
  const size = Number(/viewBox="0 0 (\d+) /.exec(html)?.[1]);
  const side = size * 4;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of html.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < 16; at += 1) {
      const pixel = ((Number(y) * 4 + (at >> 2)) * side + Number(x) * 4 + (at & 3)) * 4;
      data.fill(0, pixel, pixel + 3);
    }
  return decodeQR({ width: side, height: side, data });
}

describe("a slip", () => {
  it("has its code as a QR code that reads as the signed text, and says what that proves", () => {
    const html = printed({ code: CODE, why: null });
    expect(readBack(html.slice(html.indexOf('data-check="signed"')))).toBe(CODE);
    expect(html).toMatch(/Signed with the key .?Ab-_ef12/);
    expect(html).toMatch(/not the central system(?:'|&#x27;)s confirmation/);
  });

  it.each(["noKeyring", "lost", "noAmount", "tooLong"] as const)("without a code says why: %s", (why) => {
    const html = printed({ code: null, why });
    expect(html).toContain('data-check="none"');
    expect(html).toContain("This slip has no signed code");
    expect(html).not.toContain("data-qr");
  });

  it("with the longest code still fits on a roll", () => {
    const html = renderToStaticMarkup(<QrCode text={"x".repeat(MOST_CODE_LETTERS)} label="code" />);
    const millimetres = Number(/inline-size:([\d.]+)mm/.exec(html)?.[1]);
    expect(millimetres).toBeGreaterThan(30);
    expect(millimetres).toBeLessThanOrEqual(72);
  });
});
