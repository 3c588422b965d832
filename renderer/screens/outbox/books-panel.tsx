import { IconArrowBackUp, IconFileSearch } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileWord, NUMBER_STYLES } from "../../../contract/channels/file-reading.ts";
import { MATCHES, type Match, type Proposal } from "../../../contract/channels/unknown.ts";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount } from "../../features/amount.tsx";
import { useReasonWords } from "../../features/files/names.ts";
import { readFailure } from "../../features/files/read-failure.ts";
import { withAnswer } from "../../features/files/word-choices.ts";
import { WordQuestions } from "../../features/files/words.tsx";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { isolated, leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { KindName } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./books.module.css";

/** The file's columns; a test of the engine's reading holds it to them. */
const COLUMNS = ["serialNo", "date", "currencyId", "amount", "status"] as const;
const EXAMPLE = { point: "1,234.56", comma: "1.234,56" } as const;

interface FailureProps {
  error: Error;
  columns: string;
  onNumbers: (numbers: (typeof NUMBER_STYLES)[number]) => void;
}

/** Why the file can't be used, and what to do. */
function Failure({ error, columns, onNumbers }: FailureProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reply = replyErrorOf(error);
  const read = readFailure(reply);
  if (read === null) return <ErrorPanel error={error} />;
  const named = formats.list(
    read.columns.map((name) => {
      const known = COLUMNS.find((column) => column === name);
      return isolated(known === undefined ? name : t(`field.${known}`));
    }),
  );
  return (
    <div role="alert" data-testid="books-failure">
      <Notice kind="bad" title={t(`referenceData.failure.${read.failure}.what`, { columns: named })}>
        {read.failure === "numbers_undecided" ? (
          <div className="row gap-4-12">
            {NUMBER_STYLES.map((style) => (
              <Button key={style} variant="default" onClick={() => onNumbers(style)}>
                {t("outbox.books.numbers", { example: leftToRight(EXAMPLE[style]) })}
              </Button>
            ))}
          </div>
        ) : (
          t("outbox.books.failureTodo", { columns })
        )}
        <details>
          <summary>{t("errors.details")}</summary>
          <pre className={classes.problem} dir="ltr">
            {reply.message}
          </pre>
        </details>
      </Notice>
    </div>
  );
}

interface BooksPanelProps {
  onBack: () => void;
  onOpen: (entryId: string) => void;
}

/** Settles unknown outcomes by a file that the bookkeeper exported; whatever it finds, a person decides. */
export function BooksPanel({ onBack, onOpen }: BooksPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  /** The file in hand, and what was said of how it is read. */
  const [asked, setAsked] = useState<ChannelInput<"unknown.match"> | null>(null);
  const latest = useRef(asked);
  /** Of the last look: they stay in sight while the file is looked at again. */
  const [words, setWords] = useState<readonly FileWord[]>([]);
  const match = useSend("unknown.match", {
    // The answer about another file may come after a new one was chosen.
    onSuccess: (matched, { path }) => path === latest.current?.path && setWords(matched.words),
  });
  const lookAgain = (input: ChannelInput<"unknown.match">) => {
    latest.current = input;
    setAsked(input);
    match.mutate(input);
  };
  const choose = useSend("file.choose", {
    onSuccess: (chosen) => {
      if (chosen.path === null) return;
      setWords([]);
      lookAgain({ path: chosen.path });
    },
  });
  const columns = formats.list(COLUMNS.map((name) => isolated(t(`field.${name}`))));
  const failed = choose.error ?? match.error;
  // What to ask the bookkeeper for makes room for what the file shows.
  const isMatched = asked !== null && failed === null;
  return (
    <section
      className={`${classes.panel} scroll-y stack from-top gap-12 h-full`}
      aria-label={t("outbox.books.title")}
      data-testid="books-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onBack();
      }}
    >
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp size="1.125rem" aria-hidden="true" />}
        onClick={onBack}
      >
        {t("action.backToList")}
      </Button>
      <h2 tabIndex={-1}>{t("outbox.books.title")}</h2>
      {isMatched ? null : <p className={`${classes.means} dim`}>{t("outbox.books.intro", { columns })}</p>}
      <p className={`${classes.means} dim`}>{t("outbox.books.decides")}</p>
      <div className="row gap-4-12">
        <Button
          data-testid="books-choose"
          variant={match.data === undefined ? "filled" : "default"}
          busy={choose.isPending || match.isPending}
          leftSection={<IconFileSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => choose.mutate({ purpose: "booksFile" })}
        >
          {t("outbox.books.choose")}
        </Button>
        <HelpLink page="unknown-outcome" />
      </div>
      {failed === null ? null : (
        <Failure
          error={failed}
          columns={columns}
          onNumbers={(numbers) => asked !== null && lookAgain({ ...asked, numbers })}
        />
      )}
      {asked === null || words.length === 0 ? null : (
        <WordQuestions
          words={words}
          answers={asked.words ?? {}}
          mayBeEmpty={() => false}
          until={t("outbox.books.untilWords")}
          onAnswer={(answered, id) =>
            lookAgain({ ...asked, words: withAnswer(asked.words ?? {}, answered, id) })
          }
        />
      )}
      {match.data === undefined || failed !== null ? null : (
        <BooksResult key={match.submittedAt} matched={match.data} onOpen={onOpen} />
      )}
    </section>
  );
}

