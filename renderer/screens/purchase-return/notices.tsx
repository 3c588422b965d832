/** What is said around a return: what went wrong above it, and below it what became of the one before. */

import { CloseButton } from "@mantine/core";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useShallow } from "zustand/react/shallow";
import { type EntryStatus, statusOfEntry } from "../../../contract/entry-status.ts";
import { COLUMNS, columnIndex } from "../../../contract/return-line.ts";
import { useStanding } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount, useMoneyText } from "../../features/amount.tsx";
import { CorrectButton, EntryFollow } from "../../features/entries.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { useMayReplace } from "../../features/people/use-may-replace.ts";
import { PrintSlip } from "../../features/printing.tsx";
import { useRecordName } from "../../features/record-picker/records.tsx";
import { REFERENCE_FIELDS, typedReferences } from "../../features/references/reference-rows.ts";
import { isolated } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { NOTICE_ICONS, Notice, type NoticeKind } from "../../ui/notice.tsx";
import { HEADER_FIELDS, isTyped } from "./draft/draft.ts";
import type { Problem } from "./draft/problems.ts";
import { useForm, useProblemWords } from "./form-context.ts";
import { headField } from "./form-keys.ts";
import classes from "./notices.module.css";
import {
  activeLines,
  type PostedReturn,
  type PostRefusal,
  useFrame,
  useProblems,
  useReturns,
} from "./returns-store.ts";

/** A field to be corrected: what it is called, and the way there. */
interface FieldPlace {
  key: string;
  words: string;
  go: () => void;
}

const SHOWN = 5;

