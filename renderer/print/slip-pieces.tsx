/** A slip, piece by piece. */
import type { ReactNode } from "react";
import type { SlipContent } from "../../contract/channels/printing.ts";
import { meaningOf } from "../lib/meaning-of.ts";
import { lineTracks } from "./line-columns.ts";
import { LineHead, LineRow, linesShape } from "./line-rows.tsx";
import { textChunks } from "./paginate.ts";
import classes from "./print.module.css";
import { type SlipModel, slipModel } from "./slip-model.ts";
import {
  Blank,
  Code,
  isolated,
  Money,
  money,
  type Piece,
  PracticeMark,
  type PrintDocument,
  Record,
  type Tools,
} from "./tools.tsx";

function bigWords({ t }: Tools, { entryStatus, notYetConfirmed }: SlipModel): { big: string; text: string } {
  if (notYetConfirmed) return { big: t("print.status.notYet"), text: t(`print.status.${entryStatus}`) };
  switch (entryStatus) {
    case "confirmed":
    case "confirmedOdd":
    case "confirmedByHand":
    case "lookedUp":
    case "discarded":
    case "corrected":
      return { big: t(`print.status.${entryStatus}`), text: t(`print.status.${entryStatus}Text`) };
    default:
      return { big: t("print.status.notYet"), text: t(`print.status.${entryStatus}`) };
  }
}

