import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileWord } from "../../../../contract/channels/file-reading.ts";
import { isolated } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { RecordPicker } from "../../record-picker/record-picker.tsx";
import { columnWords } from "../column-words.ts";
import { useChoiceWords } from "./use-choice-words.ts";
import { choicesOfColumn, listOfColumn, type WordId } from "./word-choices.ts";
import classes from "./words.module.css";

const WITHOUT = "without";
const SEARCH = "search";

interface WordControlProps {
  word: FileWord;
  /** Undefined: nothing is answered yet. */
  chosen: WordId | undefined;
  /** Its rows can do without it; else an answer of none leaves them out. */
  mayBeEmpty: boolean;
  autoFocus?: boolean;
  onAnswer: (id: WordId | undefined) => void;
}

/** What a word may be: one of few, any record of a list, or nothing. */
export function WordControl({ word, chosen, mayBeEmpty, autoFocus = false, onAnswer }: WordControlProps) {
  const { t } = useTranslation();
  const choiceWords = useChoiceWords();
  const { column } = word;
  const list = listOfColumn(column);
  const candidates =
    choicesOfColumn(column)?.map((id) => ({ id, name: choiceWords(column, id) })) ?? word.candidates;
  const [isSearched, setSearched] = useState(candidates.length === 0);
  /** It was asked for: the keyboard goes on in it. */
  const [isOpened, setOpened] = useState(false);
  const label = t("catalogue.words.is", {
    word: isolated(word.word),
    column: isolated(columnWords(t, column)),
  });
  const without = t(mayBeEmpty ? "catalogue.words.without" : "catalogue.words.leaveOut");
  if (list !== null && isSearched)
    return (
      <div className={`${classes.picked} row gap-4-12 min-w-0`}>
        <RecordPicker
          kind={list}
          aria-label={label}
          autoFocus={autoFocus || isOpened}
          value={chosen === undefined || chosen === null ? null : String(chosen)}
          onChange={(id) => onAnswer(id ?? undefined)}
        />
        <Button
          variant={chosen === null ? "filled" : "default"}
          aria-pressed={chosen === null}
          onClick={() => onAnswer(chosen === null ? undefined : null)}
        >
          {without}
        </Button>
      </div>
    );
  const choose = (value: string): void => {
    if (value === SEARCH) {
      setOpened(true);
      setSearched(true);
    } else if (value === WITHOUT) onAnswer(null);
    else onAnswer(candidates.find(({ id }) => `id ${id}` === value)?.id);
  };
  return (
    <NativeSelect
      aria-label={label}
      autoFocus={autoFocus}
      value={chosen === undefined ? "" : chosen === null ? WITHOUT : `id ${chosen}`}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: "", label: t("catalogue.words.choose") },
        ...candidates.map(({ id, name }) => ({ value: `id ${id}`, label: name })),
        { value: WITHOUT, label: without },
        ...(list === null ? [] : [{ value: SEARCH, label: t("catalogue.words.search") }]),
      ]}
    />
  );
}
