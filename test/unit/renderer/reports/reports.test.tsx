/** What slips, checklists, statements and day sheets say: on paper, and as a table for a spreadsheet. */
import i18next from "i18next";
import { decodeQR } from "qr/decode.js";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { DaySheet } from "../../../../contract/channels/day-sheets.ts";
import type { EntryDetail, Resolution } from "../../../../contract/channels/posting.ts";
import type { PrintContent, SlipCheck, SlipContent } from "../../../../contract/channels/printing.ts";
import { csvFile } from "../../../../contract/csv.ts";
import { slipStatusOf } from "../../../../contract/entry-status.ts";
import { badgeAtEnd, badgeText } from "../../../../contract/person-badge.ts";
import { MOST_CODE_LETTERS, SLIP_STATES } from "../../../../contract/slip-code.ts";
import { startWords } from "../../../../renderer/i18n/setup.ts";
import { paperReport, toolsOf } from "../../../../renderer/print/paper.tsx";
import { QrCode } from "../../../../renderer/print/symbols.tsx";
import { csvOf } from "../../../../renderer/reports/report.ts";
import { reportOf } from "../../../../renderer/reports/report-of.ts";
import { answerOf, statusWords } from "../../../../renderer/reports/slip.ts";
import {
  attempt,
  checklist,
  dayPrint,
  daySheet,
  entry,
  lineText,
  OMAR,
  returnBody,
  SALMA,
  SERIAL,
  slip,
  statement,
  voucherBody,
} from "../../../helpers/printed-entries.ts";

beforeAll(() => startWords("en", "latin"));

const DEVICE = "11111111-1111-4111-8111-111111111111";

function markup(content: PrintContent): string {
  const tools = toolsOf(i18next.t, content);
  return paperReport(tools, reportOf(tools, content))
    .pieces.map(({ node }) => renderToStaticMarkup(node))
    .join("\n");
}
const plain = (html: string, between: string): string =>
  html.replaceAll(/<[^>]{0,500}>/g, between).replace(/[\u2066-\u2069]/g, "");
const textOf = (content: PrintContent): string => plain(markup(content), "");
const wordsOf = (content: PrintContent): string => plain(markup(content), " ").replaceAll(/\s+/g, " ");

function csv(content: PrintContent): string {
  const { sheet } = reportOf(toolsOf(i18next.t, content), content);
  if (sheet === undefined) throw new Error("it has no sheet");
  return csvOf(sheet);
}

const answer = (fields: string): string =>
  `[{"tenantId":7001,"serviceId":1,"id":9007199254740993,"serialNo":"${SERIAL.toUpperCase()}","currencyId":"YER",${fields}}]`;
const accepted = (body: string) =>
  entry({
    state: "confirmed",
    attempts: [attempt({ outcome: "accepted", httpStatus: 200, responseBody: body })],
  });

