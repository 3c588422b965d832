/** What a slip begins and ends with, and how a line is told on a roll. */
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { SlipContent } from "../../../../contract/channels/printing.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { slipDocument } from "../../../../renderer/print/slip-pieces.tsx";
import { toolsOf } from "../../../../renderer/print/tools.tsx";
import {
  attempt,
  lineText,
  returnBody,
  SERIAL,
  slip,
  voucherBody,
} from "../../../helpers/printed-entries.ts";

beforeAll(() => startWords("en", "latin"));

const printed = (content: SlipContent): string => {
  const { pieces } = slipDocument(toolsOf(i18next.t, content), content);
  return pieces.map(({ node }) => renderToStaticMarkup(node)).join("\n");
};
const textOf = (html: string): string =>
  html
    .split("<")
    .map((part) => part.slice(part.indexOf(">") + 1))
    .join("")
    .replace(/[\u2066-\u2069]/g, "");
const named = (shopName: string, content = slip()): SlipContent => ({
  ...content,
  settings: { ...content.settings, shopName },
});

describe("a slip", () => {
  it("begins with the shop's name, where one is written in the settings", () => {
    expect(textOf(printed(named("Al-Noor Stores")))).toMatch(/^Al-Noor Stores/);
    expect(textOf(printed(named("")))).toMatch(/^Purchase return/);
  });

  it("has the short number large and as a barcode above, and what nobody reads out at the end", () => {
    const html = printed(slip());
    const short = SERIAL.slice(0, 8);
    expect(html.indexOf(`aria-label="${short}"`)).toBeGreaterThan(0);
    expect(html.indexOf(short)).toBeLessThan(html.indexOf("Handed over by"));
    for (const id of [SERIAL, "Company number", "Device ID", "Fingerprint"])
      expect(html.indexOf(id), id).toBeGreaterThan(html.indexOf("Handed over by"));
  });

  it("says a status that nobody explained by its code alone, and not at all of the answer", () => {
    const body = `[{"tenantId":7001,"serviceId":1,"id":9,"serialNo":"${SERIAL}","currencyId":"OMR","amount":1,"status":1}]`;
    const content = slip({
      kind: "taxVoucher",
      state: "confirmed",
      requestBody: voucherBody("1"),
      attempts: [attempt({ outcome: "accepted", httpStatus: 200, responseBody: body })],
    });
    const text = textOf(printed(content));
    expect(text).toContain("Requested status1");
    expect(text).toContain("Transaction 9, answered");
    expect(text).not.toMatch(/meaning|status 1/);
    const explained = { ...content, settings: { ...content.settings, statusMeanings: { 1: "Approved" } } };
    expect(textOf(printed(explained))).toContain("status 1: Approved");
  });

  it("says on a roll what one unit costs, so that a unit with a number in its name can't be misread", () => {
    const content = slip({ requestBody: returnBody({ lines: [lineText("62400", "2")] }) });
    const box = { ...content.names, measureUnits: { 1: "Box of 12" } };
    expect(textOf(printed({ ...content, paper: "roll80", names: box }))).toContain(
      "2 × 62,400.00 / Box of 12",
    );
  });
});
