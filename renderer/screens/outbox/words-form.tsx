import { Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { replyErrorOf } from "../../client/api.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { Button } from "../../ui/button.tsx";
import classes from "./entry-detail.module.css";
import { EntryLine } from "./entry-line.tsx";

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "") setMissing(true);
    else if (!busy) onConfirm(words);
  };
  return (
    <form className={classes.stack} onSubmit={submit}>
      <EntryLine entry={entry} />
      <p className={classes.warning}>{does}</p>
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
