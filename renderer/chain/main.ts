/** The chain page: every counter of a shop folder, who needs somebody first. It sends nothing anywhere. */
import { type CounterAlarm, type RankedCounter, rankCounters } from "../../contract/counter-status.ts";
import { type Child, element, pageHeader } from "../one-file/element.ts";
import {
  type ChosenFile,
  droppedFiles,
  filesBeside,
  filesOf,
  type ReadCounter,
  type ReadFolder,
  readFolder,
} from "./read-counters.ts";
import {
  ageWords,
  chainWords,
  durationWords,
  filled,
  languageNow,
  momentWords,
  moneyWords,
  numberWords,
  speakIn,
} from "./words.ts";

type Ranked = RankedCounter<ReadCounter>;

const root = document.getElementById("chain");
if (root === null) throw new Error("the page has no #chain");
const place: HTMLElement = root;

/** Rows that are drawn at first. */
const ROWS = 300;
/** The files beside the page are read again so often. */
const AGAIN_MS = 60_000;

let read: ReadFolder | null = null;
let readAt = 0;
let isReading = false;
let text = "";
let onlyNeedy = false;
let most = ROWS;

const alarmWords = (alarm: CounterAlarm, { silentMs }: Ranked): string => {
  const words = chainWords();
  return alarm === "silent" && silentMs !== null
    ? filled(words.silent, { duration: durationWords(silentMs) })
    : words.alarm[alarm];
};

function needsCell(ranked: Ranked): HTMLElement {
  const [worst, ...others] = ranked.alarms;
  if (worst === undefined) return element("td", { className: "wide fine" }, chainWords().fine);
  const cell = element(
    "td",
    { className: "wide" },
    element("span", { className: "worst" }, alarmWords(worst, ranked)),
  );
  if (others.length > 0)
    cell.append(
      element("br"),
      element("span", { className: "dim" }, others.map((each) => alarmWords(each, ranked)).join(" · ")),
    );
  return cell;
}

const moneyLines = (value: Record<string, string>): HTMLElement[] =>
  Object.entries(value).map(([currency, sum]) => element("bdi", { dir: "ltr" }, moneyWords(sum, currency)));

function row(ranked: Ranked): HTMLElement {
  const { counter, unsent } = ranked;
  const age = (at: string | null): HTMLElement =>
    element("td", { title: at === null ? "" : momentWords(at) }, ageWords(at, readAt));
  const made = element(
    "tr",
    {},
    element(
      "td",
      {},
      element("bdi", {}, counter.name),
      element("br"),
      element("bdi", { className: "dim", dir: "ltr" }, counter.version),
      counter.practice ? ` · ${chainWords().practice}` : "",
    ),
    needsCell(ranked),
    element("td", { className: "number" }, numberWords(unsent)),
    element(
      "td",
      { className: "number" },
      ...moneyLines(counter.unsentValue).flatMap((line, at) => (at === 0 ? [line] : [element("br"), line])),
    ),
    age(counter.oldestUnsentAt),
    age(counter.lastConfirmedAt),
    age(counter.backupAt),
    age(counter.writtenAt),
  );
  made.dataset.alarms = ranked.alarms.join(" ");
  return made;
}

const isWanted = ({ counter, alarms }: Ranked): boolean =>
  (!onlyNeedy || alarms.length > 0) &&
  counter.name.toLocaleLowerCase().includes(text.toLocaleLowerCase().trim());

function table(shown: readonly Ranked[]): HTMLElement {
  const words = chainWords();
  const head = (text: string, className = ""): HTMLElement =>
    element("th", { scope: "col", className }, text);
  const heads = [
    head(words.name),
    head(words.needs),
    head(words.unsent, "number"),
    head(words.value, "number"),
    head(words.oldest),
    head(words.confirmed),
    head(words.backup),
    head(words.written),
  ];
  return element(
    "div",
    { className: "scroll", tabIndex: 0, role: "region", ariaLabel: words.title },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...shown.slice(0, most).map(row)),
    ),
  );
}

function totals(counted: ReturnType<typeof rankCounters>["totals"]): HTMLElement {
  const words = chainWords();
  const list = element("dl", { id: "totals" });
  const add = (label: string, ...values: Child[]): void =>
    list.append(
      element("div", {}, element("dt", {}, label), ...values.map((each) => element("dd", {}, each))),
    );
  add(words.title, numberWords(counted.counters));
  add(words.needy, numberWords(counted.needPerson));
  add(words.alarm.silent, numberWords(counted.silent));
  add(words.unsent, numberWords(counted.unsent));
  add(words.alarm.unknown, numberWords(counted.unknown));
  add(words.alarm.refused, numberWords(counted.refused));
  const value = moneyLines(counted.value);
  if (value.length > 0) add(words.value, ...value);
  return list;
}

