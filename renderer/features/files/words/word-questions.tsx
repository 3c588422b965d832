import { memo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileWord, WordAnswers } from "../../../../contract/channels/file-reading.ts";
import { isolated } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { columnWords } from "../column-words.ts";
import { FoundWords } from "./found-words.tsx";
import { answerTo, meaningOf, sortWords, type WordId, wordKey } from "./word-choices.ts";
import { WordControl } from "./word-control.tsx";
import classes from "./words.module.css";

type OnAnswer = (words: readonly FileWord[], id: WordId | undefined) => void;

interface AskedWordProps {
  word: FileWord;
  answer: WordId | undefined;
  isOpen: boolean;
  mayBeEmpty: boolean;
  onAnswer: OnAnswer;
}

/** One of up to some hundred: drawn again where its own answer changed. */
const AskedWord = memo(function AskedWord({ word, answer, isOpen, mayBeEmpty, onAnswer }: AskedWordProps) {
  const { t } = useTranslation();
  return (
    <li data-asked={isOpen} data-testid="word-asked">
      <span className="semi breaks grid min-w-0">
        <bdi>{word.word}</bdi>
        <span className="note regular">{t("catalogue.words.rows", { count: word.rows })}</span>
      </span>
      <WordControl
        word={word}
        chosen={answer}
        mayBeEmpty={mayBeEmpty}
        onAnswer={(id) => onAnswer([word], id)}
      />
    </li>
  );
});

interface ColumnProps {
  column: string;
  words: readonly FileWord[];
  answers: WordAnswers;
  mayBeEmpty: boolean;
  until: string;
  onAnswer: OnAnswer;
}

/** The words of a column that a person decides, each with what it may be, and one answer for all that are left. */
function ColumnQuestion({ column, words, answers, mayBeEmpty, until, onAnswer }: ColumnProps) {
  const { t } = useTranslation();
  /** What was answered together, and can be asked again. */
  const [together, setTogether] = useState<readonly FileWord[]>([]);
  const open = words.filter((word) => meaningOf(word, answers) === null);
  const count = open.length;
  return (
    <fieldset
      className={`${classes.question} stack gap-8 bare no-edge`}
      data-testid={`import-ask-words-${column}`}
    >
      <legend>{t("catalogue.words.title", { column: isolated(columnWords(t, column)) })}</legend>
      {/* It stays when all are answered: what is below must not move under the hand. */}
      <div role="status">
        {count === 0 ? (
          <Notice kind="good">{t("catalogue.words.allAnswered")}</Notice>
        ) : (
          <Notice kind="warn">
            {t("catalogue.words.asked", { count })} {until}
          </Notice>
        )}
      </div>
      <div className={`${classes.scrolled} scroll-y`}>
        <ul className={`${classes.list} list`}>
          {words.map((word) => (
            <AskedWord
              key={wordKey(word)}
              word={word}
              answer={answerTo(answers, word)}
              isOpen={meaningOf(word, answers) === null}
              mayBeEmpty={mayBeEmpty}
              onAnswer={onAnswer}
            />
          ))}
        </ul>
      </div>
      {together.length > 0 ? (
        <div className="row gap-4-12 min-w-0">
          <Button
            variant="default"
            data-testid="words-together"
            onClick={() => {
              onAnswer(together, undefined);
              setTogether([]);
            }}
          >
            {t("action.undo")}
          </Button>
          <span className="note regular">
            {t(mayBeEmpty ? "catalogue.words.areWithout" : "catalogue.words.areLeftOut", {
              count: together.length,
            })}
          </span>
        </div>
      ) : count > 2 ? (
        <div className="row gap-4-12 min-w-0">
          <Button
            variant="default"
            data-testid="words-together"
            onClick={() => {
              onAnswer(open, null);
              setTogether(open);
            }}
          >
            {t(mayBeEmpty ? "catalogue.words.withoutAll" : "catalogue.words.leaveOutAll", { count })}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

interface WordQuestionsProps {
  words: readonly FileWord[];
  answers: WordAnswers;
  /** Whether the column's cells may be empty: rows then do without the word, and are left out else. */
  mayBeEmpty: (column: string) => boolean;
  /** What can't be done before all are answered. */
  until: string;
  onAnswer: OnAnswer;
}

/** Asks once for each word of a file that nothing decides, and lists the others. */
export function WordQuestions({ words, answers, mayBeEmpty, until, onAnswer }: WordQuestionsProps) {
  /** What was asked while this is on the screen: answered, a word keeps its place and what it may be. */
  const before = useRef(new Map<string, FileWord>());
  const { asked, decided } = sortWords(words, answers, before.current);
  for (const word of asked.flatMap((one) => one.words)) before.current.set(wordKey(word), word);
  return (
    <>
      {asked.map((one) => (
        <ColumnQuestion
          key={one.column}
          {...one}
          answers={answers}
          mayBeEmpty={mayBeEmpty(one.column)}
          until={until}
          onAnswer={onAnswer}
        />
      ))}
      <FoundWords words={decided} answers={answers} mayBeEmpty={mayBeEmpty} onAnswer={onAnswer} />
    </>
  );
}
