/** A sheet of the end of a day: what is kept of it, unchanged, with a place to sign. */
import type { DaySheet } from "../../contract/channels/day-sheets.ts";
import type { DaySheetContent } from "../../contract/channels/printing.ts";
import { isolated } from "../i18n/format.ts";
import {
  type AmountCell,
  byPerson,
  dotted,
  imprint,
  type Part,
  type Phrase,
  type Report,
  type ReportLine,
  type Words,
} from "./report.ts";

type LinesPart = Extract<Part, { is: "lines" }>;

const amountOf = (
  { amount, currencyId }: { amount: string | null; currencyId: string | null },
  look: Pick<AmountCell, "strong">,
): Phrase | null =>
  amount === null || currencyId === null ? null : [{ as: "amount", value: amount, currencyId, ...look }];

/** What each state is called. */
const STATES = {
  confirmed: "state.confirmed",
  confirmedByStaff: "state.confirmedByStaff",
  unsent: "state.unsent",
  unknown: "state.outcome_unknown",
  refused: "state.dead_letter",
  discarded: "state.discarded",
  corrected: "days.state.corrected",
} as const satisfies Record<DaySheet["states"][number]["state"], string>;

/** A person by the name that they had then, where people work here, and always by the service's user id. */
const whoWords = (
  { t }: Words,
  { person, userId }: Pick<DaySheet["discards"][number], "person" | "userId">,
): string => {
  const user = t("days.user", { user: isolated(String(userId)) });
  return person === null ? user : `${isolated(person.name)} · ${user}`;
};

/** How many of a kind, and how much where that is money. */
const sumLine = (
  { t }: Words,
  sum: DaySheet["states"][number] | DaySheet["entered"][number],
  of: string,
): ReportLine => ({
  label: [`${t(`operations.kind.${sum.kind}`)} · ${of}`],
  value: dotted([t("days.entries", { count: sum.entries })], amountOf(sum, { strong: true })),
});

function decisionLines(
  words: Words,
  decisions: DaySheet["discards"],
  last: (words: string) => string,
): ReportLine[] {
  const { t } = words;
  return decisions.map((decision) => ({
    label: dotted(
      [{ as: "time", at: decision.at }],
      decision.kind === null ? null : [t(`operations.kind.${decision.kind}`)],
      [{ as: "text", text: decision.subject }],
    ),
    value: amountOf(decision, {}) ?? [],
    under: [
      dotted(
        [whoWords(words, decision)],
        byPerson(words, "approvedBy", decision.approver),
        [{ as: "code", text: (decision.serialNo ?? decision.entryId).slice(0, 8) }],
        [last(decision.words)],
      ),
    ],
  }));
}

/** What is kept of the day: what was entered, what became of it, what is open, and what was decided. */
export function daySections(words: Words, sheet: DaySheet): LinesPart[] {
  const { t, formats } = words;
  const { entered, states, open } = sheet;
  const none = t("days.nothing");
  const section = (key: string, title: string, lines: ReportLine[]): LinesPart => ({
    is: "lines",
    key,
    title,
    groups: lines.map((line) => [line]),
    none,
  });
  const oldest =
    open.oldestAt === null
      ? t("days.noneOpen")
      : t("days.oldestAt", { at: isolated(formats.dateTime(open.oldestAt)) });
  return [
    section(
      "entered",
      t("days.entered"),
      entered.map((sum) => sumLine(words, sum, whoWords(words, sum))),
    ),
    section(
      "states",
      t("days.states"),
      states.map((sum) => sumLine(words, sum, t(STATES[sum.state]))),
    ),
    {
      ...section(
        "open",
        t(sheet.of === null ? "days.open" : "days.openOfPerson"),
        (["unsent", "unknown", "refused"] as const).map((state) => ({
          label: [t(STATES[state])],
          value: [t("days.entries", { count: open[state] })],
        })),
      ),
      after: { text: oldest, cut: false },
    },
    ...(["corrections", "discards", "confirmedByStaff"] as const).map((sort) => {
      const lines = decisionLines(words, sheet[sort], (last) =>
        sort === "corrections" ? t("days.replacedBy", { id: isolated(last.slice(0, 8)) }) : isolated(last),
      );
      const more = sheet.counts[sort] - lines.length;
      return {
        ...section(sort, `${t(`days.${sort}`)} (${formats.count(sheet.counts[sort])})`, lines),
        after: more > 0 ? { text: t("days.more", { count: more }), cut: false } : null,
      };
    }),
  ];
}

/** Which sheet it is. */
export function daySheetTitle({ t, formats }: Words, { number, day, of }: DaySheet): string {
  const title = t("days.sheetOf", { no: isolated(formats.count(number)), day: isolated(formats.date(day)) });
  return of === null ? title : `${title} · ${isolated(of.name)}`;
}

/** When it was made, and by whom. */
export function daySheetMade({ t, formats }: Words, { madeAt, userId, madeBy }: DaySheet): string {
  const [at, user] = [isolated(formats.dateTime(madeAt)), isolated(String(userId))];
  return madeBy === null
    ? t("days.made", { at, user })
    : t("days.madeBy", { at, user, name: isolated(madeBy.name) });
}

/** That it holds one person's part alone; null where it holds everything. */
export const daySheetOf = ({ t }: Words, { of }: DaySheet): string | null =>
  of === null ? null : t("days.ofPerson", { name: isolated(of.name) });

/** The sheet, as it is kept. */
export function daySheetReport(words: Words, { sheet, ...content }: DaySheetContent): Report {
  const { t } = words;
  const title = daySheetTitle(words, sheet);
  const whose = daySheetOf(words, sheet);
  const follows = [
    ...(whose === null ? [] : [whose]),
    ...(sheet.replaces === null ? [] : [t("days.replaces", { no: isolated(String(sheet.replaces)) })]),
    ...(sheet.replacedBy === null
      ? []
      : [t("days.replacedLater", { no: isolated(String(sheet.replacedBy)) })]),
  ];
  return {
    title,
    shopName: content.settings.shopName,
    practice: content.practice,
    running: [[title], content.practice ? [{ as: "strong", text: t("status.practice.badge") }] : []],
    head: [
      { is: "text", text: [daySheetMade(words, sheet)] },
      ...(follows.length === 0 ? [] : [{ is: "text", text: [follows.join(" ")], look: "strong" } as const]),
      { is: "text", text: [t("days.source")], look: "small" },
    ],
    parts: daySections(words, sheet),
    foot: [
      { is: "blanks", labels: [t("days.signed"), t("days.checked")] },
      {
        is: "ids",
        ids: [
          [t("field.tenantId"), String(sheet.tenantId)],
          [t("field.deviceId"), sheet.deviceId],
          [t("field.hash"), sheet.hash],
          [t("days.previousHash"), sheet.previousHash],
        ],
      },
      imprint(words, content.madeAt),
    ],
    holds: [sheet.hash],
  };
}
