/** The slip of a return or a voucher, read from the frozen request body digit for digit. */
import Big from "big.js";
import type { EntryDetail } from "../../contract/channels/posting.ts";
import type { PrintNames, SlipCheck, SlipContent } from "../../contract/channels/printing.ts";
import { answeredBy, slipStatusOf } from "../../contract/entry-status.ts";
import { parseExactJson } from "../../contract/exact-json.ts";
import { COLUMNS } from "../../contract/return-line.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../contract/service/requests.ts";
import { keyIdOf, readSlipCode, type SlipState } from "../../contract/slip-code.ts";
import { isolated } from "../i18n/format.ts";
import { meaningOf } from "../lib/text.ts";
import {
  type AmountCell,
  dotted,
  entered,
  type Fact,
  imprint,
  nameCell,
  type Part,
  type Phrase,
  paragraphsOf,
  type RecordCell,
  type Report,
  type ReportColumn,
  type ReportLine,
  type TableRow,
  type Words,
} from "./report.ts";

type ReturnBody = ReturnType<typeof purchaseReturnBody.parse>;
type ReturnLine = ReturnBody["tenantTransactionProductInputs"][number];
type Body = ReturnBody | ReturnType<typeof taxVoucherBody.parse>;

/** The facts of a slip; `body` is what was sent. */
type Facts = { state: SlipState; amount: string; currencyId: string } & (
  | { kind: "purchaseReturn"; body: ReturnBody }
  | { kind: "taxVoucher"; body: ReturnType<typeof taxVoucherBody.parse> }
);

/** Price times quantity; free goods cost nothing. */
const totalOf = (line: Pick<ReturnLine, "price" | "quantity">): Big =>
  new Big(line.price).times(line.quantity);

/** Throws where the entry is of a kind that has no slip, or its body is not what was frozen. */
function factsOf(entry: EntryDetail): Facts {
  const state = slipStatusOf(entry);
  const sent = parseExactJson(entry.requestBody);
  if (entry.kind === "purchaseReturn") {
    const body = purchaseReturnBody.parse(sent);
    const sum = body.tenantTransactionProductInputs.reduce(
      (total, line) => total.plus(totalOf(line)),
      new Big(0),
    );
    return { kind: entry.kind, state, body, amount: sum.toFixed(), currencyId: body.currencyId };
  }
  if (entry.kind === "taxVoucher") {
    const body = taxVoucherBody.parse(sent);
    return { kind: entry.kind, state, body, amount: body.amount, currencyId: body.currencyId };
  }
  throw new TypeError(`there is no slip of a ${entry.kind}`);
}

/** The status in large words, and what it means. Whatever is not confirmed says so. */
export function statusWords({ t }: Pick<Words, "t">, state: SlipState): { big: string; text: string } {
  switch (state) {
    case "waiting":
    case "unknown":
    case "noEvidence":
      return { big: t("print.status.notYet"), text: t(`print.status.${state}`) };
    case "refused":
      return { big: t("print.status.refusedTitle"), text: t("print.status.refused") };
    case "confirmed":
    case "confirmedOdd":
      return { big: t(`print.status.${state}`), text: t(`print.status.${state}Text`) };
    case "confirmedByHand":
      return { big: t("state.confirmedByStaff"), text: t("print.status.confirmedByHandText") };
    case "discarded":
    case "corrected":
      return { big: t(`state.${state}`), text: t(`print.status.${state}Text`) };
  }
}

/** What the service answered to this very entry; null where nothing of it could be read. */
export function answerOf(entry: EntryDetail) {
  const answered = answeredBy(entry);
  if (answered?.evidence.kind !== "transactions") return null;
  const { amount, currencyId, status, id } = answered.evidence.own;
  const textOf = (value: number | string | null) => (value === null ? null : String(value));
  return {
    amount,
    currencyId,
    status: textOf(status),
    transactionId: textOf(id),
    at: answered.attempt.endedAt ?? answered.attempt.startedAt,
  };
}

/** The service's amount less this computer's, where both are in one currency and differ. */
function differenceOf({ amount, currencyId }: Facts, answer: ReturnType<typeof answerOf>): string | null {
  if (answer?.amount == null || answer.currencyId !== currencyId) return null;
  const by = new Big(answer.amount).minus(amount);
  return by.eq(0) ? null : by.toFixed();
}

const record = (names: Record<string, string>, id: number | string): RecordCell => ({
  as: "record",
  id: String(id),
  name: names[String(id)] ?? null,
});
const money = (value: string, currencyId: string): AmountCell => ({ as: "amount", value, currencyId });
const bare = (value: string, currencyId: string): AmountCell => ({ ...money(value, currencyId), bare: true });

/** How many characters a person can read out, and still distinguish the entries of a shop. */
const SHORT = 8;

