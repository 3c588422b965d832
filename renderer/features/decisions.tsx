import { Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { discardOf, type EntryDetail } from "../../contract/channels/posting.ts";
import {
  DECIDABLE_STATES,
  type DecidableState,
  type EntryState,
  UNDECIDED_STATES,
} from "../../contract/entry-states.ts";
import { evidenceMissing, statusOfEntry } from "../../contract/entry-status.ts";
import { OPERATIONS } from "../../contract/operations.ts";
import { type EntryProblem, heldReasonOf } from "../../contract/reasons/entry-problem.ts";
import type { Allowance } from "../../contract/rights.ts";
import { replyErrorOf } from "../client/api.ts";
import { useMay } from "../client/may.ts";
import { useSend } from "../client/queries.ts";
import { evidenceWords, issuesOf, reasonWords } from "../i18n/error-words.ts";
import { matchesCombo } from "../shortcuts/keys.tsx";
import { Button } from "../ui/button.tsx";
import { KindName } from "../ui/name.tsx";
import { Notice, type NoticeKind } from "../ui/notice.tsx";
import { Amount } from "./amount.tsx";
import classes from "./decisions.module.css";
import { CorrectButton, ProblemWords } from "./entries.tsx";
import { ErrorPanel, HelpLink } from "./help.tsx";
import { AllowanceNote } from "./people/allowance-note.tsx";
import { Who } from "./people/who.tsx";

/** Which entry a decision is about, and how much it is: said once more where it can't be taken back. */
function EntryLine({ entry }: { entry: EntryDetail }) {
  return (
    <p className="dim breaks" data-testid="decision-entry">
      <KindName kind={entry.kind} /> · <bdi>{entry.subject}</bdi>
      {entry.localAmount === null ? null : (
        <>
          {" · "}
          <Amount value={entry.localAmount} currencyId={entry.currencyId} />
        </>
      )}
    </p>
  );
}

interface ResendFormProps {
  entry: EntryDetail;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Sending again what may be in the books already can't be taken back: it wants a second press, on its own words. */
function ResendForm({ entry, busy, error, onConfirm, onKeep }: ResendFormProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves it, from whichever button has the keyboard
    <div
      className="stack gap-12"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onKeep();
      }}
    >
      <EntryLine entry={entry} />
      <p className="semi">{t("outbox.do.resendDoes.outcome_unknown")}</p>
      <p className="breaks">
        {entry.localAmount === null ? (
          t("outbox.do.twiceNoAmount")
        ) : (
          <>
            {t("outbox.do.twice")} <Amount value={entry.localAmount} currencyId={entry.currencyId} />
          </>
        )}
      </p>
      <ErrorPanel error={error} />
      <div className={classes.buttons}>
        <Button busy={busy} onClick={onConfirm}>
          {t("outbox.do.resendConfirm")}
        </Button>
        <Button variant="default" onClick={onKeep} autoFocus data-autofocus>
          {t("outbox.do.keep")}
        </Button>
      </div>
    </div>
  );
}

interface WordsFormProps {
  entry: EntryDetail;
  /** Exactly what will happen. */
  does: string;
  question: string;
  confirm: string;
  may: Allowance;
  busy: boolean;
  error: Error | null;
  onConfirm: (words: string) => void;
  onKeep: () => void;
}

/** A decision that can't be taken back: it wants words, and a second press. */
function WordsForm(props: WordsFormProps) {
  const { entry, does, question, confirm, may, busy, error, onConfirm, onKeep } = props;
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [missing, setMissing] = useState(false);
  const issue = error === null ? undefined : issuesOf(replyErrorOf(error))[0];
  const submit = () => {
    if (words.trim() === "") setMissing(true);
    else if (!busy) onConfirm(words);
  };
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDownCapture={(event) => {
        // The screen's main action is meant nowhere else than here while a reason is written.
        if (!matchesCombo(event.nativeEvent, "Mod+Enter")) return;
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <EntryLine entry={entry} />
      <p className="semi">{does}</p>
      <AllowanceNote of={may} />
      <Textarea
        label={question}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onKeep();
        }}
        error={missing ? t("errors.reason.required") : issue === undefined ? null : reasonWords(t, issue)}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        autoFocus
      />
      {error === null || issue !== undefined ? null : <ErrorPanel error={error} />}
      <div className={classes.buttons}>
        <Button type="submit" busy={busy}>
          {confirm}
        </Button>
        <Button variant="default" onClick={onKeep}>
          {t("outbox.do.keep")}
        </Button>
      </div>
    </form>
  );
}

/** Where an entry's form takes it up again to be corrected. */
const correctionPath = (entry: EntryDetail): string | null => {
  const { form } = OPERATIONS[entry.kind];
  return form === null ? null : `${form}?corrects=${entry.entryId}`;
};

