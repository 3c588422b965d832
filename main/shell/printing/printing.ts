/**
 * Printing: reads what is asked for, has a hidden page draw it, and hands it to the printer or into a file.
 *
 * It is separate from posting: it begins after an entry is on disk, and what fails here is said beside the
 * button that asked for it.
 */

import { randomUUID } from "node:crypto";
import { lstat, open } from "node:fs/promises";
import type { PrintContent, Printed, PrintOutcome } from "../../../contract/channels/printing.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { ParsedInput } from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/error.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import { messageOf } from "../../lib/error-code.ts";
import type { Log } from "../../lib/log.ts";
import { DeadlineError, within } from "../within.ts";
import type { Collector } from "./collect.ts";
import {
  looksDrawn,
  opensAtOnce,
  paperOf,
  paperSizeOf,
  pdfOptions,
  printerOptions,
  printerOutcome,
  printFileName,
} from "./paper.ts";

/** Five thousand lines take a fast PC twenty seconds. */
const DRAW_MS = 180_000;
const PRINTERS_MS = 5_000;
const SILENT_MS = 60_000;
/** A person has to answer the system's dialog. */
const DIALOG_MS = 15 * 60_000;

/** A hidden page that draws one job. */
export interface PrintPage {
  /** Rejects where the page can't be loaded or ends. */
  readonly broken: Promise<never>;
  toPdf(options: Electron.PrintToPDFOptions): Promise<Uint8Array>;
  /** How it ended, with the system's words where it failed. */
  print(options: Electron.WebContentsPrintOptions): Promise<{ outcome: PrintOutcome; detail: string | null }>;
  close(): void;
}

export interface PrintingDeps {
  collector: Collector;
  jobs: PrintJobs;
  settings: () => Settings;
  openPage: (jobId: string) => PrintPage;
  /** The system's printers. */
  printers: () => Promise<{ name: string; displayName: string }[]>;
  /** The system's dialog for saving; null where the person cancelled. */
  askWhere: (name: string) => Promise<string | null>;
  writeFile: (path: string, content: Uint8Array | string) => Promise<void>;
  /** What was just saved there may be opened. */
  saved: (path: string) => void;
  /** Opens a file in the program that the system has for it; the system's words where it could not. */
  openPath: (path: string) => Promise<string>;
  showInFolder: (path: string) => void;
  log: Log;
}

export type PrintHandlers = Pick<
  ShellHandlers,
  | "print.slip"
  | "print.checklist"
  | "print.daySheet"
  | "print.slipKey"
  | "print.statement"
  | "print.recoveryCode"
  | "print.badge"
  | "print.backupKey"
  | "print.openSaved"
  | "print.printers"
  | "print.content"
  | "print.drawn"
>;

type Target = "printer" | "pdf" | "csv";

const ended = (outcome: PrintOutcome, more: Partial<Printed> = {}): Printed => ({
  outcome,
  path: null,
  pages: 0,
  detail: null,
  ...more,
});