/** A press that can't be taken back: it wants a second one, on its own words. */
function SurePress(props: { ask: string; sure: string; does: string; busy: boolean; onSure: () => void }) {
  const { ask, sure, does, busy, onSure } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  if (!asked && !busy)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {ask}
      </Button>
    );
  return (
    <fieldset
      className={`${classes.sure} row gap-4-12 bare no-edge`}
      aria-label={ask}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        setAsked(false);
      }}
    >
      <p>{does}</p>
      <Button
        busy={busy}
        onClick={() => {
          setAsked(false);
          onSure();
        }}
      >
        {sure}
      </Button>
      <Button variant="default" autoFocus onClick={() => setAsked(false)}>
        {t("outbox.do.keep")}
      </Button>
    </fieldset>
  );
}

interface BooksItemProps {
  proposal: Proposal;
  /** Whether the file is evidence enough for a person to confirm by it. */
  confirmable: boolean;
  busy: boolean;
  onConfirm: () => void;
  onOpen: () => void;
}

/** One entry: what it is here, what the file has, and what can be done. */
function BooksItem({ proposal, confirmable, busy, onConfirm, onOpen }: BooksItemProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasons = useReasonWords();
  const { kind, subject, serialNo, ours, row, rows, date, amount, currencyId, status, problems } = proposal;
  const day = date === null ? "" : date.length > 10 ? formats.dateTime(date) : formats.date(date);
  return (
    <li className={`${classes.item} grid gap-4 pad-y-8`} data-testid="books-item">
      <div className="row between gap-4-12">
        <span>
          <KindName kind={kind} /> · <bdi>{subject}</bdi>
        </span>
        <Code short>{serialNo}</Code>
      </div>
      <dl className={`${classes.sides} rest-beside grid`}>
        <dt>{t("outbox.books.here")}</dt>
        <dd>{ours.amount === null ? "–" : <Amount value={ours.amount} currencyId={ours.currencyId} />}</dd>
        {row === null ? null : (
          <>
            <dt>{t("outbox.books.inTheBooks")}</dt>
            <dd>
              {amount === null ? null : <Amount value={amount} currencyId={currencyId} />}
              <span className={`${classes.place} note`}>
                {rows.length > 0
                  ? t("outbox.books.rows", { rows: isolated(rows.map(formats.count).join(", ")) })
                  : t("outbox.books.row", { row: isolated(formats.count(row)) })}
                {date === null ? "" : ` · ${isolated(day)}`}
                {status === null ? "" : ` · ${t("outbox.books.status", { status: isolated(status) })}`}
              </span>
            </dd>
          </>
        )}
      </dl>
      {problems.length === 0 ? null : <p className={classes.problem}>{reasons.ofRow(problems).join(" ")}</p>}
      <div className="row gap-4-12">
        {confirmable ? (
          <SurePress
            ask={t("outbox.do.record")}
            sure={t("outbox.do.recordConfirm")}
            does={t("outbox.do.recordDoes")}
            busy={busy}
            onSure={onConfirm}
          />
        ) : null}
        <Button variant="subtle" onClick={onOpen}>
          {t("outbox.books.open")}
        </Button>
      </div>
    </li>
  );
}

type BooksFile = Pick<ChannelOutput<"unknown.match">, "fileName" | "fileHash">;

