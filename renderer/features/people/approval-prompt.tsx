/** Another person approves what was held back: they see it in words, then type their PIN. */

import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AskedApproval } from "../../../contract/channels/people.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { shownState } from "../../../contract/entry-states.ts";
import { isRestore } from "../../../contract/operations.ts";
import { usePinAsk } from "../../client/api.ts";
import { useStanding } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { KindName } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Amount } from "../amount.tsx";
import { ErrorPanel } from "../help.tsx";
import pinClasses from "../pin/pin.module.css";
import { PinField, PinForm, usePinCall } from "../pin/pin-form.tsx";
import { releaseTyping } from "../scanning/held-typing.ts";
import classes from "./approval-prompt.module.css";
import { Who } from "./who.tsx";

type Entered = AskedApproval["enters"][number];

/** The sentence by which it is asked for. */
function asksOf({ right, enters, entry }: AskedApproval) {
  if (right === "discard" && enters.length > 0) return "approval.asks.replace";
  if (enters.length > 0 && entry !== null) return "approval.asks.correct";
  return isRestore(right) ? "approval.asks.undelete" : (`approval.asks.${right}` as const);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd className="breaks">{children}</dd>
    </div>
  );
}

interface RecordFactsProps {
  of: Pick<Entered, "kind" | "subject" | "currencyId" | "amount">;
  children?: ReactNode;
}

function RecordFacts({ of: { kind, subject, currencyId, amount }, children }: RecordFactsProps) {
  const { t } = useTranslation();
  return (
    <dl className={`${classes.facts} wrap gap-8-24`}>
      <Fact name={t("approval.fact.kind")}>
        <KindName kind={kind} />
      </Fact>
      {subject === "" ? null : (
        <Fact name={t(kind === "purchaseReturn" ? "field.supplierAccountId" : "approval.fact.subject")}>
          <bdi className="strong">{subject}</bdi>
        </Fact>
      )}
      {amount === null ? null : (
        <Fact name={t("field.amount")}>
          <Amount value={amount} currencyId={currencyId} />
        </Fact>
      )}
      {children}
    </dl>
  );
}

const MOST_NAMED = 5;

/** What would be entered: one thing with its facts, several as a short list. */
function Enters({ enters }: Pick<AskedApproval, "enters">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [only, second] = enters;
  if (only === undefined) return null;
  if (second === undefined)
    return (
      <RecordFacts of={only}>
        {only.lines === null ? null : <Fact name={t("field.lines")}>{formats.count(only.lines)}</Fact>}
      </RecordFacts>
    );
  return (
    <ul className={classes.named}>
      {enters.slice(0, MOST_NAMED).map(({ kind, subject }) => (
        <li key={`${kind} ${subject}`}>
          <KindName kind={kind} /> · <bdi className="strong">{subject}</bdi>
        </li>
      ))}
      {enters.length > MOST_NAMED ? (
        <li className="dim">{t("approval.more", { count: enters.length - MOST_NAMED })}</li>
      ) : null}
    </ul>
  );
}

