import { afterEach, describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../../../contract/codes.ts";
import {
  fittingPage,
  HELP_PAGES,
  offerTopic,
  pageOfError,
  placeBeforeHelp,
  rememberPlace,
} from "../../../../renderer/features/help-topics.ts";

describe("the page that fits", () => {
  const offered: (() => void)[] = [];
  afterEach(() => {
    for (const takeBack of offered.splice(0)) takeBack();
  });

  it("is the screen's own where nothing on it offers another", () => {
    expect(fittingPage("tax-vouchers")).toBe("tax-vouchers");
  });

  it("is what was offered last, for as long as it is in sight", () => {
    offered.push(offerTopic("refused-entry"));
    const takeBack = offerTopic("sign-in");
    expect(fittingPage("unknown-outcome")).toBe("sign-in");
    takeBack();
    expect(fittingPage("unknown-outcome")).toBe("refused-entry");
  });

  it("is taken back once, in whatever order", () => {
    const first = offerTopic("pin");
    const second = offerTopic("printing");
    first();
    first();
    expect(fittingPage("offline-day")).toBe("printing");
    second();
    expect(fittingPage("offline-day")).toBe("offline-day");
  });

  it("is a page of the guide for every refusal that has one", () => {
    const pages = ERROR_CODES.map(pageOfError).filter((page) => page !== null);
    expect(pages).toContain("damaged-file");
    for (const page of pages) expect(HELP_PAGES).toContain(page);
  });
});

describe("the way back", () => {
  it("leads to the last place outside help", () => {
    rememberPlace("/outbox/1");
    expect(placeBeforeHelp()).toBe("/outbox/1");
  });
});