function notices({ unreadable, missing, canCheck }: ReadFolder): HTMLElement[] {
  const words = chainWords();
  const said: string[] = [];
  const named = (names: readonly string[]): string => names.slice(0, 20).join(", ");
  if (!canCheck) said.push(words.unchecked);
  if (missing.length > 0) said.push(`${words.gone} (${numberWords(missing.length)}): ${named(missing)}`);
  if (unreadable.length > 0)
    said.push(`${words.notRead} (${numberWords(unreadable.length)}): ${named(unreadable)}`);
  return said.map((each) => element("p", { className: "notice", role: "alert" }, each));
}

/** What changes with the filter, without the field that is typed into. */
function results(folder: ReadFolder): HTMLElement[] {
  const words = chainWords();
  const { ranked, totals: counted } = rankCounters(folder.counters, readAt);
  const wanted = ranked.filter(isWanted);
  if (ranked.length === 0) return [...notices(folder), element("p", {}, words.empty)];
  const parts = [totals(counted), ...notices(folder), table(wanted)];
  if (wanted.length > most)
    parts.push(
      element("button", {
        id: "more",
        textContent: `${words.more} (${numberWords(wanted.length - most)})`,
        onclick: () => {
          most = Number.POSITIVE_INFINITY;
          draw();
        },
      }),
    );
  return parts;
}

const result = element("div", { id: "result" });
result.style.display = "contents";

function drawResults(): void {
  result.replaceChildren(...(read === null ? [] : results(read)));
}

function tools(): HTMLElement {
  const words = chainWords();
  return element(
    "div",
    { className: "tools" },
    element("input", {
      id: "search",
      type: "search",
      placeholder: words.search,
      ariaLabel: words.search,
      value: text,
      oninput: ({ target }) => {
        if (target instanceof HTMLInputElement) text = target.value;
        drawResults();
      },
    }),
    element("button", {
      id: "needy",
      ariaPressed: String(onlyNeedy),
      textContent: words.needy,
      onclick: () => {
        onlyNeedy = !onlyNeedy;
        draw();
      },
    }),
    element(
      "span",
      { className: "dim" },
      filled(words.readAt, { when: momentWords(new Date(readAt).toISOString()) }),
    ),
  );
}

/** The browser's own field speaks the system's language, and says of a page drawn anew that nothing was chosen. */
function chooser(): HTMLElement {
  const words = chainWords();
  const folder = element("input", {
    id: "folder",
    type: "file",
    multiple: true,
    webkitdirectory: true,
    hidden: true,
    onchange: () => void take(filesOf(folder.files ?? [])),
  });
  return element(
    "section",
    { className: "drop" },
    element("p", {}, words.choose),
    element("button", { id: "browse", textContent: words.browse, onclick: () => folder.click() }),
    folder,
    element("p", { className: "dim" }, words.local),
  );
}

function draw(): void {
  const words = chainWords();
  document.title = words.title;
  drawResults();
  place.replaceChildren(
    pageHeader(words, languageNow(), (other) => {
      speakIn(other);
      draw();
    }),
    ...(read === null || read.counters.length === 0 ? [] : [tools()]),
    ...(isReading ? [element("p", { role: "status" }, words.reading)] : []),
    result,
    chooser(),
    element("footer", { className: "dim" }, words.trust),
  );
}

async function take(files: readonly ChosenFile[]): Promise<void> {
  isReading = true;
  if (read === null) draw();
  const now = Date.now();
  const show = (found: ReadFolder): void => {
    read = found;
    readAt = now;
    most = ROWS;
    draw();
  };
  const found = await readFolder(files, now, show);
  isReading = false;
  show(found);
}

/** `again`: there was an index before. A wall's page goes on after a network that was away. */
async function takeBeside(again: boolean): Promise<void> {
  const files = await filesBeside();
  if (files !== null) await take(files);
  if (files !== null || again) setTimeout(() => void takeBeside(true), AGAIN_MS);
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer.items).then(take);
});
speakIn(navigator.language.startsWith("ar") ? "ar" : "en");
draw();
void takeBeside(false);