function headOf(words: Words, { settings, names, madeAt, entry }: SlipContent, facts: Facts): Part[] {
  const { t, formats } = words;
  const { body, kind } = facts;
  const { big, text } = statusWords(words, facts.state);
  const fact = (label: string, value: Phrase, more: Pick<Fact, "wide"> = {}): Fact => ({
    label,
    value: [value],
    ...more,
  });
  const enteredAt = kind === "taxVoucher" ? facts.body.updatedAt : (facts.body.createdAt ?? entry.createdAt);
  const enteredFact = fact(t("field.entered"), [{ as: "dateTime", at: enteredAt }]);
  const by = (["enteredBy", "approvedBy"] as const).flatMap((how) => {
    const name = nameCell(how === "enteredBy" ? entry.person : entry.approver);
    return name === null ? [] : [fact(t(`print.${how}`), [name])];
  });
  const status = body.status === null ? null : String(body.status);
  const meaning = status === null ? undefined : meaningOf(settings.statusMeanings, status);
  return [
    { is: "text", text: [t(`print.slip.${kind}Text`)] },
    { is: "number", label: t("print.slip.number"), code: body.serialNo.slice(0, SHORT) },
    {
      is: "status",
      loud: facts.state !== "confirmed",
      big,
      text: `${text} ${t("print.status.asOf", { at: isolated(formats.dateTime(madeAt)) })}.`,
    },
    {
      is: "facts",
      facts: [
        ...(kind === "taxVoucher"
          ? [enteredFact, ...by]
          : [
              fact(t("field.supplierAccountId"), [record(names.accounts, facts.body.supplierAccountId)], {
                wide: true,
              }),
              enteredFact,
              ...by,
              fact(t("field.storeId"), [record(names.stores, facts.body.storeId)]),
              fact(t("field.cashOrBankAccountId"), [record(names.accounts, facts.body.cashOrBankAccountId)]),
            ]),
        fact(t("field.currencyId"), [{ as: "code", text: facts.currencyId }]),
        ...(status === null ? [] : [fact(t("print.slip.status"), [statusText(words, status, meaning)])]),
      ],
    },
  ];
}

/** A code with its meaning, or alone where nobody has written one. */
const statusText = ({ t }: Words, code: string, meaning: string | undefined): string =>
  meaning === undefined
    ? isolated(code)
    : t("components.code.meaning", { code: isolated(code), meaning: isolated(meaning) });

/** What of a line counts goods, one column each. */
const GOODS = COLUMNS.flatMap((column) => (column.countsGoods ? [column] : []));
/** The least width of a column of numbers, in millimetres. */
const NUMBER_MM = { quantity: 14, freeQuantity: 11, receivedQuantity: 15, price: 14, total: 16 };

function lineRow(
  words: Words,
  names: PrintNames,
  currencyId: string,
  line: ReturnLine,
  number: number,
): TableRow {
  const { t, formats } = words;
  const total = totalOf(line).toFixed();
  const product = record(names.products, line.productId);
  const unit = record(names.measureUnits, line.measureUnitId);
  const unitText: Phrase = [
    unit.name === null ? { as: "code", text: unit.id } : { as: "text", text: unit.name },
  ];
  const date = (key: "produced" | "expires", at: string | null): Phrase | null =>
    at === null ? null : [t(`print.line.${key}`, { date: isolated(formats.date(at)) })];
  const counts = GOODS.map((column): Phrase | null =>
    column.required || line[column.field] === "0"
      ? null
      : [t(`print.line.${column.id}`, { count: isolated(formats.decimal(line[column.field])) })],
  );
  const dates = [date("produced", line.productionAt), date("expires", line.expiryAt)];
  const [description = "", ...more] = paragraphsOf(line.description ?? "", 400);
  const described: Phrase[] = description === "" ? [] : [[{ as: "text", text: description }]];
  const under = (...asides: (Phrase | null)[]): Phrase[] =>
    [dotted(...asides), ...described].filter((phrase) => phrase.length > 0);
  return {
    key: String(number),
    cells: [
      { cell: [{ as: "count", value: number }] },
      { cell: [product], under: under(...dates) },
      { cell: unitText },
      ...GOODS.map(({ field }) => ({ cell: [{ as: "quantity" as const, value: line[field] }] })),
      ...[line.price, total].map((value) => ({ cell: [bare(value, currencyId)] })),
    ],
    stacked: [
      { label: [{ as: "count", value: number }, ". ", product] },
      {
        // The price of one unit: "2 Box of 12 × …" could be read as 2 or as 24.
        label: [
          { as: "quantity", value: line.quantity },
          " × ",
          bare(line.price, currencyId),
          " / ",
          { as: "text", text: unit.name ?? unit.id },
        ],
        value: [bare(total, currencyId)],
        strong: true,
        under: under(...counts, ...dates),
      },
    ],
    more: entered(more),
  };
}

const columnsOf = ({ t }: Words): ReportColumn[] => [
  { label: t("field.rowNo"), width: { least: 5 } },
  { label: t("field.productId") },
  { label: t("field.measureUnitId"), width: { least: 12, most: 24 } },
  ...([...GOODS.map(({ field }) => field), "price", "total"] as const).map((field) => ({
    label: t(`field.${field}`),
    width: { least: NUMBER_MM[field] },
    end: true as const,
  })),
];