/** The entry that is decided on or replaced. */
function DecidedEntry({ entry, replaced }: { entry: EntrySummary; replaced: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { kind, subject, currencyId, localAmount, person, createdAt } = entry;
  return (
    <section className="stack gap-8">
      {replaced ? <h3 className="small strong">{t("approval.replaces")}</h3> : null}
      <RecordFacts of={{ kind, subject, currencyId, amount: localAmount }}>
        <Fact name={t("approval.fact.state")}>
          <StateBadge state={shownState(entry)} />
        </Fact>
        <Fact name={t("approval.fact.entered")}>
          {formats.dateTime(createdAt)}
          <Who person={person} approver={entry.approver} after=" · " />
        </Fact>
      </RecordFacts>
    </section>
  );
}

/** In words what is approved, before a PIN is typed for it. */
function AskedWords({ asked }: { asked: AskedApproval }) {
  const { t } = useTranslation();
  const { enters, entry, words, askedBy } = asked;
  return (
    <div className={`${classes.asked} stack gap-12`} data-testid="approval-asked">
      <p className="strong breaks">{t(asksOf(asked), { name: askedBy.name, count: enters.length })}</p>
      <Enters enters={enters} />
      {entry === null ? null : <DecidedEntry entry={entry} replaced={enters.length > 0} />}
      {words === null ? null : (
        <div>
          <h3 className="small strong">{t("approval.reason")}</h3>
          <blockquote className="breaks as-typed" dir="auto">
            {words}
          </blockquote>
        </div>
      )}
    </div>
  );
}

interface ApproveFormProps {
  asked: AskedApproval;
  onAnswer: (given: boolean) => void;
}

function ApproveForm({ asked, onAnswer }: ApproveFormProps) {
  const { t } = useTranslation();
  const { approvers } = asked;
  const approve = usePinCall("people.approve");
  const only = approvers.length === 1 ? approvers[0]?.personId : undefined;
  const [personId, setPersonId] = useState(only ?? "");
  const [pin, setPin] = useState("");
  const [unchosen, setUnchosen] = useState(false);
  const names = useRef<HTMLFieldSetElement>(null);
  // They come when the box has already begun, with its focus on what closes it.
  useEffect(() => names.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), []);
  const submit = async () => {
    setUnchosen(personId === "");
    if (personId === "") return;
    const { approvalId } = asked;
    if ((await approve.send({ approvalId, personId, pin })) !== null) onAnswer(true);
    else setPin("");
  };
  return (
    <PinForm
      confirm={t("approval.approve")}
      back={t("action.cancel")}
      call={approve}
      onSubmit={submit}
      onBack={() => onAnswer(false)}
    >
      <AskedWords asked={asked} />
      <fieldset
        ref={names}
        className={`${classes.people} grid gap-8`}
        onKeyDown={({ key, currentTarget: { form } }) => {
          // A PIN that is typed right after the name goes into its field.
          if (/^\p{Nd}$/u.test(key)) form?.querySelector<HTMLElement>("[type=password]")?.focus();
        }}
      >
        <legend className="medium before-6">{t("approval.by")}</legend>
        {approvers.map((person, at) => (
          <label
            key={person.personId}
            className={`${classes.person} line gap-8 target pad-12-16 edged rounded`}
          >
            <input
              type="radio"
              name="approver"
              value={person.personId}
              checked={personId === person.personId}
              data-autofocus={(only === undefined && at === 0) || undefined}
              aria-invalid={unchosen || undefined}
              onChange={() => {
                setUnchosen(false);
                approve.clear();
                setPersonId(person.personId);
              }}
            />
            <bdi className="strong cut">{person.name}</bdi>
            <span className="note fixed push">{t(`people.role.${person.role}`)}</span>
          </label>
        ))}
        {unchosen ? (
          <p className="bad small" role="alert">
            {t("approval.choose")}
          </p>
        ) : null}
      </fieldset>
      <PinField
        label={t("pin.field.pin")}
        value={pin}
        onChange={setPin}
        error={approve.fieldError("pin")}
        autoFocus={only !== undefined}
        testId="approval-pin"
      />
    </PinForm>
  );
}

interface ApprovalProps {
  approvalId: string;
  onAnswer: (given: boolean) => void;
}

function Approval({ approvalId, onAnswer }: ApprovalProps) {
  const { t } = useTranslation();
  const who = useStanding();
  const { data: asked, error } = useChannel("people.asked", { approvalId });
  const workerId = who.state === "working" ? who.person.personId : null;
  const isTheirs = asked === undefined || asked.askedBy.personId === workerId;
  // Who asked has left, or is locked out: what they asked for isn't done in another's name.
  useEffect(() => {
    if (!isTheirs) onAnswer(false);
  }, [isTheirs, onAnswer]);
  if (error !== null) return <ErrorPanel error={error} />;
  if (asked === undefined) return <Loading />;
  if (asked.approvers.length > 0) return <ApproveForm asked={asked} onAnswer={onAnswer} />;
  return (
    <div className={pinClasses.stack}>
      <AskedWords asked={asked} />
      <Notice kind="warn">{t("approval.nobody")}</Notice>
      <div className="wrap gap-8">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** What was typed for the next return doesn't belong into the prompt, nor a PIN into that return. */
function useFreeKeys(isAsking: boolean): void {
  useEffect(() => {
    if (isAsking) releaseTyping();
  }, [isAsking]);
}

/** Shown over what was held back for another person's approval; the focus goes back to where it was. Mounted once. */
export function ApprovalPrompt() {
  const { t } = useTranslation();
  const asking = usePinAsk(({ asking: held }) => (held?.approvalId == null ? null : held));
  useFreeKeys(asking !== null);
  return (
    <Modal
      opened={asking !== null}
      onClose={() => asking?.answer(false)}
      title={t("approval.title")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("action.cancel") }}
    >
      {asking?.approvalId == null ? null : (
        <Approval key={asking.approvalId} approvalId={asking.approvalId} onAnswer={asking.answer} />
      )}
    </Modal>
  );
}
