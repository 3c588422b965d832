/** Printing without Electron: what is asked of it, in which order, and what its failures are called. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { checkDigits, spacedCode } from "../../../contract/channels/pin.ts";
import type { PrintOutcome } from "../../../contract/channels/printing.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { accountId } from "../../../contract/values.ts";
import { createCollector, fewAtOnce, findNames, wantedNames } from "../../../main/shell/printing/collect.ts";
import {
  failureOutcome,
  looksDrawn,
  paperSizeOf,
  pdfOptions,
  printerOptions,
  printerOutcome,
  printFileName,
} from "../../../main/shell/printing/paper.ts";
import {
  createPrinting,
  createPrintJobs,
  type PrintingDeps,
  type PrintPage,
} from "../../../main/shell/printing/printing.ts";
import { defaultSettings, readSettings } from "../../../main/shell/settings.ts";
import { CALL } from "../../helpers/file-context.ts";
import {
  checklist,
  dayPrint,
  entry,
  lineText,
  returnBody,
  slip,
  statement,
} from "../../helpers/printed-entries.ts";
import { quietLog, rememberingLog } from "./stand-ins.ts";

const ENTRY = CHANNELS["print.slip"].input.parse({ entryId: crypto.randomUUID(), to: "pdf" }).entryId;
const PDF = new TextEncoder().encode(`%PDF-1.4 ${"x".repeat(20_000)}`);
const folder = mkdtempSync(join(tmpdir(), "counterside-prints-"));
afterAll(() => rmSync(folder, { recursive: true }));
/** A file that holds just this. */
function pathFor(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const KEY = "A".repeat(43);
const never = new Promise<never>(() => undefined);

const parsedAccount = (text: string) => accountId.parse(text);

const NOBODY = {
  invoke: async () => Promise.reject(new Error("nobody is asked")),
  settings: () => defaultSettings("en"),
  now: () => 0,
  slipKey: {
    status: async () => ({ state: "noKeyring" as const, publicKey: null, keyId: null }),
    check: async () => ({ code: null, why: "noKeyring" as const }),
  },
};

interface Made {
  pdf?: Uint8Array;
  page?: Partial<PrintPage>;
  /** What the page says; null: nothing. */
  says?: "pages" | "problem" | "text" | null;
  /** The page's process ends. */
  ends?: boolean;
  choices?: Partial<PrintingDeps>;
  settings?: Partial<Settings>;
}

function make({ pdf = PDF, page = {}, says = "pages", ends = false, choices = {}, settings = {} }: Made) {
  const done: string[] = [];
  const jobs = createPrintJobs();
  const printing = createPrinting({
    collector: {
      slip: async (_, paper) => ({ ...slip(), paper }),
      checklist: async (form) => checklist([], form),
      daySheet: async (number, paper) => ({ ...dayPrint({ number }), paper }),
      slipKey: async (paper) => ({
        ...createCollector(NOBODY).recoveryCode("", paper),
        kind: "slipKey",
        publicKey: KEY,
      }),
      statement: async (_, paper, form) => statement({ paper, form }),
      badge: async (personId, paper) => ({
        ...createCollector(NOBODY).recoveryCode("", paper),
        kind: "badge",
        personId,
        name: "Amal",
      }),
      backupKey: (key, paper) => createCollector(NOBODY).backupKey(key, paper),
      recoveryCode: (code, paper) => createCollector(NOBODY).recoveryCode(code, paper),
    },
    jobs,
    settings: () => ({ ...defaultSettings("en"), ...settings }),
    openPage: (jobId) => {
      done.push("page");
      if (says === "pages") jobs.drawn({ jobId, result: "pages", heightsMm: [120.2] });
      if (says === "problem") jobs.drawn({ jobId, result: "problem", words: "no font" });
      if (says === "text") jobs.drawn({ jobId, result: "text", text: "a,b" });
      return {
        broken: ends ? Promise.reject(new Error("the page ended")) : never,
        toPdf: async () => {
          done.push("pdf");
          return pdf;
        },
        print: async () => {
          done.push("print");
          return { outcome: "printed", detail: null };
        },
        close: () => done.push("close"),
        ...page,
      };
    },
    printers: async () => [{ name: "till", displayName: "Till" }],
    askWhere: async (name) => {
      done.push(`ask ${name}`);
      return `/tmp/${name}`;
    },
    writeFile: async (path) => {
      done.push(`write ${path}`);
    },
    saved: (path) => {
      done.push(`saved ${path}`);
    },
    openPath: async (path) => {
      done.push(`open ${path}`);
      return path.includes("gone") ? "No such file" : "";
    },
    showInFolder: (path) => {
      done.push(`show ${path}`);
    },
    log: quietLog,
    ...choices,
  });
  const slipTo = async (to: "printer" | "pdf") =>
    (await printing["print.slip"](CALL, { entryId: ENTRY, to })).outcome;
  return { printing, done, slipTo, jobs };
}

describe("printing", () => {
  it("of a day sheet draws that number, on the paper that is named or set, under another name", async () => {
    const { printing, done } = make({ settings: { printPaper: "roll80" } });
    expect((await printing["print.daySheet"](CALL, { number: 12, to: "pdf" })).outcome).toBe("saved");
    expect(done).toContain("ask counterside-day-2026-03-09-12.pdf");
  });

  it("draws, looks at what was drawn, then saves, and closes the page", async () => {
    const { slipTo, done } = make({});
    expect(await slipTo("pdf")).toBe("saved");
    const name = "counterside-slip-6c1f0f6e.pdf";
    expect(done).toEqual(["page", "pdf", `ask ${name}`, `write /tmp/${name}`, `saved /tmp/${name}`, "close"]);
  });

  it("opens a saved PDF, and shows every other file in its folder, whatever is asked for", async () => {
    const { printing, done } = make({});
    const open = (path: string, how: "open" | "inFolder") => printing["print.openSaved"](CALL, { path, how });
    const [slip, gone] = [pathFor("slip.pdf", "%PDF-1.7 of a slip"), pathFor("gone.PDF", "%PDF-")];
    expect(await open(slip, "open")).toEqual({ outcome: "opened", detail: null });
    expect(await open(gone, "open")).toEqual({ outcome: "failed", detail: "No such file" });
    await open(slip, "inFolder");
    await open("/tmp/list.csv", "open");
    await open("/tmp/slip.pdf.exe", "open");
    expect(done).toEqual([
      ...[`open ${slip}`, `open ${gone}`],
      ...[`show ${slip}`, "show /tmp/list.csv", "show /tmp/slip.pdf.exe"],
    ]);
  });

  it("opens no PDF whose place something else has taken: a program, a link, a folder, or nothing", async () => {
    const { printing, done } = make({});
    const slip = pathFor("slip.pdf", "%PDF-1.7");
    const link = join(folder, "link.pdf");
    symlinkSync(slip, link);
    const inside = join(folder, "folder.pdf");
    mkdirSync(inside);
    const others = [
      pathFor("program.pdf", "#!/bin/sh"),
      pathFor("empty.pdf", ""),
      link,
      inside,
      `${slip}.pdf`,
    ];
    for (const path of others)
      expect(await printing["print.openSaved"](CALL, { path, how: "open" })).toEqual({
        outcome: "changed",
        detail: null,
      });
    expect(done).toEqual([]);
  });

  it("gives nothing to be opened where nothing was saved", async () => {
    const { slipTo, done } = make({ choices: { writeFile: async () => Promise.reject(new Error("full")) } });
    expect(await slipTo("pdf")).toBe("not_written");
    expect(done.filter((what) => what.startsWith("saved"))).toEqual([]);
  });

  it("hands the recovery code to the printer only: no file, no question where to, no word of it in the log", async () => {
    const log = rememberingLog();
    const code = `${"7".repeat(30)}${checkDigits("7".repeat(30))}`;
    const contents: unknown[] = [];
    for (const page of [
      {},
      { print: async () => ({ outcome: "print_failed", detail: "refused" }) as const },
    ]) {
      const { printing, done, jobs } = make({ page, choices: { log } });
      const open = jobs.open;
      jobs.open = (content) => {
        contents.push(content);
        return open(content);
      };
      await printing["print.recoveryCode"](CALL, { recoveryCode: code });
      expect(done.filter((step) => step.startsWith("ask") || step.startsWith("write"))).toEqual([]);
      expect(done.at(-1)).toBe("close");
    }
    expect(contents).toMatchObject([{ kind: "recoveryCode", code: spacedCode(code) }, {}]);
    expect(log.lines.join("\n")).not.toMatch(/7777/);
  });

  it("looks at the page as PDF before it goes to the printer", async () => {
    const { slipTo, done } = make({});
    expect(await slipTo("printer")).toBe("printed");
    expect(done).toEqual(["page", "pdf", "print", "close"]);
  });

  it.each<[string, Made, "printer" | "pdf", PrintOutcome]>([
    ["a blank page", { pdf: new TextEncoder().encode("%PDF-1.4 blank") }, "printer", "not_drawn"],
    ["a page that can't draw", { says: "problem" }, "printer", "not_drawn"],
    ["a page that ends", { says: null, ends: true }, "pdf", "not_drawn"],
    ["no printer", { choices: { printers: async () => [] } }, "printer", "no_printer"],
    ["a printer that is gone", { settings: { printerName: "old" } }, "printer", "printer_gone"],
    ["a dialog cancelled", { choices: { askWhere: async () => null } }, "pdf", "cancelled"],
    [
      "a full disk",
      { choices: { writeFile: () => Promise.reject(new Error("ENOSPC: no space left on device")) } },
      "pdf",
      "not_written",
    ],
    [
      "a printer that refuses",
      { page: { print: async () => ({ outcome: "print_failed", detail: "Print job failed" }) } },
      "printer",
      "print_failed",
    ],
  ])("calls %s by its name, and closes what it opened", async (_, made, to, outcome) => {
    const { slipTo, done } = make(made);
    expect(await slipTo(to)).toBe(outcome);
    if (done.includes("page")) expect(done.at(-1)).toBe("close");
    if (outcome === "not_drawn") expect(done).not.toContain("print");
  });

  it("gives up on a printer that never answers", async () => {
    vi.useFakeTimers();
    try {
      const { slipTo, done } = make({ page: { print: () => never }, settings: { printerName: "till" } });
      const outcome = slipTo("printer");
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await outcome).toBe("timed_out");
      expect(done.at(-1)).toBe("close");
    } finally {
      vi.useRealTimers();
    }
  });

  it("tells the page no more of a printer than its names", async () => {
    const till = { name: "till", displayName: "Till", options: { "device-uri": "ipp://10.0.0.7" } };
    const { printing } = make({ choices: { printers: async () => [till] } });
    expect(await printing["print.printers"](CALL, {})).toEqual({
      printers: [{ name: "till", displayName: "Till" }],
      known: true,
    });
  });

  it("says when the system does not name its printers, and lets printing be tried", async () => {
    const { printing, slipTo } = make({ choices: { printers: () => Promise.reject(new Error("no CUPS")) } });
    expect(await printing["print.printers"](CALL, {})).toEqual({ printers: [], known: false });
    expect(await slipTo("printer")).toBe("printed");
  });

  it("writes a statement's table under the account's number, as the page made it", async () => {
    const { printing, done } = make({ says: "text" });
    const of = { accountId: parsedAccount("1101") };
    expect(await printing["print.statement"](CALL, { of, to: "csv" })).toMatchObject({ outcome: "saved" });
    expect(done).toContain("ask counterside-statement-1101-2026-03-09.csv");
    expect(printFileName(statement())).toBe("counterside-statement-1101-2026-03-09.pdf");
  });

  it("writes a checklist's table as the page made it", async () => {
    const { printing, done } = make({ says: "text" });
    expect(await printing["print.checklist"](CALL, { to: "csv" })).toMatchObject({ outcome: "saved" });
    expect(done).toContain("ask counterside-unknown-2026-03-09.csv");
  });
});