/** Why the return was not posted. Every field to be corrected is named, and one key leads there. */
function RefusalNotice({ refusal }: { refusal: PostRefusal }) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const { draftId, grid } = useForm();
  const problems = useProblems(draftId);
  const references = typedReferences(useFrame().references);
  const lines = useReturns(activeLines);
  if (refusal.kind === "error") return <ErrorPanel error={refusal.error} />;
  if (refusal.kind === "empty") {
    const why = lines.some(isTyped) ? "noQuantity" : "empty";
    return <Notice kind="warn" title={t(`purchaseReturn.refused.${why}`)} />;
  }
  const inHead = (name: string, problem: Problem, testId: string): FieldPlace => ({
    key: testId,
    words: t("purchaseReturn.refused.head", { name, why: words(problem) ?? "" }),
    // The drawer of the note and the references may first have to be drawn.
    go: () => headField(testId)?.focus(),
  });
  const places: FieldPlace[] = [
    ...([...HEADER_FIELDS, "note"] as const).flatMap((field) => {
      const problem = problems.header[field];
      return problem === undefined ? [] : [inHead(t(`field.${field}`), problem, `header-${field}`)];
    }),
    ...references.flatMap((_row, index) =>
      REFERENCE_FIELDS.flatMap((field) => {
        const problem = problems.references[`${index}.${field}`];
        const name = `${t("components.references.row", { number: index + 1 })}, ${t(`components.references.${field}`)}`;
        return problem === undefined ? [] : [inHead(name, problem, `reference-${index}-${field}`)];
      }),
    ),
    ...lines.flatMap((line, row) =>
      COLUMNS.flatMap(({ id, field }): FieldPlace[] => {
        const problem = problems.lines[line.lineId]?.[id];
        if (problem === undefined) return [];
        const named = {
          line: row + 1,
          column: t(`field.${field}`),
          why: words(problem) ?? "",
        };
        return [
          {
            key: `${row} ${id}`,
            words: t("purchaseReturn.refused.place", named),
            go: () => grid.current?.focusCell(row, columnIndex(id)),
          },
        ];
      }),
    ),
  ];
  if (places.length === 0) return null;
  return (
    <div role="alert">
      <Notice kind="warn" title={t("errors.notSent", { count: places.length })}>
        <div className={`${classes.places} row`}>
          {places.slice(0, SHOWN).map(({ key, words: named, go }) => (
            <Button key={key} variant="subtle" color="gray" fw={500} data-testid="refused-place" onClick={go}>
              {named}
            </Button>
          ))}
          {places.length > SHOWN ? (
            <span>{t("purchaseReturn.refused.more", { count: places.length - SHOWN })}</span>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}

/** What needs approval, before it is filled in. */
function MayEnter() {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = useMoneyText();
  const who = useStanding();
  const may = useMayReplace("purchaseReturn", useFrame().corrects);
  const limits = who.state === "working" ? Object.entries(who.may.returnsUpTo) : [];
  if (may !== "allowed" || limits.length === 0) return <AllowanceNote of={may} />;
  const named = formats.list(limits.map(([currencyId, amount]) => money(amount, currencyId)));
  return <p className="note">{t("approval.upTo", { limits: named })}</p>;
}

/** What went wrong, above the return. */
export function FormNotices({ correctionError }: { correctionError: unknown }) {
  const { t } = useTranslation();
  const { draftId } = useForm();
  const { unreadable, notKept, error, notEnteredHere } = useReturns(
    useShallow(({ unreadable, notKept, error, notEnteredHere }) => ({
      unreadable,
      notKept,
      error,
      notEnteredHere,
    })),
  );
  const refused = useReturns((state) => state.refused);
  return (
    <div className="if-any grid gap-8">
      <MayEnter />
      {unreadable === 0 ? null : (
        <Notice kind="warn" title={t("errors.unreadableDrafts", { count: unreadable })} />
      )}
      {Object.entries({ correctionError, notKept, error }).map(([name, found]) =>
        found === null ? null : <ErrorPanel key={name} error={found} />,
      )}
      {notEnteredHere ? <Notice kind="warn" title={t("purchaseReturn.copy.notEnteredHere")} /> : null}
      {refused?.draftId === draftId ? <RefusalNotice refusal={refused.refusal} /> : null}
    </div>
  );
}

/** That this return corrects an entry, and what becomes of that one. */
export function Correcting({ entryId }: { entryId: string }) {
  const { t } = useTranslation();
  return (
    <Notice kind="info" title={t("purchaseReturn.correcting")}>
      {t("purchaseReturn.correctingText")}
      <div>
        <EntryFollow entryId={entryId} noLink />
      </div>
    </Notice>
  );
}

type PostedOutcome = "kept" | "unknown" | "refused" | "confirmed" | "uncertain" | "discarded" | "corrected";

interface PostedStatus {
  outcome: PostedOutcome;
  kind: NoticeKind;
}

/** Of an entry that is not known yet too: only this disk is known to have it. */
const KEPT: PostedStatus = { outcome: "kept", kind: "info" };
const UNKNOWN: PostedStatus = { outcome: "unknown", kind: "warn" };
const CONFIRMED: PostedStatus = { outcome: "confirmed", kind: "good" };

const OF_ENTRY: Record<EntryStatus, PostedStatus> = {
  pending: KEPT,
  in_flight: KEPT,
  retry_wait: KEPT,
  outcome_unknown: UNKNOWN,
  noEvidence: UNKNOWN,
  dead_letter: { outcome: "refused", kind: "bad" },
  confirmed: CONFIRMED,
  confirmedOdd: CONFIRMED,
  confirmedByHand: CONFIRMED,
  confirmedWithoutEvidence: { outcome: "uncertain", kind: "warn" },
  discarded: { outcome: "discarded", kind: "info" },
  corrected: { outcome: "corrected", kind: "info" },
};

/** Amber where a person must decide or look in the books, red where it was refused; null: it is not known yet. */
export const postedStatusOf = (status: EntryStatus | null): PostedStatus =>
  status === null ? KEPT : OF_ENTRY[status];

const leave = (): void => useReturns.setState({ posted: null });

/**
 * The return that was entered last, and a place for the next one. That is there before there is one, since a screen
 * reader may not read a new element; and it becomes the notice itself, so that it is read once. None for the return that
 * corrects it, which names it.
 */
export function PostedNotices() {
  const { corrects, supplierAccountId } = useFrame();
  const posted = useReturns((state) => (state.posted?.entryId === corrects ? null : state.posted));
  const justPosted = useReturns((state) => state.justPosted);
  const count = useReturns((state) => state.postedBefore);
  return [
    <PostedNotice key={count} posted={posted} whole supplier={posted?.supplierAccountId ?? ""} />,
    // Nothing has to be looked up when it is posted.
    <PostedNotice
      key={count + 1}
      posted={justPosted}
      whole={false}
      supplier={justPosted?.supplierAccountId ?? supplierAccountId}
    />,
  ];
}

interface PostedNoticeProps {
  posted: PostedReturn | null;
  /** Not only its words, over the form: with all that can be done, and followed until it is settled. */
  whole: boolean;
  /** The account that it goes back to, or will. */
  supplier: string;
}

/** One line: on the disk at once. The next scan folds it, unless somebody must decide or correct. */
export const PostedNotice = memo(function PostedNotice({ posted, whole, supplier }: PostedNoticeProps) {
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<HTMLElement | null>(null);
  const followed = whole ? posted : null;
  const asked = { entryId: followed?.entryId ?? "" };
  const entry = useChannel("outbox.get", asked, { enabled: followed !== null }).data;
  const name = useRecordName("supplier", supplier || null);
  const { outcome, kind } = postedStatusOf(entry === undefined ? null : statusOfEntry(entry));
  const folded = posted?.folded === true && (kind === "info" || kind === "good");
  const shown = folded ? null : posted;
  const subject = entry?.subject ?? name;
  const words = shown === null ? undefined : t(`purchaseReturn.posted.${outcome}`, { count: shown.lines });
  const Icon = NOTICE_ICONS[kind];
  return (
    <section
      className={`${classes.strip} rounded`}
      data-kind={kind}
      data-outcome={outcome}
      data-shown={shown === null ? "none" : whole ? "whole" : "words"}
      data-testid={shown !== null && whole ? "posted-return" : undefined}
      aria-label={words}
    >
      <div className={`${classes.row} row gap-0-16 pad-y-4`}>
        <Icon size="1.25rem" stroke={1.7} aria-hidden="true" className={classes.icon} />
        <strong className={`${classes.words} strong flex gap-4 shrink min-w-0`} role="status">
          {shown === null ? null : (
            <>
              {/* Another return is on the screen by now: whose this was comes first. */}
              {subject === null ? null : (
                <span className={`${classes.whose} nowrap cut`} title={subject}>
                  {t("purchaseReturn.posted.of", { supplier: isolated(subject) })}
                </span>
              )}{" "}
              <span>{words}</span>
            </>
          )}
        </strong>
        {shown !== null && whole ? <PostedRest posted={shown} outcome={outcome} outcomeIn={printed} /> : null}
      </div>
      <div ref={setPrinted} className={classes.printed} />
    </section>
  );
});

interface PostedRestProps {
  posted: PostedReturn;
  outcome: PostedOutcome;
  /** Where it is shown how its slip was printed. */
  outcomeIn: HTMLElement | null;
}

/** What else is known of it, and what can be done. */
function PostedRest({ posted, outcome, outcomeIn }: PostedRestProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const confirmed = outcome === "confirmed";
  const answer = useChannel("documents.get", { serialNo: posted.serialNo }, { enabled: confirmed }).data;
  return (
    <>
      <span className="nowrap fixed">
        {t("purchaseReturn.posted.local")} <Amount value={posted.amount} currencyId={posted.currencyId} />
      </span>
      {confirmed ? (
        <span className="nowrap fixed">
          {t("purchaseReturn.posted.service")}{" "}
          <Amount
            value={answer?.document.serviceAmount ?? null}
            currencyId={answer?.document.currencyId ?? posted.currencyId}
          />
        </span>
      ) : (
        <EntryFollow entryId={posted.entryId} noLink />
      )}
      <Link
        href={`/documents/${posted.serialNo}`}
        className="accent"
        data-testid="posted-serial"
        title={t("action.openDocument")}
      >
        <Code short>{posted.serialNo}</Code>
      </Link>
      <span className={`${classes.actions} line fixed push`}>
        {outcome === "refused" ? (
          <CorrectButton path={`/purchase-return?corrects=${posted.entryId}`} onPress={leave} />
        ) : null}
        {outcome === "unknown" ? (
          <Button
            data-testid="posted-decide"
            onClick={() => {
              leave();
              navigate(`/outbox/${posted.entryId}`);
            }}
          >
            {t("purchaseReturn.posted.decide")}
          </Button>
        ) : null}
        <PrintSlip entryId={posted.entryId} icons outcomeIn={outcomeIn} />
        <CloseButton size="lg" aria-label={t("action.close")} onClick={leave} />
      </span>
    </>
  );
}
