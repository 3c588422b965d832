/** What stands on a slip, read from the frozen request body digit for digit. Pure. */
import Big from "big.js";
import type { PrintNames, SlipContent } from "../../contract/channels/printing.ts";
import { parseExactJson } from "../../contract/exact-json.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../contract/service/requests.ts";
import type { SlipState } from "../../contract/slip-code.ts";
import { slipStatusOf } from "../../contract/slip-status.ts";
import { answerOf, differenceOf, isNotYetConfirmed, type ServiceAnswer } from "./slip-status.ts";

/** A record by its name, where the mirror has one, and always by its id. */
export interface Named {
  id: string;
  name: string | null;
}

export interface SlipLine {
  number: number;
  product: Named;
  unit: Named;
  productionAt: string | null;
  expiryAt: string | null;
  price: string;
  quantity: string;
  freeQuantity: string;
  receivedQuantity: string;
  description: string;
  total: string;
}

export interface SlipReference {
  type: string;
  otherType: string;
  reference: string;
  url: string;
  description: string;
}

interface SlipCommon {
  serialNo: string;
  currencyId: string;
  /** By this counter's arithmetic. */
  amount: string;
  note: string;
  status: string | null;
  tenantId: string;
  userId: string;
  deviceId: string;
  enteredAt: string;
  references: SlipReference[];
  entryStatus: SlipState;
  notYetConfirmed: boolean;
  answer: ServiceAnswer | null;
  difference: string | null;
}

export type SlipModel = SlipCommon &
  (
    | { kind: "purchaseReturn"; supplier: Named; money: Named; store: Named; lines: SlipLine[] }
    | { kind: "taxVoucher" }
  );

const named = (names: Record<string, string>, id: number | string): Named => ({
  id: String(id),
  name: names[String(id)] ?? null,
});

interface SentReference {
  type: number | string;
  otherType: string | null;
  reference: string;
  url: string | null;
  description: string | null;
}

const referenceOf = (sent: SentReference): SlipReference => ({
  type: String(sent.type),
  otherType: sent.otherType ?? "",
  reference: sent.reference,
  url: sent.url ?? "",
  description: sent.description ?? "",
});

type ReturnBody = ReturnType<typeof purchaseReturnBody.parse>;

/** Price times quantity; free goods cost nothing. */
const totalOf = (line: { price: string; quantity: string }): Big => new Big(line.price).times(line.quantity);

const linesOf = (body: ReturnBody, names: PrintNames): SlipLine[] =>
  body.tenantTransactionProductInputs.map((line, index) => ({
    number: index + 1,
    product: named(names.products, line.productId),
    unit: named(names.measureUnits, line.measureUnitId),
    productionAt: line.productionAt,
    expiryAt: line.expiryAt,
    price: line.price,
    quantity: line.quantity,
    freeQuantity: line.freeQuantity,
    receivedQuantity: line.receivedQuantity,
    description: line.description ?? "",
    total: totalOf(line).toFixed(),
  }));

function returnModel({ entry, names }: SlipContent): SlipModel {
  const body = purchaseReturnBody.parse(parseExactJson(entry.requestBody));
  const sum = body.tenantTransactionProductInputs.reduce(
    (total, line) => total.plus(totalOf(line)),
    new Big(0),
  );
  const amount = sum.toFixed();
  return {
    kind: "purchaseReturn",
    ...commonOf(entry, body.currencyId, amount),
    note: body.note,
    status: body.status === null ? null : String(body.status),
    userId: String(body.creatorUserId),
    deviceId: body.creatorDeviceId,
    enteredAt: body.createdAt ?? entry.createdAt,
    references: body.documentReferences.map(referenceOf),
    serialNo: body.serialNo,
    supplier: named(names.accounts, body.supplierAccountId),
    money: named(names.accounts, body.cashOrBankAccountId),
    store: named(names.stores, body.storeId),
    lines: linesOf(body, names),
  };
}

function voucherModel({ entry }: SlipContent): SlipModel {
  const body = taxVoucherBody.parse(parseExactJson(entry.requestBody));
  return {
    kind: "taxVoucher",
    ...commonOf(entry, body.currencyId, body.amount),
    note: body.note,
    status: String(body.status),
    userId: String(body.creatorUserId),
    deviceId: body.deviceId,
    enteredAt: body.updatedAt,
    references: body.documentReferences.map(referenceOf),
    serialNo: body.serialNo,
  };
}

function commonOf(entry: SlipContent["entry"], currencyId: string, amount: string) {
  const entryStatus = slipStatusOf(entry);
  const answer = answerOf(entry);
  return {
    tenantId: String(entry.tenantId),
    currencyId,
    amount,
    entryStatus,
    notYetConfirmed: isNotYetConfirmed(entryStatus),
    answer,
    difference: differenceOf(amount, currencyId, answer),
  };
}

/** Throws where the entry is of a kind that has no slip, or its body is not what was frozen. */
export function slipModel(content: SlipContent): SlipModel {
  if (content.entry.kind === "purchaseReturn") return returnModel(content);
  if (content.entry.kind === "taxVoucher") return voucherModel(content);
  throw new TypeError(`there is no slip of a ${content.entry.kind}`);
}
