/** A print laid out: first in one piece to be measured, then cut into the sheets that come out. */
import { Fragment } from "react";
import type { Paper } from "../../contract/channels/shell.ts";
import type { Measured, PageCut, Room } from "./paginate.ts";
import type { PaperReport, Tools } from "./paper.tsx";
import classes from "./print.module.css";

const PX_IN_A_MM = 96 / 25.4;
export const mmOf = (px: number): number => px / PX_IN_A_MM;

/**
 * What fits on one sheet between its margins and above its foot, as print.module.css has them. Less than there is:
 * a printer's letters may be a hair wider than the screen's, and a line more must still fit.
 */
const ROOM_PX: Record<Paper, number> = { a4: 265 * PX_IN_A_MM, roll80: 2_900 * PX_IN_A_MM };

/** Everything under one another, each piece in a box that can be measured. */
export function Measuring({ print, paper }: { print: PaperReport; paper: Paper }) {
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
export function measure(root: Element, print: PaperReport, paper: Paper): { pieces: Measured[]; room: Room } {
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
export function Sheets({ tools: { t, paper }, print, cuts }: SheetsProps) {
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
