/** A slip, piece by piece. */
import type { SlipContent } from "../../contract/channels/printing.ts";
import { meaningOf } from "../lib/meaning-of.ts";
import { lineTracks } from "./line-columns.ts";
import { LineHead, LineRow, linesShape } from "./line-rows.tsx";
import { textChunks } from "./paginate.ts";
import classes from "./print.module.css";
import { SlipCheck } from "./slip-check.tsx";
import { bigWords, SlipHead, statusWords } from "./slip-head.tsx";
import { type SlipModel, slipModel } from "./slip-model.ts";
import { Blank, Code, isolated, Money, money, type Piece, type PrintDocument, type Tools } from "./tools.tsx";

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
            {answer.status === null ||
            meaningOf(tools.content.settings.statusMeanings, answer.status) === undefined
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
  const ids = [
    [t("print.slip.serialNo"), model.serialNo],
    [t("print.slip.entryId"), entryId],
    [t("print.slip.tenant"), model.tenantId],
    [t("print.slip.user"), model.userId],
    [t("print.slip.device"), model.deviceId],
    [t("print.slip.hash"), hash],
  ] as const;
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
      <p className={classes.ids}>
        {ids.map(([label, id]) => (
          <span key={label}>
            {label} <Code>{id}</Code>
          </span>
        ))}
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
        node: <SlipHead tools={tools} model={model} />,
      },
      ...textPieces("note", t("print.slip.note"), model.note),
      ...(tableHead === null ? [] : [{ key: "table-head", node: tableHead, withNext: true }]),
      ...pieces,
      { key: "totals", node: <Totals tools={tools} model={model} /> },
      ...referencePieces(tools, model),
      { key: "check", node: <SlipCheck tools={tools} check={content.check} /> },
      { key: "closing", node: <Closing tools={tools} model={model} entryId={entryId} hash={requestHash} /> },
    ],
  };
}

/** The amount as it stands on the slip: what the page must hold before it counts as drawn. */
export function mustHold(tools: Tools, content: SlipContent): string[] {
  const model = slipModel(content);
  return [model.serialNo, money(tools, model.amount, model.currencyId), bigWords(tools, model).big];
}