describe("the print page", () => {
  it("gets what belongs to its id, for as long as the job is open", () => {
    const jobs = createPrintJobs();
    const job = jobs.open(slip());
    expect(jobs.content(job.jobId)).toMatchObject({ kind: "slip" });
    jobs.close(job);
    expect(() => jobs.content(job.jobId)).toThrow("no such print");
    expect(() => jobs.drawn({ jobId: job.jobId, result: "problem", words: "" })).toThrow("no such print");
  });
});

describe("paper", () => {
  it("is A4, or as long as what is on the roll", () => {
    expect(paperSizeOf("a4", [400, 20])).toEqual({ widthMm: 210, heightMm: 297 });
    expect(paperSizeOf("roll80", [120.2, 90])).toEqual({ widthMm: 80, heightMm: 121 });
    expect(pdfOptions(paperSizeOf("roll80", [254]), 1).pageSize).toEqual({ width: 80 / 25.4, height: 10 });
    expect(pdfOptions(paperSizeOf("a4", [297]), 1).generateTaggedPDF).toBe(true);
    expect(pdfOptions(paperSizeOf("a4", [297]), 100).generateTaggedPDF).toBe(false);
  });

  it("is printed without asking only on a printer that was chosen", () => {
    const sheet = paperSizeOf("roll80", [121]);
    expect(printerOptions(sheet, null, 1)).toMatchObject({
      silent: false,
      pageSize: { width: 80_000, height: 121_000 },
    });
    expect(printerOptions(sheet, null, 1)).not.toHaveProperty("deviceName");
    expect(printerOptions(sheet, "till", 3)).toMatchObject({ silent: true, deviceName: "till", copies: 3 });
  });

  it("knows what a failure means, in the words of both Electrons", () => {
    expect(["cancelled", "Print job canceled"].map(failureOutcome)).toEqual(["cancelled", "cancelled"]);
    expect(failureOutcome("No valid printers available")).toBe("no_printer");
    expect(["failed", "Print job failed", "Invalid printer settings", ""].map(failureOutcome)).toEqual(
      Array(4).fill("print_failed"),
    );
  });

  it("needs a printer that is there", () => {
    expect(printerOutcome([], null)).toBe("no_printer");
    expect(printerOutcome(["till"], "old")).toBe("printer_gone");
    expect(printerOutcome(["till"], "till")).toBe("go");
    expect(printerOutcome(null, "till")).toBe("go");
  });

  it("is not drawn where the file is none or far too small", () => {
    expect(looksDrawn(PDF, 1)).toBe(true);
    expect(looksDrawn(PDF, 100)).toBe(false);
    expect(looksDrawn(PDF.subarray(1), 1)).toBe(false);
    expect(looksDrawn(new Uint8Array(), 1)).toBe(false);
  });

  it("has a file name without anything that a person typed", () => {
    expect(printFileName(slip({ subject: "../../x" }))).toBe("counterside-slip-6c1f0f6e.pdf");
    expect(printFileName(checklist([], "csv"))).toBe("counterside-unknown-2026-03-09.csv");
  });
});