/** File, fingerprint, row and what the books have there, so that anyone can look it up again. */
function evidenceOf(t: TFunction, { fileName, fileHash }: BooksFile, proposal: Proposal): string {
  const { row, date, amount, currencyId, status } = proposal;
  const inRow = t("outbox.books.evidence", {
    file: isolated(fileName),
    hash: isolated(fileHash),
    row: isolated(String(row)),
    date: isolated(String(date)),
    amount: isolated(`${amount} ${currencyId}`),
  });
  return status === null
    ? inRow
    : `${inRow} ${t("outbox.books.evidenceStatus", { status: isolated(status) })}`;
}

/** A person may take the row as evidence; for the others there is none to take. */
const CONFIRMABLE: readonly Match[] = ["recorded", "differs", "voucher"];

type Matched = ChannelOutput<"unknown.match">;

/** Confirms one after the other, each on its own; stops at the first that can't be. */
function useConfirm(matched: Matched) {
  const { t } = useTranslation();
  const [done, setDone] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (proposals: readonly Proposal[]): Promise<void> => {
    if (busy.length > 0) return;
    setBusy(proposals.map(({ entryId }) => entryId));
    setError(null);
    try {
      for (const proposal of proposals) {
        const { entryId } = proposal;
        await invoke("outbox.markRecorded", { entryId, evidence: evidenceOf(t, matched, proposal) });
        setDone((before) => [...before, entryId]);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy([]);
    }
  };
  return { done, busy, error, confirm };
}

interface BooksResultProps {
  matched: Matched;
  onOpen: (entryId: string) => void;
}

/** What the file says of each entry, by kind, with what a person may decide about it. */
function BooksResult({ matched, onOpen }: BooksResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasons = useReasonWords();
  const { done, busy, error, confirm } = useConfirm(matched);
  const { fileName, fileHash, covers, rows, rejected, rejectedCount, withoutSerial } = matched;
  const open = matched.proposals.filter(({ entryId }) => !done.includes(entryId));
  return (
    <div className="stack gap-12" aria-live="polite">
      <p>
        {t("outbox.books.read", { count: rows, file: isolated(fileName) })}{" "}
        {rows === 0
          ? null
          : t("outbox.books.covers", {
              from: isolated(formats.date(covers.from)),
              to: isolated(formats.date(covers.to)),
            })}
      </p>
      <p className={`${classes.hash} note breaks`}>
        {t("outbox.books.hash")} <Code>{fileHash}</Code>
      </p>
      {rejectedCount === 0 ? null : (
        <Notice kind="warn" title={t("outbox.books.rejected", { count: rejectedCount })}>
          {t("outbox.books.rejectedText")}
          <ul className={classes.rejected}>
            {rejected.slice(0, 5).map(({ line, problems }) => (
              <li key={line}>
                {t("outbox.books.row", { row: isolated(formats.count(line)) })}:{" "}
                {reasons.ofRow(problems).join(" ")}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {withoutSerial === 0 ? null : (
        <Notice kind="info">{t("outbox.books.withoutSerial", { count: withoutSerial })}</Notice>
      )}
      {done.length === 0 ? null : (
        <Notice kind="good">{t("outbox.books.confirmed", { count: done.length })}</Notice>
      )}
      <ErrorPanel error={error} />
      {open.length === 0 && done.length === 0 ? <p>{t("outbox.books.none")}</p> : null}
      {MATCHES.map((match) => {
        const group = open.filter((proposal) => proposal.match === match);
        if (group.length === 0) return null;
        return (
          <section
            key={match}
            className={`${classes.group} stack from-start gap-8 pad-above-12 line-above`}
            data-match={match}
            aria-labelledby={`books-${match}`}
          >
            <h3 id={`books-${match}`}>
              {t(`outbox.books.match.${match}.title`)} ({formats.count(group.length)})
            </h3>
            <p className={`${classes.means} dim`}>{t(`outbox.books.match.${match}.means`)}</p>
            {match === "recorded" && group.length > 1 ? (
              <SurePress
                ask={t("outbox.books.confirmAll", { count: group.length })}
                sure={t("outbox.do.recordConfirm")}
                does={t("outbox.books.confirmAllDoes", { count: group.length })}
                busy={busy.length > 1}
                onSure={() => void confirm(group)}
              />
            ) : null}
            <ul className="stack w-full list">
              {group.map((proposal) => (
                <BooksItem
                  key={proposal.entryId}
                  proposal={proposal}
                  confirmable={CONFIRMABLE.includes(match)}
                  busy={busy.includes(proposal.entryId)}
                  onConfirm={() => void confirm([proposal])}
                  onOpen={() => onOpen(proposal.entryId)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