interface ChoiceProps {
  does: string;
  /** Whether the person may; what they may never do isn't offered. */
  may?: Allowance;
  children: ReactNode;
}

function Choice({ does, may = "allowed", children }: ChoiceProps) {
  if (may === "never") return null;
  return (
    <li className={`${classes.choice} row gap-4-12`} title={does}>
      {children}
      <div className="words-36">
        <p className="note breaks">{does}</p>
        <AllowanceNote of={may} />
      </div>
    </li>
  );
}

type Asking = "discard" | "record" | "resend";

interface OpenDecisionsProps {
  entry: EntryDetail;
  state: DecidableState;
  asking: Asking | null;
  setAsking: (asking: Asking | null) => void;
}

function OpenDecisions({ entry, state, asking, setAsking }: OpenDecisionsProps) {
  const { t } = useTranslation();
  const resend = useSend("outbox.resend", {
    onSuccess: () => {
      setAsking(null);
      notifications.show({ message: t("outbox.do.resent") });
    },
  });
  const discard = useSend("outbox.discard", {
    onSuccess: () => notifications.show({ message: t("outbox.do.discarded") }),
  });
  const record = useSend("outbox.markRecorded", {
    onSuccess: () => notifications.show({ message: t("outbox.do.recorded") }),
  });
  const mayDiscard = useMay("discard");
  const mayConfirm = useMay("confirm");
  const mayResend = useMay(...(state === "outcome_unknown" ? (["resendUnknown"] as const) : []));
  const mayCorrect = useMay(entry.kind, ...discardOf(state));
  const { entryId } = entry;
  const correction = entry.replaceable ? correctionPath(entry) : null;
  if (asking === "discard")
    return (
      <WordsForm
        entry={entry}
        does={t(`outbox.do.discardDoes.${state}`)}
        question={t("outbox.do.discardReason")}
        confirm={t("outbox.do.discardConfirm")}
        may={mayDiscard}
        busy={discard.isPending}
        error={discard.error}
        onConfirm={(reason) => discard.mutate({ entryId, reason })}
        onKeep={() => setAsking(null)}
      />
    );
  if (asking === "record")
    return (
      <WordsForm
        entry={entry}
        does={t("outbox.do.recordDoes")}
        question={t("outbox.do.recordEvidence")}
        confirm={t("outbox.do.recordConfirm")}
        may={mayConfirm}
        busy={record.isPending}
        error={record.error}
        onConfirm={(evidence) => record.mutate({ entryId, evidence })}
        onKeep={() => setAsking(null)}
      />
    );
  if (asking === "resend")
    return (
      <ResendForm
        entry={entry}
        busy={resend.isPending}
        error={resend.error}
        onConfirm={() => resend.mutate({ entryId })}
        onKeep={() => setAsking(null)}
      />
    );
  return (
    <>
      <ErrorPanel error={resend.error ?? discard.error ?? record.error} />
      <ul className={classes.choices}>
        {correction === null ? null : (
          <Choice
            does={t(entry.kind === "taxVoucher" ? "outbox.do.correctVoucherDoes" : "outbox.do.correctDoes")}
            may={mayCorrect}
          >
            <CorrectButton path={correction} />
          </Choice>
        )}
        {mayRecord(state) ? (
          <Choice does={t("outbox.do.recordDoes")} may={mayConfirm}>
            <Button variant="default" onClick={() => setAsking("record")}>
              {t("outbox.do.record")}
            </Button>
          </Choice>
        ) : null}
        <Choice does={t(`outbox.do.resendDoes.${state}`)} may={mayResend}>
          <Button
            variant="default"
            busy={resend.isPending}
            onClick={() => (state === "outcome_unknown" ? setAsking("resend") : resend.mutate({ entryId }))}
          >
            {state === "pending" || state === "retry_wait" ? t("outbox.do.sendNow") : t("outbox.do.resend")}
          </Button>
        </Choice>
        <Choice does={t(`outbox.do.discardDoes.${state}`)} may={mayDiscard}>
          <Button variant="default" onClick={() => setAsking("discard")}>
            {t("outbox.do.discard")}
          </Button>
        </Choice>
      </ul>
    </>
  );
}

