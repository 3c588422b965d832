import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import type { DecidableState } from "../../../contract/open-states.ts";
import { OPERATIONS } from "../../../contract/operations.ts";
import { useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { CorrectButton } from "../entries/correct-button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import { ResendForm, WordsForm } from "./decision-forms.tsx";
import { isDecidable, mayRecord } from "./decision-rules.ts";
import classes from "./decisions.module.css";

/** Where an entry's form takes it up again to be corrected. */
const correctionPath = (entry: EntryDetail): string | null => {
  const { form } = OPERATIONS[entry.kind];
  return form === null ? null : `${form}?corrects=${entry.entryId}`;
};

function Choice({ does, children }: { does: string; children: ReactNode }) {
  return (
    <li className={classes.choice} title={does}>
      {children}
      <p className={classes.does}>{does}</p>
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
  const { entryId } = entry;
  const correction = entry.replaceable ? correctionPath(entry) : null;
  const failed = resend.error ?? discard.error ?? record.error;
  if (asking === "discard")
    return (
      <WordsForm
        entry={entry}
        does={t(`outbox.do.discardDoes.${state}`)}
        question={t("outbox.do.discardReason")}
        confirm={t("outbox.do.discardConfirm")}
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
      {failed === null ? null : <ErrorPanel error={failed} />}
      <ul className={classes.choices}>
        {correction === null ? null : (
          <Choice
            does={t(entry.kind === "taxVoucher" ? "outbox.do.correctVoucherDoes" : "outbox.do.correctDoes")}
          >
            <CorrectButton path={correction} />
          </Choice>
        )}
        {mayRecord(state) ? (
          <Choice does={t("outbox.do.recordDoes")}>
            <Button variant="default" onClick={() => setAsking("record")}>
              {t("outbox.do.record")}
            </Button>
          </Choice>
        ) : null}
        <Choice does={t(`outbox.do.resendDoes.${state}`)}>
          <Button
            variant="default"
            busy={resend.isPending}
            onClick={() => (state === "outcome_unknown" ? setAsking("resend") : resend.mutate({ entryId }))}
          >
            {state === "pending" || state === "retry_wait" ? t("outbox.do.sendNow") : t("outbox.do.resend")}
          </Button>
        </Choice>
        <Choice does={t(`outbox.do.discardDoes.${state}`)}>
          <Button variant="default" onClick={() => setAsking("discard")}>
            {t("outbox.do.discard")}
          </Button>
        </Choice>
      </ul>
    </>
  );
}

/** What a person may do with a confirmed entry whose answer is no evidence: say what they found. */
function Acknowledge({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { entryId } = entry;
  const acknowledge = useSend("outbox.acknowledge", {
    onSuccess: () => notifications.show({ message: t("outbox.do.acknowledged") }),
  });
  return asking ? (
    <WordsForm
      entry={entry}
      does={t("outbox.do.acknowledgeDoes")}
      question={t("outbox.do.acknowledgeWords")}
      confirm={t("outbox.do.acknowledgeConfirm")}
      busy={acknowledge.isPending}
      error={acknowledge.error}
      onConfirm={(words) => acknowledge.mutate({ entryId, words })}
      onKeep={() => setAsking(false)}
    />
  ) : (
    <ul className={classes.choices}>
      <Choice does={t("outbox.do.acknowledgeDoes")}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("outbox.do.acknowledge")}
        </Button>
      </Choice>
    </ul>
  );
}

/** What a person may do with the entry, each with exactly what will happen. */
export function Decisions({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const { state } = entry;
  const [asked, setAsked] = useState<{ what: Asking; when: DecidableState } | null>(null);
  // It may be tried while somebody writes a reason: what is half written stays until it is over.
  const shown = isDecidable(state) ? state : state === "in_flight" ? asked?.when : undefined;
  if (shown === undefined && entry.evidenceGap === null) return null;
  if (shown === undefined)
    return (
      <section aria-label={t("outbox.do.title")}>
        <Acknowledge entry={entry} />
      </section>
    );
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
