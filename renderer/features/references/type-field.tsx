import { Combobox, InputBase, TextInput, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { folded, isCode, latinNumber, meaningOf } from "../../lib/text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help.tsx";
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
function NewMeaning({ code: first, meanings, testId, onDone }: NewMeaningProps) {
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
        error={asked && !isCode(code) ? t("errors.reason.not_an_integer") : null}
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
          {t("action.cancel")}
        </Button>
      </div>
      <ErrorPanel error={set.error} />
    </fieldset>
  );
}

/** The choice that is none of the meanings; no code reads so. */
const NEW = "new";

interface TypeFieldProps {
  /** The code as it is sent, or what was typed in its place. */
  value: string;
  disabled: boolean;
  error: string | null;
  testId: string;
  onChange: (type: string) => void;
}

/** What typed text means: a code as it is, or the code of a meaning that is written so. */
function codeOf(typed: string, known: readonly (readonly [string, string])[]): string {
  const code = latinNumber(typed);
  const meant = folded(typed.trim());
  return isCode(code) ? code : (known.find(([, meaning]) => folded(meaning) === meant)?.[0] ?? code);
}

/** The type of a reference: chosen by its meaning, typed as its number, or given a meaning here. */
export function TypeField({ value, disabled, error, testId, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  const meanings = useSettings().referenceTypeMeanings;
  /** null: not being typed in; the field shows the meaning. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const known = Object.entries(meanings).sort(([a], [b]) => Number(a) - Number(b));
  const wanted = folded((typed ?? "").trim());
  const fitting = known.filter(
    ([code, meaning]) =>
      typed === null || code.startsWith(latinNumber(typed.trim())) || folded(meaning).includes(wanted),
  );
  const choose = (choice: string) => {
    setTyped(null);
    list.closeDropdown();
    if (choice === NEW) setNaming(true);
    else onChange(choice);
  };
  return (
    <>
      <Combobox store={list} onOptionSubmit={choose} withinPortal>
        <Combobox.Target>
          <InputBase
            ref={field}
            size="sm"
            label={t("components.references.type")}
            placeholder={t("components.references.typeHint")}
            value={typed ?? meaningOf(meanings, value) ?? value}
            title={
              value !== "" && meaningOf(meanings, value) === undefined
                ? t("components.references.noMeaning")
                : ""
            }
            disabled={disabled}
            error={error}
            dir="auto"
            autoComplete="off"
            data-testid={testId}
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => list.openDropdown()}
            onBlur={() => {
              setTyped(null);
              list.closeDropdown();
            }}
            onChange={(event) => {
              const text = event.currentTarget.value;
              setTyped(text);
              list.openDropdown();
              list.resetSelectedOption();
              onChange(codeOf(text, known));
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah="16rem" className="scroll-y">
            {fitting.map(([code, meaning]) => (
              <Combobox.Option key={code} value={code} className="flex between gap-16">
                <bdi>{meaning}</bdi>
                <bdi className="note flush">{code}</bdi>
              </Combobox.Option>
            ))}
            <Combobox.Option value={NEW} className="accent strong" data-testid={`${testId}-new`}>
              {t("components.references.newMeaning")}
            </Combobox.Option>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {naming ? (
        <NewMeaning
          code={isCode(value) && meaningOf(meanings, value) === undefined ? value : ""}
          meanings={meanings}
          testId={testId}
          onDone={(code) => {
            setNaming(false);
            field.current?.focus();
            if (code !== null) onChange(code);
          }}
        />
      ) : null}
    </>
  );
}