describe("a slip", () => {
  const named = (shopName: string, content = slip()): SlipContent => ({
    ...content,
    settings: { ...content.settings, shopName },
  });

  it("begins with the shop's name, where one is written in the settings", () => {
    expect(textOf(named("Al-Noor Stores"))).toMatch(/^Al-Noor Stores/);
    expect(textOf(named(""))).toMatch(/^Purchase return/);
  });

  it("has the short number large and as a barcode above, and what nobody reads out at the end", () => {
    const html = markup(slip());
    const short = SERIAL.slice(0, 8);
    expect(html.indexOf(`aria-label="${short}"`)).toBeGreaterThan(0);
    expect(html.indexOf(short)).toBeLessThan(html.indexOf("Handed over by"));
    for (const id of [SERIAL, "Company number", "Device ID", "Fingerprint"])
      expect(html.indexOf(id), id).toBeGreaterThan(html.indexOf("Handed over by"));
  });

  it("has a status that nobody explained by its code alone, and leaves it out of the answer", () => {
    const body = `[{"tenantId":7001,"serviceId":1,"id":9,"serialNo":"${SERIAL}","currencyId":"OMR","amount":1,"status":1}]`;
    const content = slip({
      kind: "taxVoucher",
      state: "confirmed",
      requestBody: voucherBody("1"),
      attempts: [attempt({ outcome: "accepted", httpStatus: 200, responseBody: body })],
    });
    const text = textOf(content);
    expect(text).toContain("Requested status1");
    expect(text).toContain("Transaction 9, answered");
    expect(text).not.toMatch(/meaning|status 1/);
    const explained = { ...content, settings: { ...content.settings, statusMeanings: { 1: "Approved" } } };
    expect(textOf(explained)).toContain("status 1: Approved");
  });

  it("has on a roll what one unit costs, so that a unit with a number in its name can't be misread", () => {
    const content = slip({ requestBody: returnBody({ lines: [lineText("62400", "2")] }) });
    const box = { ...content.names, measureUnits: { 1: "Box of 12" } };
    expect(textOf({ ...content, paper: "roll80", names: box })).toContain("2 × 62,400.00 / Box of 12");
  });

  it("counts exactly, digit for digit", () => {
    const lines = [lineText("0.1", "3"), lineText("1234567890123.4567", "1"), lineText("5900.25", "2", "77")];
    const text = textOf(slip({ requestBody: returnBody({ lines }) }));
    for (const amount of ["0.30", "1,234,567,890,123.4567", "11,800.50", "1,234,567,901,924.2567"])
      expect(text).toContain(amount);
  });

  it("names what the reference data know and gives the id of everything", () => {
    const lines = [lineText("1", "1"), lineText("1", "1", "9007199254740993123")];
    const text = textOf(slip({ requestBody: returnBody({ lines }) }));
    for (const words of ["Hadramout (1101)", "Rice (1001)", "No. 9007199254740993123"])
      expect(text).toContain(words);
  });

  it("of a voucher has the amount that is asked for", () => {
    const text = textOf(slip({ kind: "taxVoucher", requestBody: voucherBody("-81.2350") }));
    expect(text).toContain("Requested amount-81.235 OMR");
  });

  it("names who entered it and who approved it, on either paper, and nobody where nobody was signed in", () => {
    for (const paper of ["a4", "roll80"] as const) {
      const text = (fields: Partial<EntryDetail>) => wordsOf({ ...slip(fields), paper });
      expect(text({ person: OMAR, approver: SALMA })).toMatch(/Entered by Omar Approved by Salma/);
      expect(text({ person: OMAR })).toMatch(/Entered by Omar (?!Approved by)/);
      expect(text({})).not.toMatch(/Entered by|Approved by/);
    }
  });

  it("is refused for an entry that has none", () => {
    expect(() => textOf(slip({ kind: "restoreAccount" }))).toThrow("no slip");
  });
});

describe("the status on a slip", () => {
  it.each([
    ["pending", "waiting"],
    ["in_flight", "waiting"],
    ["retry_wait", "waiting"],
    ["outcome_unknown", "unknown"],
    ["dead_letter", "refused"],
    ["discarded", "discarded"],
    ["confirmed", "confirmed"],
  ] as const)("of a %s entry is %s", (state, status) => {
    expect(slipStatusOf(entry({ state }))).toBe(status);
  });

  it("is not yet confirmed until the service or a person confirmed it", () => {
    const open = SLIP_STATES.filter((state) =>
      /not (?:yet )?confirmed/i.test(statusWords({ t: i18next.t }, state).big),
    );
    expect(open).toEqual(["waiting", "unknown", "noEvidence", "refused"]);
  });

  it("differs by who confirmed it", () => {
    const at = "2026-03-09T10:00:00.000Z";
    const by = (kind: Resolution["kind"]) => ({ kind, words: "seen", at, person: null, approver: null });
    expect(slipStatusOf(entry({ state: "confirmed", resolution: by("marked_recorded") }))).toBe(
      "confirmedByHand",
    );
    expect(slipStatusOf(entry({ state: "confirmed", answerUnderstood: false }))).toBe("confirmedOdd");
    expect(slipStatusOf(entry({ state: "discarded", correctedByEntryId: "e2" }))).toBe("corrected");
    const wrong = [attempt({ outcome: "accepted_not_understood", responseBody: "[]" })];
    expect(slipStatusOf(entry({ state: "confirmed", attempts: wrong }))).toBe("noEvidence");
  });
});

