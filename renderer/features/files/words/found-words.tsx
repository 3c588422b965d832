import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileWord, WordAnswers } from "../../../../contract/channels/file-reading.ts";
import { isolated } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Name } from "../../../ui/name.tsx";
import { Scrolled } from "../../../ui/scrolled.tsx";
import { RecordName } from "../../record-picker/record-name.tsx";
import { columnWords } from "../column-words.ts";
import { useChoiceWords } from "./use-choice-words.ts";
import { answerTo, countedBy, listOfColumn, meaningOf, type WordId, wordKey } from "./word-choices.ts";
import { WordControl } from "./word-control.tsx";
import classes from "./words.module.css";

interface FoundWordsProps {
  words: readonly FileWord[];
  answers: WordAnswers;
  /** Whether the column's cells may be empty. */
  mayBeEmpty: (column: string) => boolean;
  /** Left out: they are only shown. */
  onAnswer?: (words: readonly FileWord[], id: WordId | undefined) => void;
}

/** What a word became, as it is called. */
function Became({ word, id, isEmpty }: { word: FileWord; id: WordId; isEmpty: boolean }) {
  const { t } = useTranslation();
  const choiceWords = useChoiceWords();
  if (id === null)
    return (
      <span className="note regular">
        {t(isEmpty ? "catalogue.words.isWithout" : "catalogue.words.isLeftOut")}
      </span>
    );
  const list = listOfColumn(word.column);
  if (list === null) return <bdi>{choiceWords(word.column, String(id))}</bdi>;
  if (id === word.recordId && word.recordName !== null) return <Name oneLine>{word.recordName}</Name>;
  return <RecordName kind={list} id={id} />;
}

function FoundWord({ word, answers, mayBeEmpty, onAnswer }: FoundWordsProps & { word: FileWord }) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const meaning = meaningOf(word, answers);
  const isEmpty = mayBeEmpty(word.column);
  return (
    <li>
      <span className="semi breaks grid min-w-0">
        <bdi>{word.word}</bdi>
        <span className="note regular">
          {columnWords(t, word.column)} · {t("catalogue.words.rows", { count: word.rows })}
        </span>
      </span>
      {isChanging && onAnswer !== undefined ? (
        <WordControl
          word={word}
          chosen={answerTo(answers, word) ?? meaning?.id}
          mayBeEmpty={isEmpty}
          autoFocus
          onAnswer={(id) => onAnswer([word], id)}
        />
      ) : (
        <span className={`${classes.became} row gap-4-12 min-w-0`}>
          {meaning === null ? (
            <span className="note regular">{t("catalogue.words.undecided")}</span>
          ) : (
            <Became word={word} id={meaning.id} isEmpty={isEmpty} />
          )}
          {meaning?.by === "remembered" ? (
            <span className="note regular">{t("catalogue.words.asLastTime")}</span>
          ) : null}
          {onAnswer === undefined ? null : (
            <Button
              variant="subtle"
              aria-label={t("catalogue.words.changeWord", { word: isolated(word.word) })}
              onClick={() => setChanging(true)}
            >
              {t("catalogue.words.change")}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

/** Words that are decided, folded under one line: what each became, and a way to change it. */
export function FoundWords(props: FoundWordsProps) {
  const { words, answers } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (words.length === 0) return null;
  const { name, remembered, answer } = countedBy(words, answers);
  const undecided = words.length - name - remembered - answer;
  const parts = [
    undecided === 0 ? [] : t("catalogue.words.undecidedWords", { count: undecided }),
    name === 0 ? [] : t("catalogue.words.byName", { count: name }),
    remembered === 0 ? [] : t("catalogue.words.remembered", { count: remembered }),
    answer === 0 ? [] : t("catalogue.words.answered", { count: answer }),
  ].flat();
  return (
    <details
      className={classes.found}
      data-testid="words-found"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{parts.join(" · ")}</summary>
      {isOpen ? (
        <Scrolled tag="div" className={`${classes.scrolled} scroll-y`}>
          <ul className={`${classes.list} list`}>
            {words.map((word) => (
              <FoundWord key={wordKey(word)} {...props} word={word} />
            ))}
          </ul>
        </Scrolled>
      ) : null}
    </details>
  );
}