describe("names", () => {
  it("are wanted once each, goods only where they are listed", () => {
    const lines = [lineText("1", "1"), lineText("2", "2"), lineText("1", "1", "9007199254740993123")];
    const entries = [entry({ requestBody: returnBody({ lines }) }), entry()];
    expect(wantedNames(entries, false).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "account 1101",
      "account 2001",
      "store 1",
    ]);
    expect(wantedNames(entries, true).filter(({ kind }) => kind === "product")).toEqual([
      { kind: "product", id: "1001" },
      { kind: "product", id: "9007199254740993123" },
    ]);
    expect(wantedNames([entry({ kind: "restoreAccount", requestBody: "{}" })], true)).toEqual([]);
  });

  it("are those of exactly this id", async () => {
    const row = (id: number, name: string) => ({
      kind: "store" as const,
      id,
      name,
      deleted: false,
      source: "file" as const,
      updatedAt: "2026-03-09T10:00:00.000Z",
    });
    const found = await findNames(
      async ({ kind }) => ({ rows: kind === "store" ? [row(10, "Ten"), row(1, "One")] : [] }),
      [{ kind: "store", id: "1" }],
    );
    expect(found.stores).toEqual({ 1: "One" });
  });

  it("are looked up a few at a time, so that a posting never waits behind many", async () => {
    let running = 0;
    let most = 0;
    await fewAtOnce([...Array(50).keys()], async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    });
    expect(most).toBe(4);
  });
});

