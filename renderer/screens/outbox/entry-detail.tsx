import { Tabs } from "@mantine/core";
import {
  IconCheck,
  IconClock,
  IconMinus,
  IconQuestionMark,
  IconSend,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Attempt, EntryDetail } from "../../../contract/channels/posting.ts";
import { shownState } from "../../../contract/entry-states.ts";
import { statusOfEntry } from "../../../contract/entry-status.ts";
import { heldReasonOf } from "../../../contract/reasons/entry-problem.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount } from "../../features/amount.tsx";
import { Decisions, EntryMeaning } from "../../features/decisions.tsx";
import { DetailPanel, DetailTitle } from "../../features/detail-panel.tsx";
import { ProblemWords } from "../../features/entries.tsx";
import { Who } from "../../features/people/who.tsx";
import { PrintSlip } from "../../features/printing.tsx";
import { SentReferences } from "../../features/references/shown-references.tsx";
import { indentedJson } from "../../lib/text.ts";
import { Code } from "../../ui/code.tsx";
import { Scrolled } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Views } from "../../ui/views.tsx";
import classes from "./entry-detail.module.css";

interface AttemptLineProps extends Pick<EntryDetail, "kind"> {
  attempt: Attempt;
  number: number;
}

function AttemptLine({ attempt, number, kind }: AttemptLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const elapsed =
    attempt.endedAt === null ? null : Date.parse(attempt.endedAt) - Date.parse(attempt.startedAt);
  const facts = [
    formats.dateTime(attempt.startedAt),
    elapsed === null
      ? t("outbox.attempts.running")
      : t("outbox.attempts.took", { duration: formats.duration(elapsed) }),
    attempt.httpStatus === null ? null : t("outbox.attempts.http", { status: String(attempt.httpStatus) }),
    attempt.counted ? null : t("outbox.attempts.notCounted"),
  ].filter((fact) => fact !== null);
  // What the title says already is not said twice.
  const problem =
    attempt.outcome === "interrupted" || attempt.outcome === "answer_not_read" ? null : attempt.problem;
  return (
    <li className={`${classes.attempt} pad-y-8`} data-outcome={attempt.outcome ?? "running"}>
      <p className="semi">
        <span className={`${classes.attemptNumber} dim regular`}>
          {t("outbox.attempts.attempt", { number })}
        </span>
        {attempt.outcome === null
          ? t("outbox.attempts.running")
          : t(`outbox.attempts.outcome.${attempt.outcome}`)}
      </p>
      <p className="words-36 note breaks">{facts.join(" · ")}</p>
      {problem === null ? null : (
        <div className="words-36 note breaks">
          <ProblemWords problem={problem} kind={kind} />
        </div>
      )}
      {attempt.answerCut ? <p className="words-36 note breaks">{t("outbox.attempts.cut")}</p> : null}
      {attempt.responseBase64 === null ? null : (
        <p className="words-36 note breaks">{t("outbox.attempts.notText")}</p>
      )}
      {attempt.responseBody === null || attempt.responseBody === "" ? null : (
        <details className={classes.answer}>
          <summary>{t("outbox.attempts.answer")}</summary>
          <Scrolled tag="pre" dir="ltr" className={classes.body}>
            {indentedJson(attempt.responseBody)}
          </Scrolled>
        </details>
      )}
    </li>
  );
}

