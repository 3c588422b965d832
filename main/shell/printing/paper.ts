/** Paper sizes, what Electron is asked for, and what its answers mean. Pure. */
import type { PrintContent, PrintOutcome } from "../../../contract/channels/printing.ts";
import type { Paper } from "../../../contract/channels/shell.ts";
import { keyIdOf } from "../../../contract/slip-code.ts";

const A4 = { widthMm: 210, heightMm: 297 } as const;
const ROLL_WIDTH_MM = 80;
const MM_IN_AN_INCH = 25.4;

export interface PaperSize {
  widthMm: number;
  heightMm: number;
}

export const paperOf = (content: PrintContent): Paper =>
  content.kind === "checklist" ? "a4" : content.paper;

/** The sheet that all pages fit on: A4, or a piece of the roll as long as the longest page. */
export function paperSizeOf(paper: Paper, heightsMm: readonly number[]): PaperSize {
  return paper === "a4" ? A4 : { widthMm: ROLL_WIDTH_MM, heightMm: Math.ceil(Math.max(...heightsMm)) };
}

/** The tags that a screen reader follows take Chromium a time that grows with the square of the length. */
const MOST_PAGES_WITH_TAGS = 10;

/** For `printToPDF`: sizes in inches; the page brings its own margins. */
export const pdfOptions = ({ widthMm, heightMm }: PaperSize, pages: number): Electron.PrintToPDFOptions => ({
  pageSize: { width: widthMm / MM_IN_AN_INCH, height: heightMm / MM_IN_AN_INCH },
  margins: { top: 0, bottom: 0, left: 0, right: 0 },
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: pages <= MOST_PAGES_WITH_TAGS,
});

/** For `print`: sizes in microns. Silent only where a printer was chosen in the settings. */
export const printerOptions = (
  sheet: PaperSize,
  printerName: string | null,
  copies: number,
): Electron.WebContentsPrintOptions => ({
  silent: printerName !== null,
  ...(printerName === null ? {} : { deviceName: printerName }),
  copies,
  printBackground: true,
  margins: { marginType: "none" },
  pageSize: { width: Math.round(sheet.widthMm * 1_000), height: Math.round(sheet.heightMm * 1_000) },
});

/** What a failed print means; Electron tells it in words that differ between its versions. */
export function failureOutcome(reason: string): PrintOutcome {
  if (/cancel/i.test(reason)) return "cancelled";
  return /no valid printer/i.test(reason) ? "no_printer" : "print_failed";
}

/** Which of the known printers is meant, and whether printing can begin. */
export function printerOutcome(
  names: readonly string[] | null,
  chosen: string | null,
): "go" | "no_printer" | "printer_gone" {
  // A system that didn't say what it has may still print.
  if (names === null) return "go";
  if (names.length === 0) return "no_printer";
  return chosen === null || names.includes(chosen) ? "go" : "printer_gone";
}

const PDF_BEGINS = "%PDF-";
/** A page without a glyph is some hundred bytes; the first one with an embedded font is many thousand. */
const LEAST_WITH_FONT = 5_000;
const LEAST_A_PAGE = 300;

/** Is this a PDF that can hold so many written pages? A blank one is far too small. */
export function looksDrawn(pdf: Uint8Array, pages: number): boolean {
  const begins = new TextDecoder("latin1").decode(pdf.subarray(0, PDF_BEGINS.length));
  return begins === PDF_BEGINS && pdf.length >= LEAST_WITH_FONT + pages * LEAST_A_PAGE;
}

/** The name that the system's dialog begins with. */
export function printFileName(content: PrintContent): string {
  if (content.kind === "checklist")
    return `counterside-unknown-${content.madeAt.slice(0, 10)}.${content.form === "csv" ? "csv" : "pdf"}`;
  // Never a file's name by itself: the code and the key go to a printer only.
  if (content.kind === "recoveryCode") return "counterside-recovery-code.pdf";
  if (content.kind === "backupKey") return "counterside-backup-key.pdf";
  if (content.kind === "badge") return `counterside-badge-${content.personId.slice(0, 8)}.pdf`;
  if (content.kind === "daySheet") return `counterside-day-${content.sheet.day}-${content.sheet.number}.pdf`;
  if (content.kind === "slipKey") return `counterside-key-${keyIdOf(content.publicKey)}.pdf`;
  if (content.kind === "statement") {
    const { accountId } = content.statement.account;
    return `counterside-statement-${accountId}-${content.madeAt.slice(0, 10)}.${content.form === "csv" ? "csv" : "pdf"}`;
  }
  const { entry } = content;
  return `counterside-slip-${(entry.serialNo ?? entry.entryId).slice(0, 8)}.pdf`;
}

/** Whether a saved print is opened by one press, whatever program the name of the file would start. */
export const opensAtOnce = (path: string): boolean => path.toLowerCase().endsWith(".pdf");