/** What the system said when it failed. */
/** Makes the handlers. */
export function createPrinting(deps: PrintingDeps): PrintHandlers {
  const { collector, jobs, settings, openPage, askWhere, writeFile, log } = deps;

  const printers = async () => {
    try {
      const known = await within(PRINTERS_MS, deps.printers());
      // The system tells more of a printer, such as where on the network it is.
      return known.map(({ name, displayName }) => ({ name, displayName }));
    } catch (error) {
      log.warn("The system did not name its printers", { error });
      return null;
    }
  };

  const save = async (content: PrintContent, made: Uint8Array | string, pages: number): Promise<Printed> => {
    const path = await askWhere(printFileName(content));
    if (path === null) return ended("cancelled");
    try {
      await writeFile(path, made);
      deps.saved(path);
      return ended("saved", { path, pages });
    } catch (error) {
      log.warn("A print could not be saved", { path, error });
      return ended("not_written", { path, detail: messageOf(error) });
    }
  };

  const onPaper = async (page: PrintPage, content: PrintContent, heightsMm: number[]): Promise<Printed> => {
    const { printerName, printCopies } = settings();
    const options = printerOptions(paperSizeOf(paperOf(content), heightsMm), printerName, printCopies);
    const { outcome, detail } = await within(
      printerName === null ? DIALOG_MS : SILENT_MS,
      Promise.race([page.print(options), page.broken]),
    );
    return ended(outcome, { detail, pages: heightsMm.length });
  };

  /** Draws first, and looks at what was drawn: a sheet that would come out blank is never sent anywhere. */
  const afterDrawing = async (page: PrintPage, drawn: Drawn, content: PrintContent, to: Target) => {
    if (drawn.result === "problem") return ended("not_drawn", { detail: drawn.words });
    if (drawn.result === "text") return save(content, drawn.text, 0);
    const { heightsMm } = drawn;
    const options = pdfOptions(paperSizeOf(paperOf(content), heightsMm), heightsMm.length);
    const pdf = await within(DRAW_MS, Promise.race([page.toPdf(options), page.broken]));
    if (!looksDrawn(pdf, heightsMm.length))
      return ended("not_drawn", { detail: `${pdf.length} bytes for ${heightsMm.length} pages` });
    return to === "printer" ? onPaper(page, content, heightsMm) : save(content, pdf, heightsMm.length);
  };

  const run = async (content: PrintContent, to: Target): Promise<Printed> => {
    const job = jobs.open(content);
    const page = openPage(job.jobId);
    try {
      const drawn = await within(DRAW_MS, Promise.race([job.drawn, page.broken]));
      return await afterDrawing(page, drawn, content, to);
    } catch (error) {
      log.error("A print failed", { kind: content.kind, to, error });
      return ended(error instanceof DeadlineError ? "timed_out" : "not_drawn", { detail: messageOf(error) });
    } finally {
      jobs.close(job);
      page.close();
    }
  };

  /** What forbids it from the start; null where nothing does. */
  const refusal = async (to: Target): Promise<Printed | null> => {
    if (to !== "printer") return null;
    const known = await printers();
    const { printerName } = settings();
    const outcome = printerOutcome(known?.map(({ name }) => name) ?? null, printerName);
    return outcome === "go" ? null : ended(outcome, { detail: printerName });
  };

  return {
    "print.slip": async (_, { entryId, paper, to }) =>
      (await refusal(to)) ?? run(await collector.slip(entryId, paper ?? settings().printPaper), to),
    "print.checklist": async (_, { to }) =>
      (await refusal(to)) ?? run(await collector.checklist(to === "csv" ? "csv" : "pages"), to),
    "print.daySheet": async (_, { number, paper, to }) =>
      (await refusal(to)) ?? run(await collector.daySheet(number, paper ?? settings().printPaper), to),
    "print.slipKey": async (_, { to }) =>
      (await refusal(to)) ?? run(await collector.slipKey(settings().printPaper), to),
    "print.statement": async (_, { of, paper, to }) =>
      (await refusal(to)) ??
      run(await collector.statement(of, paper ?? settings().printPaper, to === "csv" ? "csv" : "pages"), to),
    "print.recoveryCode": async (_, { recoveryCode }) =>
      (await refusal("printer")) ??
      run(collector.recoveryCode(recoveryCode, settings().printPaper), "printer"),
    "print.badge": async (_, { personId }) =>
      (await refusal("printer")) ?? run(await collector.badge(personId, settings().printPaper), "printer"),
    "print.backupKey": async (_, key) =>
      (await refusal("printer")) ?? run(collector.backupKey(key, settings().printPaper), "printer"),
    "print.openSaved": async (_, { path, how }) => {
      // A table's text is the page's; only a PDF, which Chromium made, is opened at once.
      if (how === "open" && opensAtOnce(path)) {
        if (!(await isPdfStill(path))) return { outcome: "changed", detail: null };
        const words = await deps.openPath(path);
        return words === "" ? { outcome: "opened", detail: null } : { outcome: "failed", detail: words };
      }
      deps.showInFolder(path);
      return { outcome: "shown_in_folder", detail: null };
    },
    "print.printers": async () => {
      const known = await printers();
      return { printers: known ?? [], known: known !== null };
    },
    "print.content": (_, { jobId }) => jobs.content(jobId),
    "print.drawn": (_, drawn) => {
      jobs.drawn(drawn);
      return {};
    },
  };
}

// What waits to be drawn by a print page, by the id its window was given.

export type Drawn = ParsedInput<"print.drawn">;

interface PrintJob {
  readonly jobId: string;
  /** What the page said when it was done. */
  readonly drawn: Promise<Drawn>;
}

interface Held {
  content: PrintContent;
  settle: (drawn: Drawn) => void;
}

export interface PrintJobs {
  open(content: PrintContent): PrintJob;
  /** Throws `not_found` for an id that no open job has. */
  content(jobId: string): PrintContent;
  /** The page's word; the first one counts. */
  drawn(drawn: Drawn): void;
  close(job: PrintJob): void;
}

/** Makes the register of jobs. */
export function createPrintJobs(): PrintJobs {
  const held = new Map<string, Held>();
  const find = (jobId: string): Held => {
    const job = held.get(jobId);
    if (job === undefined) throw new CountersideError("not_found", { reason: "print", jobId });
    return job;
  };
  return {
    open: (content) => {
      const jobId = randomUUID();
      let settle: Held["settle"] = () => undefined;
      const drawn = new Promise<Drawn>((resolve) => {
        settle = resolve;
      });
      held.set(jobId, { content, settle });
      return { jobId, drawn };
    },
    content: (jobId) => find(jobId).content,
    drawn: (drawn) => find(drawn.jobId).settle(drawn),
    close: ({ jobId }) => {
      held.delete(jobId);
    },
  };
}

// Whether what was saved as a PDF is one still: the system would start whatever lies there by now.

const BEGINNING = "%PDF-";

/**
 * A regular file, not reached through a link, that begins as a PDF does and so as no program. Its mode says nothing: on a
 * stick every file may be run. False where it is not there or can't be read.
 */
export async function isPdfStill(path: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isFile()) return false;
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
      return buffer.toString("latin1", 0, bytesRead) === BEGINNING;
    } finally {
      await file.close();
    }
  } catch {
    // Gone, or not to be read: not what was saved.
    return false;
  }
}
