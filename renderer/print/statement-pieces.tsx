/** A supplier's statement on paper: what is known, by whom, and since when. */
import type { ReactNode } from "react";
import type { StatementContent } from "../../contract/channels/printing.ts";
import type { Statement } from "../../contract/channels/statements.ts";
import { periodWords, stateWords, toldWords } from "../lib/statement-words.ts";
import classes from "./print.module.css";
import {
  Code,
  isolated,
  Money,
  type Piece,
  PracticeMark,
  type PrintDocument,
  Record,
  ShopName,
  type Tools,
} from "./tools.tsx";

type Row = Statement["rows"][number];

/** Of A4: when, and the serial number below; where it is; both amounts, and their difference. */
const TRACKS = "minmax(0, 1fr) 30mm 33mm 33mm 28mm";

/** A figure at the end of its line. */
const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className={classes.sum}>
    <span>{label}</span>
    <strong className={classes.atEnd}>{children}</strong>
  </div>
);

const Small = ({ children }: { children: ReactNode }) => <p className={classes.small}>{children}</p>;

function Totals({ tools, of }: { tools: Tools; of: Statement["totals"][number] }) {
  const { t, formats } = tools;
  const { currencyId, returns, amount, service, difference, notCompared } = of;
  return (
    <div className={classes.stacked}>
      <Line label={`${t("statement.totals.returns")}: ${formats.count(returns)}`}>
        <Code>{currencyId}</Code>
      </Line>
      <Line label={t("statement.here")}>
        <Money tools={tools} value={amount} currencyId={currencyId} />
      </Line>
      {service === null ? null : (
        <Line label={t("statement.service")}>
          <Money tools={tools} value={service} currencyId={currencyId} />
        </Line>
      )}
      {difference === null ? null : (
        <Line label={t(notCompared === 0 ? "statement.difference" : "statement.totals.difference")}>
          <Money tools={tools} value={difference} currencyId={currencyId} />
        </Line>
      )}
      {notCompared === 0 ? null : <Small>{t("statement.totals.notCompared", { count: notCompared })}</Small>}
    </div>
  );
}

function Balance({ tools, of }: { tools: Tools; of: Statement["balances"][number] }) {
  const { t } = tools;
  const { currencyId, before, points, change } = of;
  const [newest] = points;
  const told = [
    ["statement.balances.before", before],
    ["statement.balances.newest", newest ?? null],
  ] as const;
  return (
    <div className={classes.stacked}>
      {told.map(([label, point]) =>
        point === null ? null : (
          <div key={label}>
            <Line label={t(label)}>
              {point.amount === null ? (
                "—"
              ) : (
                <Money tools={tools} value={point.amount} currencyId={currencyId} />
              )}
            </Line>
            <Small>{toldWords(tools, point)}</Small>
          </div>
        ),
      )}
      {newest === undefined ? <Small>{t("statement.balances.unchanged")}</Small> : null}
      {change === null ? null : (
        <Line label={t("statement.balances.change")}>
          <Money tools={tools} value={change} currencyId={currencyId} />
        </Line>
      )}
    </div>
  );
}

function amountsOf(tools: Tools, row: Row): { here: ReactNode; service: ReactNode; difference: ReactNode } {
  const { currencyId, service, difference } = row;
  return {
    here: <Money tools={tools} value={row.amount} currencyId={currencyId} />,
    service:
      service === null ? (
        tools.t("statement.returns.noAnswer")
      ) : (
        <Money tools={tools} value={service.amount} currencyId={service.currencyId ?? currencyId} />
      ),
    difference:
      difference === null ? "—" : <Money tools={tools} value={difference} currencyId={currencyId} />,
  };
}

function ReturnRow({ tools, row, wide }: { tools: Tools; row: Row; wide: boolean }) {
  const { t, formats } = tools;
  const { here, service, difference } = amountsOf(tools, row);
  const answered =
    row.service?.at == null ? null : (
      <span className={classes.aside}>
        {t("statement.returns.answered", { at: isolated(formats.dateTime(row.service.at)) })}
      </span>
    );
  const what = (
    <>
      <bdi>{formats.dateTime(row.at)}</bdi>
      <span className={classes.aside}>
        <Code>{row.serialNo}</Code>
      </span>
    </>
  );
  if (!wide)
    return (
      <div className={classes.stacked}>
        {what}
        <Line label={stateWords(tools, row)}>{here}</Line>
        {row.service === null ? null : <Line label={t("statement.service")}>{service}</Line>}
        {row.difference === null || row.difference === "0" ? null : (
          <Line label={t("statement.difference")}>{difference}</Line>
        )}
        {answered}
      </div>
    );
  return (
    <div className={classes.columns} style={{ gridTemplateColumns: TRACKS }}>
      <span>{what}</span>
      <span>{stateWords(tools, row)}</span>
      <span data-column="price">{here}</span>
      <span data-column="price">
        {service}
        {answered}
      </span>
      <span data-column="total">{difference}</span>
    </div>
  );
}

