/** The checklist of unknown outcomes: one block an entry, with boxes to tick. */
import type { ReactNode } from "react";
import type { ChecklistContent } from "../../contract/channels/printing.ts";
import { type ChecklistEntry, checklistModel } from "./checklist-model.ts";
import { lastWordsOf, lookFor, outcomeWords } from "./checklist-words.ts";
import { textChunks } from "./paginate.ts";
import classes from "./print.module.css";
import {
  Blank,
  Code,
  isolated,
  Money,
  PracticeMark,
  type PrintDocument,
  Record,
  type Tools,
} from "./tools.tsx";

/** So many of the last attempts are listed; the sending history has them all. */
const LISTED = 4;
const SHORT = 300;

/** The beginning of a text; the whole stands in the outbox. */
const beginning = (text: string): string => {
  const [first = "", ...more] = textChunks(text, SHORT);
  return more.length === 0 ? first : `${first} …`;
};

function Attempts({ tools, entry }: { tools: Tools; entry: ChecklistEntry }) {
  const { t, formats } = tools;
  const earlier = Math.max(0, entry.attempts.length - LISTED);
  return (
    <>
      {earlier === 0 ? null : <div>{t("print.checklist.earlier", { count: earlier })}</div>}
      {entry.attempts.slice(earlier).map((attempt) => {
        const words = {
          number: attempt.number,
          at: isolated(formats.dateTime(attempt.startedAt)),
          outcome: outcomeWords(tools, attempt),
        };
        return (
          <div key={attempt.number}>
            {attempt.httpStatus === null
              ? t("print.checklist.attempt", words)
              : t("print.checklist.attemptHttp", { ...words, status: isolated(String(attempt.httpStatus)) })}
          </div>
        );
      })}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Tick = ({ children }: { children: ReactNode }) => (
  <div className={classes.tick}>
    <span className={classes.box} />
    {children}
  </div>
);

function Entry({ tools, entry }: { tools: Tools; entry: ChecklistEntry }) {
  const { t, formats } = tools;
  return (
    <section className={classes.entry}>
      <h2>
        <bdi>{formats.count(entry.number)}</bdi>. {t(`operations.kind.${entry.kind}`)} ·{" "}
        <bdi>{entry.subject}</bdi>
      </h2>
      <dl className={classes.facts} data-single="true">
        {entry.serialNo === null ? null : (
          <Fact label={t("print.slip.serialNo")}>
            <Code>{entry.serialNo}</Code>
          </Fact>
        )}
        {entry.record === null ? null : (
          <Fact label={t("print.checklist.record")}>
            <Code>{entry.record}</Code>
          </Fact>
        )}
        {entry.supplier === null ? null : (
          <Fact label={t("print.slip.supplier")}>
            <Record tools={tools} of={entry.supplier} />
          </Fact>
        )}
        {entry.amount === null ? null : (
          <Fact label={t("print.checklist.amount")}>
            <strong>
              <Money tools={tools} value={entry.amount} currencyId={entry.currencyId ?? ""} />
            </strong>
            {entry.lines === null ? null : <> · {t("print.checklist.counted", { count: entry.lines })}</>}
          </Fact>
        )}
        <Fact label={t("print.checklist.entered")}>
          <bdi>{formats.dateTime(entry.enteredAt)}</bdi>
          {entry.userId === null ? null : (
            <>
              {" "}
              · {t("print.checklist.user")} <Code>{entry.userId}</Code>
            </>
          )}
        </Fact>
        {entry.note.trim() === "" ? null : (
          <Fact label={t("print.checklist.note")}>
            <bdi>{beginning(entry.note)}</bdi>
          </Fact>
        )}
        <Fact label={t("print.checklist.attempts")}>
          <Attempts tools={tools} entry={entry} />
        </Fact>
        {entry.lastProblem === null ? null : (
          <Fact label={t("print.checklist.lastWords")}>
            <bdi>{beginning(lastWordsOf(tools, entry))}</bdi>
          </Fact>
        )}
        <Fact label={t("print.checklist.look")}>{lookFor(tools, entry)}</Fact>
      </dl>
      <div className={classes.ticks}>
        <Tick>
          <Blank label={t("print.checklist.found")} />
        </Tick>
        <Tick>{t("print.checklist.notFound")}</Tick>
        <Tick>{t("print.checklist.unsure")}</Tick>
        <Blank label={t("print.checklist.by")} />
      </div>
    </section>
  );
}

/** The checklist of all entries with an unknown outcome. */
export function checklistDocument(tools: Tools, content: ChecklistContent): PrintDocument {
  const { t, formats } = tools;
  const entries = checklistModel(content);
  const printed = t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) });
  return {
    tableHead: null,
    running: (
      <>
        <span>{t("print.checklist.title")}</span>
        <span>
          {content.practice ? <strong>{t("print.practice")} · </strong> : null}
          {printed}
        </span>
      </>
    ),
    pieces: [
      {
        key: "head",
        node: (
          <header>
            <PracticeMark tools={tools} />
            <h1>{t("print.checklist.title")}</h1>
            <p>{entries.length === 0 ? t("print.checklist.none") : t("print.checklist.text")}</p>
            <p className={classes.small}>
              {t("print.checklist.count", { count: entries.length })} · {t("print.slip.tenant")}{" "}
              <Code>{String(content.tenantId)}</Code> · {t("common.appName")} · {printed}
            </p>
          </header>
        ),
      },
      ...entries.map((entry) => ({
        key: entry.entryId,
        node: <Entry tools={tools} entry={entry} />,
      })),
    ],
  };
}