function totalsOf(words: Words, { entry, settings }: SlipContent, facts: Facts): ReportLine[] {
  const { t, formats } = words;
  const answer = answerOf(entry);
  const difference = differenceOf(facts, answer);
  const isReturn = facts.kind === "purchaseReturn";
  const lines: ReportLine[] = [
    {
      label: [t(isReturn ? "field.total" : "field.requestedAmount")],
      value: [money(facts.amount, facts.currencyId)],
      under: isReturn ? [[t("print.slip.arithmetic")]] : [],
    },
  ];
  if (answer !== null) {
    const meaning = answer.status === null ? undefined : meaningOf(settings.statusMeanings, answer.status);
    const said = { id: isolated(answer.transactionId ?? "—"), at: isolated(formats.dateTime(answer.at)) };
    lines.push({
      label: [t("print.slip.service")],
      value: answer.amount === null ? null : [money(answer.amount, answer.currencyId ?? "")],
      under: [
        [
          answer.status === null || meaning === undefined
            ? t("print.slip.serviceOther", said)
            : t("print.slip.serviceText", {
                ...said,
                status: isolated(statusText(words, answer.status, meaning)),
              }),
        ],
      ],
    });
  }
  if (difference !== null)
    lines.push({
      label: [t("print.slip.difference")],
      value: [money(difference, facts.currencyId)],
      loud: true,
    });
  return lines.map((line) => ({ ...line, strong: true }));
}

function references({ t }: Words, { settings }: SlipContent, { documentReferences }: Body): Part[] {
  const paragraphs = documentReferences.flatMap(({ type, otherType, reference, url, description }) => {
    const code = String(type);
    const name =
      meaningOf(settings.referenceTypeMeanings, code) ??
      t("print.slip.referenceType", { type: isolated(code) });
    const words = [name, otherType ?? "", reference, url ?? "", description ?? ""];
    return paragraphsOf(
      words
        .filter((part) => part.trim() !== "")
        .map(isolated)
        .join(" · "),
    );
  });
  return [
    {
      is: "prose",
      key: "references",
      title: t("field.references"),
      paragraphs: paragraphs.map((text) => [text]),
    },
  ];
}

/** What the code proves is said beside it; a slip without one says so, so that nobody misses it. */
function checkPart({ t }: Words, { code, why }: SlipCheck): Part {
  const read = code === null ? null : readSlipCode(code);
  if (code === null || read === null)
    return { is: "text", text: [t(`print.check.none.${why ?? "tooLong"}`)], look: "small" };
  return {
    is: "qr",
    code,
    label: t("print.check.label"),
    beside: [
      { text: [t("print.check.text", { key: isolated(keyIdOf(read.keyId)) })] },
      { text: [t("print.check.proves")], look: "small" },
      { text: [`${t("print.check.hash")} `, { as: "code", text: read.bodyHash }], look: "small" },
    ],
  };
}

/** The slip of one entry. */
export function slipReport(words: Words, content: SlipContent): Report {
  const { t } = words;
  const { entry, practice } = content;
  const facts = factsOf(entry);
  const { kind, body } = facts;
  const { big } = statusWords(words, facts.state);
  const isReturn = kind === "purchaseReturn";
  const deviceId = kind === "purchaseReturn" ? facts.body.creatorDeviceId : facts.body.deviceId;
  const title = t(`print.slip.${kind}`);
  return {
    title,
    shopName: content.settings.shopName,
    practice,
    running: [
      [title, " · ", { as: "code", text: body.serialNo }],
      [{ as: "strong", text: practice ? `${t("status.practice.badge")} · ${big}` : big }],
    ],
    head: headOf(words, content, facts),
    parts: [
      { is: "prose", key: "note", title: t("field.note"), paragraphs: entered(paragraphsOf(body.note)) },
      ...(facts.kind === "purchaseReturn"
        ? [
            {
              is: "table" as const,
              title: null,
              columns: columnsOf(words),
              rows: facts.body.tenantTransactionProductInputs.map((line, index) =>
                lineRow(words, content.names, facts.currencyId, line, index + 1),
              ),
              none: "",
              after: null,
            },
          ]
        : []),
      { is: "totals", lines: totalsOf(words, content, facts) },
      ...references(words, content, body),
      checkPart(words, content.check),
    ],
    foot: [
      {
        is: "blanks",
        labels: isReturn
          ? [t("print.slip.handedOver"), t("print.slip.received")]
          : [t("print.slip.approved")],
      },
      {
        is: "ids",
        ids: [
          [t("field.serialNo"), body.serialNo],
          [t("field.entry"), entry.entryId],
          [t("field.tenantId"), String(entry.tenantId)],
          [t("field.userId"), String(body.creatorUserId)],
          [t("field.deviceId"), deviceId],
          [t("print.slip.hash"), entry.requestHash],
        ],
      },
      imprint(words, content.madeAt),
    ],
    holds: [body.serialNo, bare(facts.amount, facts.currencyId), big],
  };
}