function StatusLine({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { big, text } = bigWords(tools, model);
  const at = isolated(tools.formats.dateTime(tools.content.madeAt));
  return (
    <div className={classes.entryStatus} data-loud={model.entryStatus !== "confirmed"}>
      <p className={classes.big}>{big}</p>
      <p>
        {text} {tools.t("print.status.asOf", { at })}.
      </p>
      {model.found === null ? null : <p dir="auto">{model.found}</p>}
    </div>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function statusWords({ t, content }: Tools, code: string): string {
  const meaning = meaningOf(content.settings.statusMeanings, code);
  return meaning === undefined
    ? t("print.slip.noMeaning", { code: isolated(code) })
    : t("print.slip.meaning", { code: isolated(code), meaning: isolated(meaning) });
}

function Facts({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { t, formats } = tools;
  return (
    <dl className={classes.facts}>
      <Fact wide label={t("print.slip.serialNo")}>
        <Code>{model.serialNo}</Code>
      </Fact>
      <Fact label={t("print.slip.entered")}>
        <bdi>{formats.dateTime(model.enteredAt)}</bdi>
      </Fact>
      {model.kind === "purchaseReturn" ? (
        <>
          <Fact label={t("print.slip.supplier")}>
            <Record tools={tools} of={model.supplier} />
          </Fact>
          <Fact label={t("print.slip.money")}>
            <Record tools={tools} of={model.money} />
          </Fact>
          <Fact label={t("print.slip.store")}>
            <Record tools={tools} of={model.store} />
          </Fact>
        </>
      ) : null}
      <Fact label={t("print.slip.currency")}>
        <Code>{model.currencyId}</Code>
      </Fact>
      {model.status === null ? null : (
        <Fact label={t("print.slip.status")}>{statusWords(tools, model.status)}</Fact>
      )}
      <Fact label={t("print.slip.tenant")}>
        <Code>{model.tenantId}</Code>
      </Fact>
      <Fact label={t("print.slip.user")}>
        <Code>{model.userId}</Code>
      </Fact>
      <Fact wide label={t("print.slip.device")}>
        <Code>{model.deviceId}</Code>
      </Fact>
    </dl>
  );
}

/** Long text as pieces of its own, each short enough for a page. */
const textPieces = (key: string, heading: string, text: string): Piece[] => {
  const chunks = textChunks(text);
  if (chunks.length === 0) return [];
  return [
    { key: `${key}-head`, node: <h2>{heading}</h2>, withNext: true },
    ...chunks.map((chunk, index) => ({
      key: `${key}-${index}`,
      node: (
        <p className={classes.text}>
          <bdi>{chunk}</bdi>
        </p>
      ),
    })),
  ];
};

function referencePieces({ t, content }: Tools, model: SlipModel): Piece[] {
  if (model.references.length === 0) return [];
  const meanings = content.settings.referenceTypeMeanings;
  const pieces = model.references.flatMap((reference, index) => {
    const type =
      meaningOf(meanings, reference.type) ??
      t("print.slip.referenceType", { type: isolated(reference.type) });
    const words = [type, reference.otherType, reference.reference, reference.url, reference.description]
      .filter((part) => part.trim() !== "")
      .map(isolated)
      .join(" · ");
    return textChunks(words).map((chunk, at) => ({
      key: `reference-${index}-${at}`,
      node: <p className={classes.text}>{chunk}</p>,
    }));
  });
  return [{ key: "references", node: <h2>{t("print.slip.references")}</h2>, withNext: true }, ...pieces];
}

function Totals({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { t, formats } = tools;
  const { answer } = model;
  const answered = answer === null ? "" : isolated(formats.dateTime(answer.answeredAt));
  return (
    <div className={classes.totals}>
      <div className={classes.total}>
        <span>{t(model.kind === "purchaseReturn" ? "print.slip.total" : "print.slip.amount")}</span>
        <strong className={classes.atEnd}>
          <Money tools={tools} value={model.amount} currencyId={model.currencyId} />
        </strong>
      </div>
      {model.kind === "purchaseReturn" ? <p className={classes.small}>{t("print.slip.arithmetic")}</p> : null}
      {answer === null ? null : (
        <>
          {answer.amount === null ? null : (
            <div className={classes.total}>
              <span>{t("print.slip.service")}</span>
              <strong className={classes.atEnd}>
                <Money tools={tools} value={answer.amount} currencyId={answer.currencyId ?? ""} />
              </strong>
            </div>
          )}
          <p className={classes.small}>
            {answer.status === null
              ? t("print.slip.serviceOther", { id: isolated(answer.transactionId ?? "—"), at: answered })
              : t("print.slip.serviceText", {
                  id: isolated(answer.transactionId ?? "—"),
                  status: isolated(statusWords(tools, answer.status)),
                  at: answered,
                })}
          </p>
        </>
      )}
      {model.difference === null ? null : (
        <div className={classes.total} data-loud="true">
          <span>{t("print.slip.difference")}</span>
          <strong className={classes.atEnd}>
            <Money tools={tools} value={model.difference} currencyId={model.currencyId} />
          </strong>
        </div>
      )}
    </div>
  );
}

function Closing({ tools, model, entryId, hash }: ClosingProps) {
  const { t, formats, content } = tools;
  return (
    <div>
      <div className={classes.blanks}>
        {model.kind === "purchaseReturn" ? (
          <>
            <Blank label={t("print.slip.handedOver")} />
            <Blank label={t("print.slip.received")} />
          </>
        ) : (
          <Blank label={t("print.slip.approved")} />
        )}
      </div>
      <p className={classes.small}>
        {t("print.slip.entryId")} <Code>{entryId}</Code>
      </p>
      <p className={classes.small}>
        {t("print.slip.hash")} <Code>{hash}</Code>
      </p>
      <p className={classes.small}>
        {t("common.appName")} · {t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) })}
      </p>
    </div>
  );
}

interface ClosingProps {
  tools: Tools;
  model: SlipModel;
  entryId: string;
  hash: string;
}

function linePieces(
  tools: Tools,
  content: SlipContent,
  model: SlipModel,
): Pick<PrintDocument, "pieces" | "tableHead"> {
  if (model.kind !== "purchaseReturn") return { pieces: [], tableHead: null };
  const shape = linesShape(tools, model);
  const tracks = content.paper === "a4" ? lineTracks(shape.longest) : null;
  const pieces = model.lines.flatMap((line) => {
    const [first = "", ...more] = textChunks(line.description, 400);
    return [
      {
        key: `line-${line.number}`,
        row: true,
        node: (
          <LineRow
            tools={tools}
            model={model}
            line={line}
            shape={shape}
            tracks={tracks}
            description={first}
          />
        ),
      },
      ...more.map((chunk, index) => ({
        key: `line-${line.number}-${index}`,
        row: true,
        node: (
          <p className={classes.text}>
            <bdi>{chunk}</bdi>
          </p>
        ),
      })),
    ];
  });
  return { pieces, tableHead: <LineHead tools={tools} tracks={tracks} /> };
}

/** The slip of one entry. */
export function slipDocument(tools: Tools, content: SlipContent): PrintDocument {
  const { t } = tools;
  const model = slipModel(content);
  const { entryId, requestHash } = content.entry;
  const { pieces, tableHead } = linePieces(tools, content, model);
  const title = t(`print.slip.${model.kind}`);
  return {
    tableHead,
    running: (
      <>
        <span>
          {title} · <Code>{model.serialNo}</Code>
        </span>
        <strong>
          {content.practice ? `${t("print.practice")} · ` : null}
          {bigWords(tools, model).big}
        </strong>
      </>
    ),
    pieces: [
      {
        key: "head",
        node: (
          <header>
            <PracticeMark tools={tools} />
            <h1>{title}</h1>
            <p>{t(`print.slip.${model.kind}Text`)}</p>
            <StatusLine tools={tools} model={model} />
            <Facts tools={tools} model={model} />
          </header>
        ),
      },
      ...textPieces("note", t("print.slip.note"), model.note),
      ...(tableHead === null ? [] : [{ key: "table-head", node: tableHead, withNext: true }]),
      ...pieces,
      { key: "totals", node: <Totals tools={tools} model={model} /> },
      ...referencePieces(tools, model),
      { key: "closing", node: <Closing tools={tools} model={model} entryId={entryId} hash={requestHash} /> },
    ],
  };
}

/** The amount as it stands on the slip: what the page must hold before it counts as drawn. */
export function mustHold(tools: Tools, content: SlipContent): string[] {
  const model = slipModel(content);
  return [model.serialNo, money(tools, model.amount, model.currencyId), bigWords(tools, model).big];
}