function Head({ tools: { t }, wide }: { tools: Tools; wide: boolean }) {
  if (!wide) return <div className={classes.stackHead} />;
  return (
    <div className={classes.columns} data-head="true" style={{ gridTemplateColumns: TRACKS }}>
      <span>{t("statement.returns.entered")}</span>
      <span>{t("statement.returns.status")}</span>
      <span data-column="price">{t("statement.here")}</span>
      <span data-column="price">{t("statement.service")}</span>
      <span data-column="total">{t("statement.difference")}</span>
    </div>
  );
}

/** The parts in their order, each with its heading; an empty one says so. */
function partPieces(tools: Tools, { statement }: StatementContent, wide: boolean): Piece[] {
  const { t, formats } = tools;
  const { totals, moreToSum, unsent, moreUnsent, balances, rows, cursor } = statement;
  const part = (key: string, title: string, nodes: ReactNode[], none: string): Piece[] => [
    { key, node: <h2>{title}</h2>, withNext: true },
    ...(nodes.length === 0 ? [<p key="none">{none}</p>] : nodes).map((node, at) => ({
      key: `${key}-${at}`,
      node,
    })),
  ];
  return [
    ...part(
      "totals",
      t("statement.totals.title"),
      totals.map((of) => <Totals key={of.currencyId} tools={tools} of={of} />),
      t("statement.totals.none"),
    ),
    ...(moreToSum ? [{ key: "more-to-sum", node: <Small>{t("statement.totals.more")}</Small> }] : []),
    ...part(
      "unsent",
      `${t("statement.unsent.title")} (${t("statement.unsent.note")})`,
      unsent.map(({ currencyId, returns, amount, oldestAt }) => (
        <Line
          key={currencyId}
          label={t("statement.unsent.returns", { count: returns, when: formats.dateTime(oldestAt) })}
        >
          <Money tools={tools} value={amount} currencyId={currencyId} />
        </Line>
      )),
      t("statement.unsent.none"),
    ),
    ...(moreUnsent ? [{ key: "more-unsent", node: <Small>{t("statement.unsent.more")}</Small> }] : []),
    ...part(
      "balances",
      t("statement.balances.title"),
      balances.map((of) => <Balance key={of.currencyId} tools={tools} of={of} />),
      t("statement.balances.none"),
    ),
    { key: "returns", node: <h2>{t("statement.returns.title")}</h2>, withNext: true },
    ...(rows.length === 0
      ? [{ key: "no-returns", node: <p>{t("statement.returns.none")}</p> }]
      : [{ key: "returns-head", node: <Head tools={tools} wide={wide} />, withNext: true }]),
    ...rows.map((row) => ({
      key: row.serialNo,
      row: true,
      node: <ReturnRow tools={tools} row={row} wide={wide} />,
    })),
    ...(cursor === null ? [] : [{ key: "more", node: <Small>{t("statement.returns.more")}</Small> }]),
  ];
}

/** The statement, and the words that must stand on it. */
export function statementDocument(
  tools: Tools,
  content: StatementContent,
): { print: PrintDocument; holds: string[] } {
  const { t, formats } = tools;
  const { account } = content.statement;
  const wide = content.paper === "a4";
  const title = t("statement.title");
  const printed = t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) });
  const supplier = { id: String(account.accountId), name: account.name };
  return {
    holds: [title, supplier.id],
    print: {
      tableHead: <Head tools={tools} wide={wide} />,
      running: (
        <>
          <span>
            {title} · <Record tools={tools} of={supplier} />
          </span>
          <span>
            {content.practice ? <strong>{t("print.practice")} · </strong> : null}
            {printed}
          </span>
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
                <Record tools={tools} of={supplier} />
              </p>
              <p>{periodWords(tools, content)}</p>
              <Small>{t("statement.description")}</Small>
              <Small>
                {t("print.slip.tenant")} <Code>{String(content.tenantId)}</Code> · {t("common.appName")} ·{" "}
                {printed}
              </Small>
            </header>
          ),
        },
        ...partPieces(tools, content, wide),
      ],
    },
  };
}
