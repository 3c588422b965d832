/** What every start asks before the window is seen, so that it is seen once, with its answers. */
import { defaultScheduler, notifyManager, type QueryClient } from "@tanstack/react-query";
import type { Settings } from "../../contract/channels/shell.ts";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../contract/channels.ts";
import { NEWEST, UNDECIDED } from "../../contract/first-questions.ts";
import { invoke } from "../client/api.ts";
import { channelKey, KNOWN_BEFORE } from "../client/queries.ts";
import { askSettings, knownSettings } from "../client/settings.ts";
import { dayOf } from "../lib/time.ts";

/** An engine that is still at work on its files keeps the window empty no longer than this. */
const PATIENCE_MS = 250;
/** Where the window shows what was known before, the engine is started once that is seen. */
const PATIENCE_SEEN_MS = 1_500;

/**
 * Asks everything. `settings` gives the settings as they are known then; `shown` settles when the window has what it is
 * to be seen with: all answers, or those of before where the books are as they were, or what came until it took too
 * long. Neither rejects. What is drawn meanwhile gets all answers together, at the end: each by itself would have the
 * window drawn anew. `after` settles when they took too long.
 */
export function askFirst(
  client: QueryClient,
  after: (ms: number) => Promise<void> = (ms) => new Promise((settle) => setTimeout(settle, ms)),
): { settings: Promise<Settings>; shown: Promise<void> } {
  const held: (() => void)[] = [];
  notifyManager.setScheduler((tell) => void held.push(tell));
  const patience = after(PATIENCE_MS);
  const before = showBefore(client);
  const answered = Promise.race([
    askAll(client).catch((error: unknown) => console.error("the first questions were not asked", error)),
    before.then((isShown) => (isShown ? after(PATIENCE_SEEN_MS) : patience)),
  ]).then(() => {
    notifyManager.setScheduler(defaultScheduler);
    for (const tell of held) tell();
  });
  return {
    settings: Promise.all([askSettings(client), before]).then(() => knownSettings(client)),
    shown: before.then((isShown) => (isShown ? undefined : answered)),
  };
}

/** Shows what was answered when the books were closed, until it is answered anew. True where there is something. */
async function showBefore(client: QueryClient): Promise<boolean> {
  const answers = await invoke("start.answers", {}).then(
    (given) => given.answers,
    () => null,
  );
  if (answers === null) return false;
  const { connection, status, books } = answers;
  const summary = books === null ? null : countedOn(books.summary, dayOf(Date.now()));
  if (books !== null && summary === null) return false;
  const show = <Name extends ChannelName>(
    channel: Name,
    input: ChannelInput<Name>,
    value: ChannelOutput<Name>,
  ) => {
    const key = channelKey(channel, input);
    if (client.getQueryData(key) === undefined) client.setQueryData(key, value, { updatedAt: KNOWN_BEFORE });
  };
  show("connection.get", {}, connection);
  show("sync.status", {}, status);
  if (books === null || summary === null) return true;
  show("outbox.summary", {}, summary);
  show("outbox.list", UNDECIDED, books.undecided);
  show("outbox.list", NEWEST, books.newest);
  show("draft.list", {}, books.drafts);
  show("mirror.counts", {}, books.counts);
  return true;
}

type Summary = ChannelOutput<"outbox.summary">;
const NOTHING_DONE = { purchaseReturns: 0, taxVouchers: 0, restores: 0, answerMs: null };

/** The summary as it is on another day: since its last one nothing was entered. Null where the clock was set back. Pure. */
export function countedOn(summary: Summary, today: string): Summary | null {
  const last = summary.days.at(-1)?.date;
  if (last === undefined || last > today) return null;
  const counted = new Map(summary.days.map((day) => [day.date, day]));
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const days = summary.days.map((_, index, { length }) => {
    const date = new Date(Date.UTC(year, month - 1, day - (length - 1 - index))).toISOString().slice(0, 10);
    return counted.get(date) ?? { date, ...NOTHING_DONE };
  });
  return { ...summary, days };
}

/** All at once: a question that waits for another's answer, or for its part of the window, costs another drawing. */
async function askAll(client: QueryClient): Promise<void> {
  const ask = <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) =>
    client.prefetchQuery({ queryKey: channelKey(channel, input), queryFn: () => invoke(channel, input) });
  // Refused where there is no connection. Nothing is kept of that: the screens ask these with a connection only.
  const askOfShop = async <Name extends ChannelName>(channel: Name, input: ChannelInput<Name>) => {
    await ask(channel, input);
    const query = client.getQueryCache().find({ queryKey: channelKey(channel, input), exact: true });
    if (query?.state.status === "error") query.reset();
  };
  // The system may look for printers for long: they are asked for early, and not waited for.
  void ask("print.printers", {});
  await Promise.all([
    // The first of the engine's answers: where nobody is signed in, nothing else is drawn.
    ask("people.status", {}),
    ask("connection.get", {}),
    ask("sync.status", {}),
    ask("recovery.refusal", {}),
    ask("pin.status", {}),
    ask("vault.status", {}),
    ask("disk.status", {}),
    ask("ownerPolicy.get", {}),
    askOfShop("outbox.summary", {}),
    askOfShop("outbox.list", UNDECIDED),
    askOfShop("outbox.list", NEWEST),
    askOfShop("recovery.report", {}),
    askOfShop("backup.status", {}),
    askOfShop("draft.list", {}),
    askOfShop("mirror.counts", {}),
  ]);
}