describe("the service's answer on a slip", () => {
  it("is read exactly, by the serial number however it is spelled", () => {
    const found = answerOf(accepted(answer('"amount":1234567890123.4567,"status":1')));
    expect(found).toMatchObject({
      amount: "1234567890123.4567",
      transactionId: "9007199254740993",
      status: "1",
    });
  });

  it("is left out where there is none, or none that can be read", () => {
    expect(answerOf(entry())).toBeNull();
    expect(answerOf(accepted("{}"))).toBeNull();
    expect(answerOf(accepted("[]"))).toBeNull();
  });

  it("is never another entry's transaction", () => {
    const other = `{"serialNo":"6c1f0f6e-0000-4000-8000-000000000002","amount":5}`;
    expect(answerOf(accepted(`[${other},${other}]`))).toBeNull();
  });

  it("has by how much it differs, in one currency only", () => {
    const differs = (body: string) =>
      /differs by(\S+ \S{3})/.exec(textOf({ ...slip(), entry: accepted(body) }))?.[1];
    expect(differs(answer('"amount":0.25'))).toBe("-0.05 YER");
    expect(differs(answer('"amount":0.30'))).toBeUndefined();
    expect(differs(answer('"amount":5').replace('"YER"', '"USD"'))).toBeUndefined();
  });
});