describe("the settings of printing", () => {
  it("come to a settings file that was written before there were any", () => {
    const old = { theme: "dark", language: "ar" };
    expect(readSettings(old, defaultSettings("en"))).toMatchObject({
      settings: { theme: "dark", printPaper: "a4", printerName: null, printCopies: 1 },
      refused: [],
    });
  });
});

describe("a statement that is collected", () => {
  it("has every page of its returns, up to as many as a slip has lines, and says where there are more", async () => {
    const asked: unknown[] = [];
    const [row] = statement().statement.rows;
    if (row === undefined) throw new Error("it has a return");
    const page = { ...statement().statement, rows: Array.from({ length: 1_000 }, () => row), cursor: "next" };
    const collector = createCollector({
      ...NOBODY,
      invoke: async (channel, input) => {
        if (channel === "statements.get") asked.push(input);
        const value =
          channel === "statements.get"
            ? structuredClone(page)
            : channel === "mirror.search"
              ? { rows: [] }
              : {
                  serviceUrl: "https://books.example",
                  tenantId: 7001,
                  userId: 501,
                  deviceId: "11111111-1111-4111-8111-111111111111",
                  hasToken: true,
                  practice: false,
                };
        return { ok: true, value };
      },
    });
    const made = await collector.statement({ accountId: 1101, from: "2026-03-01" }, "roll80", "pages");
    expect(made).toMatchObject({ paper: "roll80", from: "2026-03-01", to: null });
    expect(made.statement.rows).toHaveLength(5_000);
    expect(made.statement.cursor).toBe("next");
    expect(asked).toHaveLength(5);
    expect(asked.at(-1)).toEqual({ accountId: 1101, from: "2026-03-01", limit: 1_000, cursor: "next" });
  });
});

it("A badge is of a person who works here, and of nobody who was removed", async () => {
  const [amal, gone] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const person = { name: "Amal", userId: 501, role: "owner", hasPin: true } as const;
  const people = [
    { ...person, personId: amal, active: true },
    { ...person, personId: gone, active: false },
  ];
  const collector = createCollector({
    ...NOBODY,
    invoke: async () => ({ ok: true, value: { people, current: null } }),
  });
  expect(await collector.badge(amal, "roll80")).toMatchObject({
    kind: "badge",
    name: "Amal",
    personId: amal,
  });
  await expect(collector.badge(gone, "roll80")).rejects.toMatchObject({ code: "not_found" });
});
