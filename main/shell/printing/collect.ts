/** Reads from the engine what a print shows. Never asked while something is posted, and never writes. */
import type {
  ChecklistContent,
  CodeContent,
  DaySheetContent,
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
import { CountersideError } from "../../../contract/reply.ts";
import type { EntryId } from "../../../contract/values.ts";
import type { Invoke } from "../engine/engine-host.ts";
import { spacedCode } from "../pin/secret-hash.ts";
import type { SlipKey } from "../slip-key.ts";
import { fewAtOnce, findNames, type Wanted, wantedNames } from "./names.ts";

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
  /** Asks nobody: a PIN may be set before there is a connection. */
  recoveryCode(code: string, paper: Paper): CodeContent;
}

/** Makes the collector. */
export function createCollector({ invoke, settings, now, slipKey }: CollectorDeps): Collector {
  const ask = async <Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<ChannelOutput<Name>> => {
    const reply = await invoke(channel, input);
    if (!reply.ok) throw new CountersideError(reply.error.code, reply.error.message, reply.error.details);
    return parseChannelOutput(channel, reply.value);
  };

  const surroundings = async (wanted: readonly Wanted[]) => {
    const connection = await ask("connection.get", {});
    if (connection === null) throw new CountersideError("not_connected", "No service and tenant yet.");
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
        throw new CountersideError("wrong_state", "Only returns and vouchers have a slip.", {
          kind: entry.kind,
        });
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
      if (publicKey === null)
        throw new CountersideError("vault_unavailable", "There is no key: the system has no safe keyring.");
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
    recoveryCode: (code, paper) => ({
      kind: "recoveryCode",
      paper,
      code: spacedCode(code),
      ...unconnected(),
    }),
    checklist: async (form) => {
      const entries = await unknownEntries();
      return { kind: "checklist", form, entries, ...(await surroundings(wantedNames(entries, false))) };
    },
  };
}
