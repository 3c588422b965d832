/** Reads from the engine what a print shows. Never asked while something is posted, and never writes. */

import { spacedCode } from "../../../contract/channels/pin.ts";
import type {
  BackupKeyContent,
  BadgeContent,
  ChecklistContent,
  CodeContent,
  DaySheetContent,
  PrintNames,
  SlipContent,
  SlipKeyContent,
  StatementContent,
} from "../../../contract/channels/printing.ts";
import type { Paper, Settings } from "../../../contract/channels/shell.ts";
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../../contract/channels.ts";
import { CountersideError, valueIn } from "../../../contract/error.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import type { EntryId } from "../../../contract/values.ts";
import type { Invoke } from "../engine/engine-host.ts";
import type { SlipKey } from "../slip-key.ts";

type EntryDetail = ChannelOutput<"outbox.get">;

const PAGE = 200;
const STATEMENT_PAGE = 1_000;
/** As many lines as a slip may have: what comes after them is said to be missing. */
const MOST_RETURNS = 5_000;

interface CollectorDeps {
  invoke: Invoke;
  settings: () => Settings;
  now: () => number;
  slipKey: Pick<SlipKey, "check" | "status">;
}

export interface Collector {
  slip(entryId: EntryId, paper: Paper): Promise<SlipContent>;
  checklist(form: ChecklistContent["form"]): Promise<ChecklistContent>;
  slipKey(paper: Paper): Promise<SlipKeyContent>;
  daySheet(number: number, paper: Paper): Promise<DaySheetContent>;
  /** All its returns, up to a bound; `cursor` is left where there are more. */
  statement(
    of: ChannelInput<"statements.get">,
    paper: Paper,
    form: StatementContent["form"],
  ): Promise<StatementContent>;
  badge(personId: string, paper: Paper): Promise<BadgeContent>;
  /** Asks nobody: a PIN may be set before there is a connection. */
  recoveryCode(code: string, paper: Paper): CodeContent;
  backupKey(key: ChannelInput<"print.backupKey">, paper: Paper): BackupKeyContent;
}

/** Makes the collector. */
export function createCollector({ invoke, settings, now, slipKey }: CollectorDeps): Collector {
  const ask = async <Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<ChannelOutput<Name>> => {
    return parseChannelOutput(channel, valueIn(await invoke(channel, input)));
  };

  const surroundings = async (wanted: readonly Wanted[]) => {
    const connection = await ask("connection.get", {});
    if (connection === null) throw new CountersideError("not_connected", {});
    const { practice, tenantId, userId } = connection;
    const names = await findNames((input) => ask("mirror.search", input), wanted);
    return { settings: settings(), names, practice, tenantId, userId, madeAt: new Date(now()).toISOString() };
  };

  /** Around what has to do with no connection. */
  const unconnected = () => ({
    settings: settings(),
    practice: false,
    names: { accounts: {}, stores: {}, products: {}, measureUnits: {}, currencyDigits: {} },
    madeAt: new Date(now()).toISOString(),
  });

  /** All of them, oldest first, read page by page. */
  const unknownEntries = async (): Promise<EntryDetail[]> => {
    const ids: string[] = [];
    let before: number | undefined;
    for (;;) {
      const { entries } = await ask("outbox.list", {
        states: ["outcome_unknown"],
        limit: PAGE,
        ...(before === undefined ? {} : { beforeSequence: before }),
      });
      ids.push(...entries.map((entry) => entry.entryId));
      before = entries.at(-1)?.sequence;
      if (entries.length < PAGE) break;
    }
    const details: EntryDetail[] = [];
    await fewAtOnce(ids, async (entryId) => {
      details.push(await ask("outbox.get", { entryId }));
    });
    // One may have been decided since the list was read.
    return details.filter(({ state }) => state === "outcome_unknown").sort((a, b) => a.sequence - b.sequence);
  };

  return {
    slip: async (entryId, paper) => {
      const entry = await ask("outbox.get", { entryId });
      if (entry.kind !== "purchaseReturn" && entry.kind !== "taxVoucher")
        throw new CountersideError("wrong_state", { reason: "no_slip", kind: entry.kind });
      const around = await surroundings(wantedNames([entry], true));
      const check = await slipKey.check(entry, around.practice, Date.parse(around.madeAt));
      return { kind: "slip", paper, entry, check, ...around };
    },
    daySheet: async (number, paper) => {
      const sheet = await ask("daySheets.get", { number });
      return { kind: "daySheet", paper, sheet, ...(await surroundings([])) };
    },
    slipKey: async (paper) => {
      const { publicKey } = await slipKey.status();
      if (publicKey === null) throw new CountersideError("vault_unavailable", {});
      return { kind: "slipKey", paper, publicKey, ...unconnected() };
    },
    statement: async (of, paper, form) => {
      const asked = { ...of, limit: STATEMENT_PAGE };
      const statement = await ask("statements.get", asked);
      while (statement.cursor !== null && statement.rows.length < MOST_RETURNS) {
        const { rows, cursor } = await ask("statements.get", { ...asked, cursor: statement.cursor });
        statement.rows.push(...rows);
        statement.cursor = cursor;
      }
      const period = { from: of.from ?? null, to: of.to ?? null };
      return { kind: "statement", paper, form, statement, ...period, ...(await surroundings([])) };
    },
    badge: async (personId, paper) => {
      const { people } = await ask("people.list", {});
      const person = people.find((one) => one.personId === personId && one.active);
      if (person === undefined)
        throw new CountersideError("not_found", { reason: "person", field: "personId", personId });
      return { kind: "badge", paper, personId, name: person.name, ...unconnected() };
    },
    recoveryCode: (code, paper) => ({
      kind: "recoveryCode",
      paper,
      code: spacedCode(code),
      ...unconnected(),
    }),
    backupKey: ({ publicKey, key, words }, paper) => ({
      kind: "backupKey",
      paper,
      publicKey,
      key,
      words,
      ...unconnected(),
    }),
    checklist: async (form) => {
      const entries = await unknownEntries();
      return { kind: "checklist", form, entries, ...(await surroundings(wantedNames(entries, false))) };
    },
  };
}

// Which names a print needs, and how they are found.

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
