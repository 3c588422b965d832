/** A sheet of the end of a day: what is kept of it, unchanged, with a place to sign. */
import type { ReactNode } from "react";
import type { DaySheet } from "../../contract/channels/day-sheets.ts";
import type { DaySheetContent } from "../../contract/channels/printing.ts";
import classes from "./print.module.css";
import {
  Blank,
  Code,
  isolated,
  Money,
  type Piece,
  PracticeMark,
  type PrintDocument,
  ShopName,
  type Tools,
} from "./tools.tsx";

interface RowProps {
  label: ReactNode;
  /** Under it, smaller. */
  aside?: ReactNode;
  /** At the end of the line. */
  value: ReactNode;
}

const Row = ({ label, aside, value }: RowProps) => (
  <div className={classes.stacked}>
    <div className={classes.sum}>
      <span>{label}</span>
      <span className={classes.atEnd}>{value}</span>
    </div>
    {aside === undefined ? null : <div className={classes.small}>{aside}</div>}
  </div>
);

interface SumProps {
  tools: Tools;
  entries: number;
  amount: string | null;
  currencyId: string | null;
}

/** How many, and how much where that is money. */
const Sum = ({ tools, entries, amount, currencyId }: SumProps) => (
  <>
    {tools.t("days.entries", { count: entries })}
    {amount === null || currencyId === null ? null : (
      <>
        {" · "}
        <strong>
          <Money tools={tools} value={amount} currencyId={currencyId} />
        </strong>
      </>
    )}
  </>
);

const section = (key: string, title: string, rows: readonly Piece[], none: string): Piece[] => [
  { key, node: <h2>{title}</h2>, withNext: true },
  ...(rows.length > 0 ? rows : [{ key: `${key}-none`, node: <p>{none}</p> }]),
];

function enteredPieces(tools: Tools, { entered }: DaySheet): Piece[] {
  const { t } = tools;
  const rows = entered.map(({ kind, userId, currencyId, ...sum }) => {
    const user = userId === null ? t("days.userUnknown") : t("days.user", { user: isolated(String(userId)) });
    return {
      key: `entered-${kind}-${userId}-${currencyId}`,
      node: (
        <Row
          label={`${t(`operations.kind.${kind}`)} · ${user}`}
          value={<Sum tools={tools} currencyId={currencyId} {...sum} />}
        />
      ),
    };
  });
  return section("entered", t("days.entered"), rows, t("days.nothing"));
}

function statePieces(tools: Tools, { states }: DaySheet): Piece[] {
  const { t } = tools;
  const rows = states.map(({ kind, state, currencyId, ...sum }) => ({
    key: `state-${kind}-${state}-${currencyId}`,
    node: (
      <Row
        label={`${t(`operations.kind.${kind}`)} · ${t(`days.state.${state}`)}`}
        value={<Sum tools={tools} currencyId={currencyId} {...sum} />}
      />
    ),
  }));
  return section("states", t("days.states"), rows, t("days.nothing"));
}

function openPieces({ t, formats }: Tools, { open }: DaySheet): Piece[] {
  const rows = (["unsent", "unknown", "refused"] as const).map((state) => ({
    key: `open-${state}`,
    node: <Row label={t(`days.state.${state}`)} value={t("days.entries", { count: open[state] })} />,
  }));
  const oldest =
    open.oldestAt === null
      ? t("days.noneOpen")
      : t("days.oldestAt", { at: isolated(formats.dateTime(open.oldestAt)) });
  return [
    { key: "open", node: <h2>{t("days.open")}</h2>, withNext: true },
    ...rows,
    { key: "open-oldest", node: <p>{oldest}</p> },
  ];
}

function decisionPieces(tools: Tools, sheet: DaySheet): Piece[] {
  const { t, formats } = tools;
  return (["corrections", "discards", "confirmedByStaff"] as const).flatMap((sort): Piece[] => {
    const all = sheet.counts[sort];
    const rows = sheet[sort].map((decision) => ({
      key: `${sort}-${decision.entryId}-${decision.at}`,
      node: (
        <Row
          label={
            <>
              <bdi>{formats.time(decision.at)}</bdi> ·{" "}
              {decision.kind === null ? null : `${t(`operations.kind.${decision.kind}`)} · `}
              <bdi>{decision.subject}</bdi>
            </>
          }
          value={
            decision.amount === null || decision.currencyId === null ? null : (
              <Money tools={tools} value={decision.amount} currencyId={decision.currencyId} />
            )
          }
          aside={
            <>
              {t("days.user", { user: isolated(String(decision.userId)) })} ·{" "}
              <Code>{(decision.serialNo ?? decision.entryId).slice(0, 8)}</Code> ·{" "}
              {sort === "corrections"
                ? t("days.replacedBy", { id: isolated(decision.words.slice(0, 8)) })
                : isolated(decision.words)}
            </>
          }
        />
      ),
    }));
    const more = all - rows.length;
    return [
      ...section(sort, `${t(`days.${sort}`)} (${formats.count(all)})`, rows, t("days.nothing")),
      ...(more > 0 ? [{ key: `${sort}-more`, node: <p>{t("days.more", { count: more })}</p> }] : []),
    ];
  });
}

/** What a sheet says of its place among the others. */
export function followsWords(t: Tools["t"], { replaces, replacedBy }: DaySheet): string | null {
  const words = [
    replaces === null ? null : t("days.replaces", { no: isolated(String(replaces)) }),
    replacedBy === null ? null : t("days.replacedLater", { no: isolated(String(replacedBy)) }),
  ].filter((each) => each !== null);
  return words.length === 0 ? null : words.join(" ");
}

/** The sheet, piece by piece. */
export function dayDocument(tools: Tools, content: DaySheetContent): PrintDocument {
  const { t, formats } = tools;
  const { sheet } = content;
  const title = t("days.sheetOf", {
    no: isolated(formats.count(sheet.number)),
    day: isolated(formats.date(sheet.day)),
  });
  const follows = followsWords(t, sheet);
  return {
    tableHead: null,
    running: (
      <>
        <span>{title}</span>
        {content.practice ? <strong>{t("print.practice")}</strong> : null}
      </>
    ),
    pieces: [
      {
        key: "head",
        node: (
          <header>
            <PracticeMark tools={tools} />
            <ShopName content={content} />
            <h1>{title}</h1>
            <p>
              {t("days.made", {
                at: isolated(formats.dateTime(sheet.madeAt)),
                user: isolated(String(sheet.userId)),
              })}
            </p>
            {follows === null ? null : (
              <p>
                <strong>{follows}</strong>
              </p>
            )}
            <p className={classes.small}>{t("days.source")}</p>
          </header>
        ),
      },
      ...enteredPieces(tools, sheet),
      ...statePieces(tools, sheet),
      ...openPieces(tools, sheet),
      ...decisionPieces(tools, sheet),
      {
        key: "closing",
        node: (
          <div>
            <div className={classes.blanks}>
              <Blank label={t("days.signed")} />
              <Blank label={t("days.checked")} />
            </div>
            <p className={classes.ids}>
              <span>
                {t("print.slip.tenant")} <Code>{String(sheet.tenantId)}</Code>
              </span>
              <span>
                {t("print.slip.device")} <Code>{sheet.deviceId}</Code>
              </span>
              <span>
                {t("days.hash")} <Code>{sheet.hash}</Code>
              </span>
              <span>
                {t("days.previousHash")} <Code>{sheet.previousHash}</Code>
              </span>
            </p>
            <p className={classes.small}>
              {t("common.appName")} ·{" "}
              {t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) })}
            </p>
          </div>
        ),
      },
    ],
  };
}