describe("the code on a slip", () => {
  const CODE = `CS1|Ab-_ef12|real|return|${SERIAL}|0.3|YER|waiting|2026-11-25T08:40:04Z|${"ab".repeat(16)}|${"x".repeat(86)}`;
  const checked = (check: SlipCheck): string => markup({ ...slip(), check });

  /** The text that a phone finds in the drawn squares, four pixels each. */
  function readBack(html: string): string {
    const qr = html.slice(html.indexOf("data-qr") - 400);
    const size = Number(/viewBox="0 0 (\d+) /.exec(qr)?.[1]);
    const side = size * 4;
    const data = new Uint8ClampedArray(side * side * 4).fill(255);
    for (const [, x, y] of qr.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let at = 0; at < 16; at += 1) {
        const pixel = ((Number(y) * 4 + (at >> 2)) * side + Number(x) * 4 + (at & 3)) * 4;
        data.fill(0, pixel, pixel + 3);
      }
    return decodeQR({ width: side, height: side, data });
  }

  it("reads as the signed text, and what it proves is beside it", () => {
    const html = checked({ code: CODE, why: null });
    expect(readBack(html)).toBe(CODE);
    expect(html).toMatch(/Signed with the key .?Ab-_ef12/);
    expect(html).toMatch(/not the central system(?:'|&#x27;)s confirmation/);
  });

  it.each(["noKeyring", "lost", "noAmount", "tooLong"] as const)("is replaced by its reason: %s", (why) => {
    const html = checked({ code: null, why });
    expect(html).toContain("This slip has no signed code");
    expect(html).not.toContain("data-qr");
  });

  it("fits on a roll where it is the longest", () => {
    const html = renderToStaticMarkup(<QrCode text={"x".repeat(MOST_CODE_LETTERS)} label="code" />);
    const millimetres = Number(/inline-size:([\d.]+)mm/.exec(html)?.[1]);
    expect(millimetres).toBeGreaterThan(30);
    expect(millimetres).toBeLessThanOrEqual(72);
  });
});

describe("the checklist", () => {
  it("has of each kind what to look for", () => {
    const text = textOf(
      checklist([
        entry(),
        entry({ kind: "taxVoucher", requestBody: voucherBody("81.235") }),
        entry({
          kind: "restoreExchangeRate",
          requestBody: `{"tenantId":1,"fromCurrencyId":"OMR","toCurrencyId":"YER","deviceId":"${DEVICE}"}`,
        }),
        entry({
          kind: "restorePermission",
          requestBody: `{"tenantId":1,"permissionId":604,"deviceId":"${DEVICE}"}`,
        }),
        entry({
          kind: "restoreAccount",
          requestBody: `{"accountId":9007199254740993123,"deviceId":"${DEVICE}"}`,
        }),
      ]),
    );
    for (const words of ["RecordOMR → YER", "Record604", "Record9007199254740993123", "Hadramout (1101)"])
      expect(text).toContain(words);
    expect(text).toContain("1 line");
    expect(text).toContain("NoteFee");
  });

  it("as a table begins with the mark of UTF-8 and a row of heads", () => {
    const file = csv(checklist([], "csv"));
    expect(file.startsWith('\uFEFF"No.","Kind","About"')).toBe(true);
    expect(file.endsWith("\r\n")).toBe(true);
    expect(csvFile([])).toBe("\uFEFF");
  });

  it("as a table has the exact amount, the times in UTC, and what to look for", () => {
    const lost = entry({
      state: "outcome_unknown",
      localAmount: "1234567890123.4567",
      subject: "=cmd|' /C calc'!A0",
      requestBody: returnBody({ note: "two\nlines" }),
      attempts: [
        attempt(),
        attempt({ outcome: "server_error", httpStatus: 500, startedAt: "2026-03-09T11:00:00.000Z" }),
      ],
    });
    const file = csv(checklist([lost], "csv"));
    expect(file).toContain('"1234567890123.4567","YER"');
    expect(file).toContain(`"'=cmd|' /C calc'!A0"`);
    expect(file).toContain('"two\nlines"');
    expect(file).toContain('"2","2026-03-09T11:00:00.000Z","Error in the central system","500"');
    expect(file).toContain("a purchase return with this serial number");
  });
});

it("the checklist names who entered an entry, and has no column of names without people", () => {
  const lost = entry({ state: "outcome_unknown", person: OMAR });
  expect(wordsOf(checklist([lost]))).toMatch(/Entered by Omar · User 501/);
  expect(wordsOf(checklist([entry()]))).not.toContain("Entered by");
  const file = csv(checklist([lost], "csv"));
  expect(file).toContain('"User","Entered by","Attempts"');
  expect(file).toContain('"501","Omar",');
  expect(csv(checklist([entry()], "csv"))).not.toContain("Entered by");
});

it("a statement names who entered each return, and has no column of names without people", () => {
  const [other, row] = statement().statement.rows;
  if (other === undefined || row === undefined) throw new Error("it has two returns");
  const content = statement({}, { rows: [other, { ...row, person: OMAR }] });
  expect(wordsOf(content)).toMatch(/6c1f0f6e-0000-4000-8000-000000000001 Entered by Omar/);
  expect(csv(content)).toMatch(/"Time \(UTC\)","Entered by","Serial number"/);
  expect(csv(content)).toContain(`"2026-03-09T10:00:00.000Z","Omar","${SERIAL}"`);
  expect(wordsOf(statement())).not.toContain("Entered by");
});

describe("a statement as a table", () => {
  it("has a row for each fact, with exact amounts and whose they are", () => {
    expect(csv(statement()).split("\r\n")).toEqual([
      expect.stringMatching(/^\uFEFF"Row","Time \(UTC\)","Serial number"/),
      expect.stringMatching(/^"Return".*"Waiting to be sent","YER","12","","","","","","",""$/),
      `"Return","2026-03-09T10:00:00.000Z","${SERIAL}","Confirmed","YER","0.3","0.35","YER","2026-03-10T10:00:00.000Z","0.05","","","Torn bags"`,
      '"Total of confirmed returns","","","","YER","0.3","0.35","","","0.05","","1",""',
      '"Not confirmed yet","2026-03-10T10:00:00.000Z","","","YER","12","","","","","","1",""',
      '"Balance before the period","2026-03-09T10:00:00.000Z","","","YER","","","","","","100","",""',
      `"Balance","2026-03-10T10:00:00.000Z","${SERIAL}","","YER","","","","","","99.65","",""`,
      "",
    ]);
  });

  it("has no formula, whatever a note is", () => {
    const [row] = statement().statement.rows;
    if (row === undefined) throw new Error("it has a return");
    const file = csv(statement({}, { rows: [{ ...row, note: "=cmd|' /C calc'!A0" }] }));
    expect(file).toContain(`"'=cmd|' /C calc'!A0"`);
  });
});

describe("a day sheet", () => {
  const printed = (fields: Partial<DaySheet> = {}): string => wordsOf(dayPrint(fields));

  it("has its number, its sums in their currency, what is open, and a line to sign", () => {
    const text = printed();
    expect(text).toMatch(/Day sheet 12 of Mar 9, 2026/);
    expect(text).toMatch(/Purchase return · user 501 3 entries · 18,005\.25 YER/);
    expect(text).toMatch(/Purchase return · Outcome unknown 1 entry · 5\.25 YER/);
    expect(text).toMatch(/The oldest was entered Mar 7, 2026/);
    expect(text).toMatch(/Counted and signed/);
    expect(text).toContain("cd".repeat(32));
  });

  it("lists discards with reason and person, and how many are not listed", () => {
    expect(printed()).toMatch(
      /Discarded on this day \(3\) .*Hadramout 7\.00 YER user 501 · 6c1f0f6e · typed twice 2 more are in the activity\./,
    );
  });

  it("names people beside their user ids, and approvers; of one person it says whose it is", () => {
    const [discard] = daySheet().discards;
    const [sum] = daySheet().entered;
    if (discard === undefined || sum === undefined) throw new Error("it has a sum and a discard");
    const text = printed({
      of: OMAR,
      madeBy: SALMA,
      entered: [{ ...sum, userId: 503, person: OMAR }],
      discards: [{ ...discard, userId: 503, person: OMAR, approver: SALMA }],
    });
    expect(text).toMatch(/Day sheet 12 of Mar 9, 2026 · Omar/);
    expect(text).toMatch(/Saved .* by Salma, user 501/);
    expect(text).toContain("Only what Omar entered and decided.");
    expect(text).toContain("Purchase return · Omar · user 503");
    expect(text).toContain("Omar · user 503 · Approved by Salma · 6c1f0f6e · typed twice");
    expect(text).toMatch(/Not settled of this person.*s entries/);
  });

  it("names the sheet that it replaces, and the one that has replaced it", () => {
    expect(printed({ replaces: 9, replacedBy: 14 })).toMatch(
      /Replaces sheet 9 of the same day\. Sheet 14 of the same day has replaced this one\./,
    );
    expect(printed()).not.toMatch(/[Rr]eplace/);
  });

  it("of a day without an entry has the words for none", () => {
    const text = printed({
      entered: [],
      states: [],
      discards: [],
      counts: { corrections: 0, discards: 0, confirmedByStaff: 0 },
      open: { unsent: 0, unknown: 0, refused: 0, oldestAt: null },
    });
    expect(text).toMatch(/Entered on this day None\./);
    expect(text).toMatch(/Nothing is open\./);
  });
});

it("A badge has the person's name, and the code by which the lock screen knows them", () => {
  const personId = "00000000-0000-4000-8000-000000000001";
  const { settings, names, practice, madeAt } = slip();
  const content = {
    kind: "badge",
    paper: "roll80",
    personId,
    name: "أمل",
    settings,
    names,
    practice,
    madeAt,
  } as const;
  expect(wordsOf(content)).toContain("أمل");
  const code = badgeText(personId);
  expect(markup(content)).toContain(`aria-label="${code}"`);
  const people = [{ personId }, { personId: "00000000-0000-4000-8000-000000000002" }];
  expect(badgeAtEnd(`12${code.toLowerCase()}`, people)?.person?.personId).toBe(personId);
  expect(badgeAtEnd(`${code}1`, people)).toBeNull();
  expect(badgeAtEnd(code, [...people, { personId: "10000000-0000-4000-8000-000000000001" }])).toEqual({
    person: null,
  });
});
