import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSend } from "../../client/queries.ts";
import { latinNumber } from "../../lib/latin-number.ts";
import { isCode } from "../../lib/meaning-of.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./document-references.module.css";

/** As the contract allows. */
const LONGEST_MEANING = 200;

interface NewMeaningProps {
  /** The number it begins with; empty where none is typed yet. */
  code: string;
  meanings: Readonly<Record<string, string>>;
  testId: string;
  /** The number that has a meaning now; null where it was left. */
  onDone: (code: string | null) => void;
}

/** Gives a number its meaning, as Settings do, where it is first needed. */
export function NewMeaning({ code: first, meanings, testId, onDone }: NewMeaningProps) {
  const { t } = useTranslation();
  const set = useSend("settings.set");
  const [code, setCode] = useState(first);
  const [meaning, setMeaning] = useState("");
  const [asked, setAsked] = useState(false);
  const start = useRef<HTMLInputElement>(null);
  useEffect(() => start.current?.focus(), []);
  const save = () => {
    setAsked(true);
    if (!isCode(code) || meaning.trim() === "") return;
    set.mutate(
      { referenceTypeMeanings: { ...meanings, [code]: meaning.trim() } },
      { onSuccess: () => onDone(code) },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const inField = event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey;
    if (event.key === "Enter" && inField) save();
    else if (event.key === "Escape") onDone(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset
      aria-label={t("components.references.newMeaning")}
      className={classes.naming}
      data-testid={`${testId}-naming`}
      onKeyDown={onKeyDown}
    >
      <TextInput
        size="sm"
        label={t("settings.codes.code")}
        value={code}
        inputMode="numeric"
        ref={first === "" ? start : undefined}
        data-testid={`${testId}-code`}
        error={asked && !isCode(code) ? t("settings.codes.badCode") : null}
        onChange={(event) => setCode(latinNumber(event.currentTarget.value))}
      />
      <TextInput
        size="sm"
        label={t("settings.codes.meaning")}
        value={meaning}
        maxLength={LONGEST_MEANING}
        dir="auto"
        ref={first === "" ? undefined : start}
        data-testid={`${testId}-meaning`}
        error={asked && meaning.trim() === "" ? t("errors.reason.required") : null}
        onChange={(event) => setMeaning(event.currentTarget.value)}
      />
      <div className="wrap gap-8 full-columns">
        <Button variant="default" busy={set.isPending} data-testid={`${testId}-save`} onClick={save}>
          {t("components.references.saveMeaning")}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onDone(null)}>
          {t("components.references.leaveMeaning")}
        </Button>
      </div>
      {set.error === null ? null : <ErrorPanel error={set.error} />}
    </fieldset>
  );
}
