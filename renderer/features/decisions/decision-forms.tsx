/** What is asked before a decision that can't be taken back. */
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { replyErrorOf } from "../../client/api.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { matchesCombo } from "../../shortcuts/combo.ts";
import { Button } from "../../ui/button.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { Amount } from "../amount/amount.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./decisions.module.css";

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
export function ResendForm({ entry, busy, error, onConfirm, onKeep }: ResendFormProps) {
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
      {error === null ? null : <ErrorPanel error={error} />}
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
  busy: boolean;
  error: Error | null;
  onConfirm: (words: string) => void;
  onKeep: () => void;
}

/** A decision that can't be taken back: it wants words, and a second press. */
export function WordsForm({
  entry,
  does,
  question,
  confirm,
  busy,
  error,
  onConfirm,
  onKeep,
}: WordsFormProps) {
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
