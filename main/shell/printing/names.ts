/** Which names a print needs, and how they are found. */
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import type { PrintNames } from "../../../contract/channels/printing.ts";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";

type Search = (input: ChannelInput<"mirror.search">) => Promise<ChannelOutput<"mirror.search">>;
type NamedKind = "account" | "store" | "product" | "measureUnit";

/** A posting waits behind this many look-ups at most. */
const AT_ONCE = 4;
const ROWS = 50;
const ALL_CURRENCIES = 1_000;

const KEYS = {
  account: "accounts",
  store: "stores",
  product: "products",
  measureUnit: "measureUnits",
} as const satisfies Record<NamedKind, keyof PrintNames>;

export interface Wanted {
  kind: NamedKind;
  id: string;
}

/** The records that entries name, each once; goods only where the print lists them. */
export function wantedNames(entries: readonly EntryDetail[], goods: boolean): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const want = (kind: NamedKind, id: number | string) =>
    wanted.set(`${kind} ${id}`, { kind, id: String(id) });
  for (const entry of entries) {
    if (entry.kind !== "purchaseReturn") continue;
    const body = purchaseReturnBody.parse(parseExactJson(entry.requestBody));
    want("account", body.supplierAccountId);
    want("account", body.cashOrBankAccountId);
    want("store", body.storeId);
    if (!goods) continue;
    for (const line of body.tenantTransactionProductInputs) {
      want("product", line.productId);
      want("measureUnit", line.measureUnitId);
    }
  }
  return [...wanted.values()];
}

/** Runs the work over all items, a few at a time. */
export async function fewAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Looks the names up in the mirror; what it doesn't know is left out. */
export async function findNames(search: Search, wanted: readonly Wanted[]): Promise<PrintNames> {
  const found: PrintNames = { accounts: {}, stores: {}, products: {}, measureUnits: {}, currencyDigits: {} };
  await fewAtOnce(wanted, async ({ kind, id }) => {
    const { rows } = await search({ kind, text: id, limit: ROWS });
    for (const row of rows) if (row.kind === kind && String(row.id) === id) found[KEYS[kind]][id] = row.name;
  });
  const { rows } = await search({ kind: "currency", text: "", limit: ALL_CURRENCIES });
  for (const row of rows)
    if (row.kind === "currency" && row.digits !== null) found.currencyDigits[row.id] = row.digits;
  return found;
}