/** Every attempt to send the entry: when, for how long, and what came back. Newest last, as it happened. */
function Attempts({ attempts, kind }: Pick<EntryDetail, "attempts" | "kind">) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.heading}>{t("outbox.attempts.title")}</h3>
      {attempts.length === 0 ? (
        <p className="words-36 note breaks">{t("outbox.attempts.none")}</p>
      ) : (
        <ol className="list">
          {attempts.map((attempt, at) => (
            <AttemptLine key={attempt.startedAt} attempt={attempt} number={at + 1} kind={kind} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The frozen request: method, path, the hash of its bytes, and the bytes. */
function RequestBody({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const [view, setView] = useState<"indented" | "asSent">("indented");
  return (
    <section className="stack gap-12">
      <h3 className={classes.heading}>{t("outbox.request.title")}</h3>
      <p className="small mono breaks" dir="ltr">
        {entry.method} {entry.path}
      </p>
      <div>
        <p className="words-36 note breaks">
          {t("outbox.request.hash")} — {t("outbox.request.hashHint")}
        </p>
        <Code>{entry.requestHash}</Code>
      </div>
      <Views
        label={t("outbox.request.view")}
        views={[
          { value: "indented", words: t("outbox.request.indented") },
          { value: "asSent", words: t("outbox.request.asSent") },
        ]}
        shown={view}
        onShow={setView}
      >
        <Tabs.Panel value={view}>
          <Scrolled tag="pre" dir="ltr" className={classes.body}>
            {view === "indented" ? indentedJson(entry.requestBody) : entry.requestBody}
          </Scrolled>
        </Tabs.Panel>
      </Views>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What a person looks an entry up by. */
function Facts({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  return (
    <dl className={`${classes.facts} gap-8-24 wrap after-8`}>
      {entry.serialNo === null ? null : (
        <Fact name={t("field.serialNo")}>
          <Code signed>{entry.serialNo}</Code>
        </Fact>
      )}
      {entry.localAmount === null ? null : (
        <Fact name={t(entry.kind === "taxVoucher" ? "field.requestedAmount" : "outbox.detail.localAmount")}>
          <Amount value={entry.localAmount} currencyId={entry.currencyId} />
        </Fact>
      )}
      {entry.nextAttemptAt === null ? null : (
        <Fact name={t("field.nextAttempt")}>
          <TimeAgo at={entry.nextAttemptAt} ahead />
        </Fact>
      )}
    </dl>
  );
}

/** What support asks for, folded away; a long request is drawn only for who opens it. */
function Technical({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.technical} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("outbox.detail.technical")}</summary>
      {isOpen ? (
        <div className="stack gap-12">
          <dl className={`${classes.facts} gap-8-24 wrap after-8`}>
            <Fact name={t("outbox.detail.entryId")}>
              <Code>{entry.entryId}</Code>
            </Fact>
            <Fact name={t("outbox.detail.sequence")}>{formats.count(entry.sequence)}</Fact>
          </dl>
          <RequestBody entry={entry} />
        </div>
      ) : null}
    </details>
  );
}

function Links({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  return (
    <p className={`${classes.links} wrap`}>
      {entry.serialNo === null ? null : (
        <Link href={`/documents/${entry.serialNo}`}>{t("action.openDocument")}</Link>
      )}
      {entry.correctsEntryId === null ? null : (
        <Link href={`/outbox/${entry.correctsEntryId}`}>{t("outbox.detail.corrects")}</Link>
      )}
    </p>
  );
}

interface EntryDetailPanelProps {
  entryId: string;
  onBack: () => void;
}

/** All that is known of one entry, what it means, and what a person may do about it. */
export function EntryDetailPanel({ entryId, onBack }: EntryDetailPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useChannel("outbox.get", { entryId });
  return (
    <DetailPanel
      label={t("field.entry")}
      testId="entry-detail"
      query={query}
      onBack={onBack}
      foot={(entry) => <Decisions entry={entry} />}
    >
      {(entry) => (
        <>
          <header>
            <DetailTitle kind={entry.kind} name={entry.subject} />
            <p className="row gap-4-16">
              <StateBadge state={shownState(entry)} />
              <span className="words-36 note breaks">
                {t("field.entered")}: <bdi>{formats.dateTime(entry.createdAt)}</bdi>
                <Who person={entry.person} approver={entry.approver} after=" · " />
              </span>
            </p>
            <Facts entry={entry} />
          </header>
          {/* On a low screen only what comes first is in sight: of a refusal that is its reason. */}
          {entry.state === "dead_letter" ? <EntryMeaning entry={entry} /> : null}
          <Journey entry={entry} />
          {entry.state === "dead_letter" ? null : <EntryMeaning entry={entry} />}
          {entry.kind === "purchaseReturn" || entry.kind === "taxVoucher" ? (
            <PrintSlip entryId={entryId} />
          ) : null}
          <Links entry={entry} />
          {entry.kind === "purchaseReturn" || entry.kind === "taxVoucher" ? (
            <SentReferences
              entryId={entryId}
              requestBody={entry.requestBody}
              title={(words) => <h3 className={classes.heading}>{words}</h3>}
            />
          ) : null}
          <Attempts attempts={entry.attempts} kind={entry.kind} />
          <Technical entry={entry} />
        </>
      )}
    </DetailPanel>
  );
}

const ICONS: Record<Mark, TablerIcon | null> = {
  done: IconCheck,
  going: IconSend,
  waits: IconClock,
  doubt: IconQuestionMark,
  refused: IconX,
  ended: IconMinus,
  ahead: null,
};

const PLACES = [
  { place: "counter", name: "outbox.journey.counter" },
  { place: "connection", name: "outbox.journey.connection" },
  { place: "central", name: "field.service" },
] as const;

/** The way of an entry from this computer to the central system, with the stop where it is or broke. */
function Journey({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const journey = journeyOf(entry);
  return (
    <ol
      className={`${classes.journey} grid list`}
      aria-label={t("outbox.journey.label")}
      data-testid="journey"
    >
      {PLACES.map(({ place, name }) => {
        const { mark, words } = journey[place];
        const Icon = ICONS[mark];
        return (
          <li
            key={place}
            className={`${classes.stop} gap-2 breaks grid from-top min-w-0 relative`}
            data-mark={mark}
          >
            <span className={`${classes.sign} grid centred`} aria-hidden="true">
              {Icon === null ? null : <Icon size="1rem" stroke={2} />}
            </span>
            <span className="note">{t(name)}</span>
            <span className={classes.words}>{t(`outbox.journey.words.${words}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

// How far an entry has come on its way to the books, and where it stopped. Pure.

/** `ended`: staff stopped it. `ahead`: it has not come so far, or nothing is known of it there. */
type Mark = "done" | "going" | "waits" | "doubt" | "refused" | "ended" | "ahead";

interface Stop {
  mark: Mark;
  /** The key of its words in `outbox.journey`. */
  words:
    | ("saved" | "discarded" | "corrected")
    | ("notSent" | "sending" | "triesAgain" | "sent" | "answerLost" | "unsure")
    | ("nothing" | "mayHave" | "later" | "refused" | "confirmed" | "otherAnswer" | "byHand");
}

interface Journey {
  counter: Stop;
  connection: Stop;
  central: Stop;
}

const stop = (mark: Mark, words: Stop["words"]): Stop => ({ mark, words });

const SAVED = stop("done", "saved");
const SENT = stop("done", "sent");
const NOTHING = stop("ahead", "nothing");

type Way = Omit<Journey, "counter">;

/** Of one that was sent and is in nobody's hands now: what its newest attempt says. */
function wayAfter(entry: EntryDetail, lost: Mark): Way {
  const last = entry.attempts.at(-1)?.outcome ?? null;
  switch (last) {
    case null:
    case "no_connection":
      return { connection: stop("ahead", "notSent"), central: NOTHING };
    case "answer_lost":
    case "interrupted":
      return { connection: stop(lost, "answerLost"), central: stop("ahead", "mayHave") };
    case "no_evidence":
      return { connection: SENT, central: stop(lost, "otherAnswer") };
    case "refused":
    case "redirected":
      return { connection: SENT, central: stop("refused", "refused") };
    case "sign_in_needed":
    case "asked_to_wait":
    case "service_refused":
      return { connection: SENT, central: stop("waits", "later") };
    case "server_error":
    case "redirected_unknown":
    case "answer_not_read":
    case "accepted":
    case "accepted_not_understood":
      return { connection: SENT, central: stop(lost, "mayHave") };
  }
}

/** The three stops of an entry: this computer, the connection, the central system. */
export function journeyOf(entry: EntryDetail): Journey {
  const after = (central: Stop): Journey => ({ counter: SAVED, connection: SENT, central });
  const status = statusOfEntry(entry);
  switch (status) {
    case "pending":
      return { counter: SAVED, connection: stop("waits", "notSent"), central: NOTHING };
    case "in_flight":
      return { counter: SAVED, connection: stop("going", "sending"), central: NOTHING };
    case "retry_wait": {
      const way = wayAfter(entry, "waits");
      if (way.central !== NOTHING) return { counter: SAVED, ...way };
      return { counter: SAVED, connection: stop("waits", "triesAgain"), central: NOTHING };
    }
    case "outcome_unknown": {
      const way = wayAfter(entry, "doubt");
      if (heldReasonOf(entry.lastProblem) === null && way.central !== NOTHING)
        return { counter: SAVED, ...way };
      return { counter: SAVED, connection: stop("doubt", "unsure"), central: stop("ahead", "mayHave") };
    }
    case "noEvidence":
    case "confirmedWithoutEvidence":
      return after(stop("doubt", "otherAnswer"));
    case "dead_letter":
      return after(stop("refused", "refused"));
    case "confirmed":
    case "confirmedOdd":
      return after(stop("done", "confirmed"));
    case "confirmedByHand":
      return after(stop("done", "byHand"));
    case "discarded":
    case "corrected":
      return { counter: stop("ended", status), ...wayAfter(entry, "ahead") };
  }
}
