/** What all parts of a print are written with. */
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { PrintContent } from "../../contract/channels/printing.ts";
import { writtenDigits } from "../i18n/currency-digits.ts";
import { type Formats, formatsOf } from "../i18n/format.ts";
import classes from "./print.module.css";
import type { Named } from "./slip-model.ts";

export interface Tools {
  t: TFunction;
  formats: Formats;
  content: PrintContent;
}

export interface Piece {
  key: string;
  node: ReactNode;
  row?: boolean;
  withNext?: boolean;
}

/** A print before it is cut into pages. */
export interface PrintDocument {
  /** Stands small at the head of every page but the first. */
  running: ReactNode;
  tableHead: ReactNode;
  pieces: Piece[];
}

export const toolsOf = (t: TFunction, content: PrintContent): Tools => ({
  t,
  content,
  formats: formatsOf(content.settings.language, content.settings.digits),
});

/** A value inside a sentence of either direction keeps its own. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** An exact decimal as it is written in its currency. */
export function money({ formats, content }: Tools, value: string, currencyId: string): string {
  const known = content.names.currencyDigits[currencyId] ?? null;
  return formats.decimal(value, writtenDigits(currencyId, known));
}

/** An id, a serial number or a hash: left to right, every character told apart. */
export const Code = ({ children }: { children: string }) => (
  <bdi dir="ltr" className={classes.code}>
    {children}
  </bdi>
);

/** A name with its id, or the id where the mirror has no name. */
export function Record({ tools: { t }, of }: { tools: Tools; of: Named }) {
  if (of.name === null) return <>{t("print.unnamed", { id: isolated(of.id) })}</>;
  return (
    <>
      <bdi>{of.name}</bdi> <Code>{`(${of.id})`}</Code>
    </>
  );
}

interface NumberProps {
  tools: Tools;
  value: string;
  minFraction?: number;
  /** Room for so many fraction digits aligns the separators of a column. */
  room?: number;
}

/** An exact decimal: never rounded, its separator under those above it. */
export function Exact({ tools: { formats }, value, minFraction = 0, room }: NumberProps) {
  const { sign, integer, separator, fraction } = formats.decimalParts(value, minFraction);
  const style = room === undefined || room === 0 ? undefined : { minInlineSize: `calc(${room}ch + 0.35em)` };
  return (
    <bdi dir="ltr" className={classes.exact}>
      {sign}
      {integer}
      <span className={style === undefined ? undefined : classes.fraction} style={style}>
        {separator}
        {fraction}
      </span>
    </bdi>
  );
}

/** An amount with its currency beside it. */
export function Money({ tools, value, currencyId }: { tools: Tools; value: string; currencyId: string }) {
  return (
    <span>
      <bdi dir="ltr">{money(tools, value, currencyId)}</bdi> <bdi dir="ltr">{currencyId}</bdi>
    </span>
  );
}

/** A place to write or sign by hand. */
export const Blank = ({ label }: { label: string }) => (
  <div className={classes.blank}>
    <span>{label}</span>
    <span className={classes.rule} />
  </div>
);

/** Whose paper it is, where the shop has given its name. */
export function ShopName({ content }: Pick<Tools, "content">) {
  const { shopName } = content.settings;
  return shopName === "" ? null : (
    <p className={classes.shop}>
      <bdi>{shopName}</bdi>
    </p>
  );
}

/** Marks everything that comes from the sample shop. */
export function PracticeMark({ tools: { t, content } }: { tools: Tools }) {
  if (!content.practice) return null;
  return (
    <p className={classes.practice}>
      <strong className={classes.practiceWord}>{t("print.practice")}</strong>{" "}
      <span>{t("print.practiceText")}</span>
    </p>
  );
}
