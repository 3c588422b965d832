import { useTranslation } from "react-i18next";
import type { DaySheet } from "../../../../contract/channels/day-sheets.ts";
import { useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { PrintWays } from "../../../features/printing/print-ways.tsx";
import { isolated } from "../../../i18n/format.ts";
import { Code } from "../../../ui/code.tsx";
import { KindName } from "../../../ui/kind-name.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./days.module.css";

interface SumProps extends Pick<DaySheet["states"][number], "kind" | "entries" | "amount" | "currencyId"> {
  /** Whose they are, or what became of them. */
  of: string;
}

function Sum({ kind, of, entries, amount, currencyId }: SumProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <KindName kind={kind} />
        <span className="note block">
          {of} · {t("days.entries", { count: entries })}
        </span>
      </th>
      <td>{amount === null ? "–" : <Amount value={amount} currencyId={currencyId} />}</td>
    </tr>
  );
}

function Entered({ sheet }: { sheet: DaySheet }) {
  const { t } = useTranslation();
  if (sheet.entered.length === 0) return <p>{t("days.nothing")}</p>;
  return (
    <table className={`${classes.sums} w-full`}>
      <tbody>
        {sheet.entered.map(({ userId, ...sum }) => (
          <Sum
            key={`${sum.kind} ${userId} ${sum.currencyId}`}
            of={userId === null ? t("days.userUnknown") : t("days.user", { user: isolated(String(userId)) })}
            {...sum}
          />
        ))}
      </tbody>
    </table>
  );
}

function States({ sheet }: { sheet: DaySheet }) {
  const { t } = useTranslation();
  if (sheet.states.length === 0) return null;
  return (
    <table className={`${classes.sums} w-full`}>
      <caption>{t("days.states")}</caption>
      <tbody>
        {sheet.states.map(({ state, ...sum }) => (
          <Sum key={`${sum.kind} ${state} ${sum.currencyId}`} of={t(`days.state.${state}`)} {...sum} />
        ))}
      </tbody>
    </table>
  );
}

function Open({ sheet: { open } }: { sheet: DaySheet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <dl className={`${classes.open} wrap gap-8-32`}>
        {(["unsent", "unknown", "refused"] as const).map((state) => (
          <div key={state}>
            <dt>{t(`days.state.${state}`)}</dt>
            <dd>{formats.count(open[state])}</dd>
          </div>
        ))}
      </dl>
      <p>
        {open.oldestAt === null
          ? t("days.noneOpen")
          : t("days.oldestAt", { at: isolated(formats.dateTime(open.oldestAt)) })}
      </p>
    </>
  );
}

function Decisions({
  sheet,
  sort,
}: {
  sheet: DaySheet;
  sort: "corrections" | "discards" | "confirmedByStaff";
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const all = sheet.counts[sort];
  if (all === 0) return null;
  const more = all - sheet[sort].length;
  return (
    <section>
      <h3>
        {t(`days.${sort}`)} ({formats.count(all)})
      </h3>
      <ul className={`${classes.decisions} after-6 grid gap-8 bare`}>
        {sheet[sort].map((decision) => (
          <li key={`${decision.entryId} ${decision.at}`}>
            <span>
              <bdi>{formats.time(decision.at)}</bdi> ·{" "}
              {decision.kind === null ? null : <KindName kind={decision.kind} />} ·{" "}
              <bdi>{decision.subject}</bdi>
              {decision.amount === null ? null : (
                <>
                  {" · "}
                  <Amount value={decision.amount} currencyId={decision.currencyId} />
                </>
              )}
            </span>
            <span className="note">
              {t("days.user", { user: isolated(String(decision.userId)) })} ·{" "}
              {sort === "corrections"
                ? t("days.replacedBy", { id: isolated(decision.words.slice(0, 8)) })
                : isolated(decision.words)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="note">{t("days.more", { count: more })}</p> : null}
    </section>
  );
}

/** One sheet, as it is kept, with the buttons that print it. */
export function DaySheetView({ sheet }: { sheet: DaySheet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const print = useSend("print.daySheet");
  const { number, replaces, replacedBy } = sheet;
  return (
    <article className={classes.sheet} data-testid="day-sheet">
      <h2 tabIndex={-1}>
        {t("days.sheetOf", {
          no: isolated(formats.count(number)),
          day: isolated(formats.date(sheet.day)),
        })}
      </h2>
      <p className="note">
        {t("days.made", {
          at: isolated(formats.dateTime(sheet.madeAt)),
          user: isolated(String(sheet.userId)),
        })}
      </p>
      {replacedBy === null ? null : (
        <Notice kind="warn">{t("days.replacedLater", { no: isolated(formats.count(replacedBy)) })}</Notice>
      )}
      {replaces === null ? null : <p>{t("days.replaces", { no: isolated(formats.count(replaces)) })}</p>}
      <PrintWays
        words={t("days.print")}
        name="day-sheet"
        send={(to, paper) => print.mutate({ number, to, ...(paper === undefined ? {} : { paper }) })}
        busy={print.isPending}
        printed={print.data}
        error={print.error}
        untouched={t("days.stillHere")}
      />
      <h3>{t("days.entered")}</h3>
      <Entered sheet={sheet} />
      <States sheet={sheet} />
      <h3>{t("days.open")}</h3>
      <Open sheet={sheet} />
      <Decisions sheet={sheet} sort="corrections" />
      <Decisions sheet={sheet} sort="discards" />
      <Decisions sheet={sheet} sort="confirmedByStaff" />
      <p className={`${classes.hash} note`}>
        {t("days.hash")} <Code>{sheet.hash}</Code>
      </p>
    </article>
  );
}
