/**
 * The page that is printed. It asks for its content by the id it was opened with, draws it, and says so only when
 * every letter has its font and the sheets hold what they must.
 */
import "@fontsource-variable/inter/wght.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-400.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-600.css";
import i18next from "i18next";
import { Fragment } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Paper } from "../../contract/channels/shell.ts";
import { invoke } from "../client/api.ts";
import { startWords } from "../i18n/setup.ts";
import { csvOf, type Report } from "../reports/report.ts";
import { reportOf } from "../reports/report-of.ts";
import { type Measured, type PageCut, paginate, type Room } from "./paginate.ts";
import { type PaperReport, paperReport, paperText, type Tools, toolsOf } from "./paper.tsx";
import classes from "./print.module.css";

const WEIGHTS = [400, 600] as const;
const FAMILIES = ["Inter Variable", "IBM Plex Sans Arabic"] as const;

/** Loads what the text needs of the bundled fonts, before anything is measured or printed; throws where a font's file can't be read. */
async function loadFonts(text: string): Promise<void> {
  // The plain letters stand for each font, so that one that is missing is noticed whatever the text holds.
  const letters = [...new Set(`Aa0 اب${text}`)].join("");
  const wanted = WEIGHTS.flatMap((weight) => FAMILIES.map((family) => `${weight} 12px "${family}"`));
  for (const font of wanted) {
    const faces = await document.fonts.load(font, letters);
    if (faces.length === 0 || faces.some((face) => face.status !== "loaded"))
      throw new Error(`the font ${font} could not be loaded`);
  }
  await document.fonts.ready;
}

const ROLL_END_MM = 1;
const SHEET_MM: Record<Paper, { width: number; height: number | null }> = {
  a4: { width: 210, height: 297 },
  roll80: { width: 80, height: null },
};

/** Tells the printing what sheet the page means; the printer's own margins are inside ours. */
function setSheet(paper: Paper, heightsMm: readonly number[]): void {
  const { width, height } = SHEET_MM[paper];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${width}mm ${height ?? Math.ceil(Math.max(...heightsMm))}mm; margin: 0 }`);
  document.adoptedStyleSheets = [sheet];
}

/** Throws unless the sheets hold these words, in boxes that have a size. */
function check(root: HTMLElement, words: readonly string[]): void {
  const text = root.textContent ?? "";
  const missing = words.filter((each) => !text.includes(each));
  if (missing.length > 0) throw new Error(`not on the page: ${missing.join("; ")}`);
  const box = root.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) throw new Error("the page has no size");
}

async function draw(root: HTMLElement, tools: Tools, report: Report): Promise<number[]> {
  const { paper } = tools;
  const print = paperReport(tools, report);
  const place = createRoot(root);
  flushSync(() => place.render(<Measuring print={print} paper={paper} />));
  await loadFonts(root.textContent ?? "");
  const { pieces, room } = measure(root, print, paper);
  const cuts = paginate(pieces, room);
  flushSync(() => place.render(<Sheets tools={tools} print={print} cuts={cuts} />));
  await document.fonts.ready;
  check(
    root,
    report.holds.map((cell) => paperText(tools, cell)),
  );
  const heights = [...root.children].map((sheet) => mmOf(sheet.getBoundingClientRect().height) + ROLL_END_MM);
  setSheet(paper, heights);
  return heights;
}

async function start(root: HTMLElement, jobId: string): Promise<void> {
  try {
    const content = await invoke("print.content", { jobId });
    const { language, digits } = content.settings;
    await startWords(language, digits);
    document.documentElement.lang = language;
    document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
    const tools = toolsOf(i18next.t, content);
    const report = reportOf(tools, content);
    if ("form" in content && content.form === "csv" && report.sheet !== undefined) {
      await invoke("print.drawn", { jobId, result: "text", text: csvOf(report.sheet) });
      return;
    }
    const heightsMm = await draw(root, tools, report);
    await invoke("print.drawn", { jobId, result: "pages", heightsMm });
  } catch (error) {
    const words = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
    await invoke("print.drawn", { jobId, result: "problem", words });
  }
}

// A print laid out: first in one piece to be measured, then cut into the sheets that come out.

const PX_IN_A_MM = 96 / 25.4;
const mmOf = (px: number): number => px / PX_IN_A_MM;

/**
 * What fits on one sheet between its margins and above its foot, as print.module.css has them. Less than there is:
 * a printer's letters may be a hair wider than the screen's, and a line more must still fit.
 */
const ROOM_PX: Record<Paper, number> = { a4: 265 * PX_IN_A_MM, roll80: 2_900 * PX_IN_A_MM };

/** Everything under one another, each piece in a box that can be measured. */
function Measuring({ print, paper }: { print: PaperReport; paper: Paper }) {
  return (
    <div className={classes.sheet} data-paper={paper} data-measuring="true">
      <div data-part="running" className={classes.running}>
        {print.running}
      </div>
      <div data-part="tableHead" className={classes.piece}>
        {print.tableHead}
      </div>
      {print.pieces.map((piece) => (
        <div key={piece.key} data-part="piece" className={classes.piece}>
          {piece.node}
        </div>
      ))}
    </div>
  );
}

const heightOf = (element: Element | null): number => element?.getBoundingClientRect().height ?? 0;

/** The heights of what `Measuring` drew. */
function measure(root: Element, print: PaperReport, paper: Paper): { pieces: Measured[]; room: Room } {
  const heights = [...root.querySelectorAll('[data-part="piece"]')].map(heightOf);
  return {
    pieces: print.pieces.map((piece, index) => ({
      height: heights[index] ?? 0,
      row: piece.row ?? false,
      withNext: piece.withNext ?? false,
    })),
    room: {
      page: ROOM_PX[paper],
      runningHead: heightOf(root.querySelector('[data-part="running"]')),
      tableHead: heightOf(root.querySelector('[data-part="tableHead"]')),
    },
  };
}

interface SheetsProps {
  tools: Tools;
  print: PaperReport;
  cuts: PageCut[];
}

/** The sheets, each with its head and its number. */
function Sheets({ tools: { t, paper }, print, cuts }: SheetsProps) {
  return cuts.map((cut, index) => (
    <div key={cut.pieces[0] ?? 0} className={classes.sheet} data-paper={paper}>
      {index === 0 ? null : <div className={classes.running}>{print.running}</div>}
      {cut.repeatsTableHead ? <div className={classes.piece}>{print.tableHead}</div> : null}
      {cut.pieces.map((at) => {
        const piece = print.pieces[at];
        if (piece === undefined) return <Fragment key={at} />;
        return (
          <div key={piece.key} className={classes.piece}>
            {piece.node}
          </div>
        );
      })}
      {paper === "roll80" && cuts.length === 1 ? null : (
        <p className={classes.foot}>{t("print.page", { page: index + 1, pages: cuts.length })}</p>
      )}
    </div>
  ));
}

// Last: it needs all that is above.
const root = document.getElementById("paper");
if (root === null) throw new Error("index.html has no #paper");
await start(root, window.location.hash.slice(1));