/** What a person may do with the entry, each with exactly what will happen. */
export function Decisions({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const { state } = entry;
  const [asked, setAsked] = useState<{ what: Asking; when: DecidableState } | null>(null);
  // It may be tried while somebody writes a reason: what is half written stays until it is over.
  const shown = isDecidable(state) ? state : state === "in_flight" ? asked?.when : undefined;
  if (shown === undefined) return null;
  return (
    <section aria-label={t("outbox.do.title")} data-asking={asked !== null}>
      <OpenDecisions
        entry={entry}
        state={shown}
        asking={asked?.what ?? null}
        setAsking={(what) => setAsked(what === null ? null : { what, when: shown })}
      />
    </section>
  );
}

// Which decisions a person has, by the state of an entry. The engine decides again and is the one that
// counts.

const DECIDABLE: readonly EntryState[] = DECIDABLE_STATES;
const UNDECIDED: readonly EntryState[] = UNDECIDED_STATES;

/** Whether anything at all can be decided. */
export function isDecidable(state: EntryState): state is DecidableState {
  return DECIDABLE.includes(state);
}

/** Only what went out can have been recorded. */
export const mayRecord = (state: DecidableState): boolean => UNDECIDED.includes(state);

/** How an entry is shown that waits for a person; the others are in quiet words, for nothing is to be done. */
const KINDS: Partial<Record<EntryDetail["state"], NoticeKind>> = {
  outcome_unknown: "warn",
  dead_letter: "bad",
};

/** The program ended over the answer: what is kept of that are its own words. */
const isAnswerNotRead = (entry: EntryDetail): boolean =>
  entry.state === "outcome_unknown" && entry.attempts.at(-1)?.outcome === "answer_not_read";

/** What the state means; null where the journey says it all. */
function meaningOf(entry: EntryDetail) {
  const held = heldReasonOf(entry.lastProblem);
  if (entry.state === "outcome_unknown" && held !== null) return `outbox.means.held.${held}` as const;
  if (isAnswerNotRead(entry)) return "outbox.means.answerNotRead";
  const status = statusOfEntry(entry);
  return status === "confirmed" ? null : (`outbox.means.${status}` as const);
}

/** Whether what the entry means doesn't say it already. */
const saysMore = (problem: EntryProblem): boolean =>
  heldReasonOf(problem) === null &&
  problem.code !== "stopped_reading" &&
  problem.code !== "no_evidence" &&
  problem.code !== "not_understood";

/** The state in plain words, the service's own words, and what a person said about it. */
export function EntryMeaning({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const missing = evidenceMissing(entry);
  const newest = entry.attempts.findLast(({ endedAt }) => endedAt !== null);
  const problem = entry.lastProblem;
  const kind = missing !== null ? "warn" : KINDS[entry.state];
  const meaning = meaningOf(entry);
  const means = [
    meaning === null ? null : t(meaning),
    missing === null ? null : evidenceWords(t, missing),
  ].filter((words) => words !== null);
  const said =
    problem === null || missing !== null || !saysMore(problem) ? null : (
      <div>
        <h3 className={classes.heading}>
          {problem.code === "answered" ? t("outbox.detail.serviceWords") : t("outbox.detail.networkWords")}
        </h3>
        <blockquote className={classes.words} dir="auto">
          <ProblemWords problem={problem} kind={entry.kind} />
        </blockquote>
        {newest?.outcome === "service_refused" ? <p>{t("outbox.attempts.outcome.service_refused")}</p> : null}
      </div>
    );
  // What to correct is looked for before what a refusal means.
  const isReasonFirst = entry.state === "dead_letter";
  return (
    <div className="stack gap-12">
      {isReasonFirst ? said : null}
      {means.length === 0 ? null : kind === undefined ? (
        <p className="words-36">{means.join(" ")}</p>
      ) : (
        <Notice kind={kind}>{means.join(" ")}</Notice>
      )}
      {entry.correctedByEntryId === null ? null : (
        <p className={`${classes.links} wrap`}>
          <Link href={`/outbox/${entry.correctedByEntryId}`} data-testid="corrected-by">
            {t("outbox.detail.correctedBy")}
          </Link>
        </p>
      )}
      {isReasonFirst ? null : said}
      {entry.resolution === null || entry.resolution.kind === "corrected" ? null : (
        <div>
          <h3 className={classes.heading}>{t(`outbox.resolution.${entry.resolution.kind}`)}</h3>
          <blockquote className={classes.words} dir="auto">
            {entry.resolution.words}
          </blockquote>
          <p className="note if-any">
            <Who {...entry.resolution} />
          </p>
        </div>
      )}
      {entry.state === "outcome_unknown" ? (
        <div>
          <h3 className={classes.heading}>{t("outbox.unknown.title")}</h3>
          <ol className={`${classes.steps} indent`}>
            <li>{t("outbox.unknown.first")}</li>
            <li>{t("outbox.unknown.found")}</li>
            <li>{t("outbox.unknown.notFound")}</li>
            <li>{t("outbox.unknown.unsure")}</li>
          </ol>
        </div>
      ) : null}
      {entry.state === "outcome_unknown" ? <HelpLink page="unknown-outcome" /> : null}
      {entry.state === "dead_letter" ? <HelpLink page="refused-entry" /> : null}
      {entry.state === "confirmed" ? <HelpLink page="confirmed-and-wrong" /> : null}
    </div>
  );
}
