import { NativeSelect } from "@mantine/core";
import { memo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileWord, WordAnswers } from "../../../contract/channels/file-reading.ts";
import { isolated } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Scrolled } from "../../ui/page.tsx";
import { RecordPicker } from "../record-picker/record-picker.tsx";
import { RecordName } from "../record-picker/records.tsx";
import { columnWords, useChoiceWords } from "./names.ts";
import {
  answerTo,
  choicesOfColumn,
  countedBy,
  listOfColumn,
  sortWords,
  type WordId,
  wordKey,
  wordMeaning,
} from "./word-choices.ts";
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
        <span className="note regular">{t("referenceData.words.rows", { count: word.rows })}</span>
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
  const open = words.filter((word) => wordMeaning(word, answers) === null);
  const count = open.length;
  return (
    <fieldset
      className={`${classes.question} stack gap-8 bare no-edge`}
      data-testid={`import-ask-words-${column}`}
    >
      <legend>{t("referenceData.words.title", { column: isolated(columnWords(t, column)) })}</legend>
      {/* It stays when all are answered: what is below must not move under the hand. */}
      <div role="status">
        {count === 0 ? (
          <Notice kind="good">{t("referenceData.words.allAnswered")}</Notice>
        ) : (
          <Notice kind="warn">
            {t("referenceData.words.asked", { count })} {until}
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
              isOpen={wordMeaning(word, answers) === null}
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
            {t(mayBeEmpty ? "referenceData.words.areWithout" : "referenceData.words.areLeftOut", {
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
            {t(mayBeEmpty ? "referenceData.words.withoutAll" : "referenceData.words.leaveOutAll", { count })}
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
function WordControl({ word, chosen, mayBeEmpty, autoFocus = false, onAnswer }: WordControlProps) {
  const { t } = useTranslation();
  const choiceWords = useChoiceWords();
  const { column } = word;
  const list = listOfColumn(column);
  const candidates =
    choicesOfColumn(column)?.map((id) => ({ id, name: choiceWords(column, id) })) ?? word.candidates;
  const [isSearched, setSearched] = useState(candidates.length === 0);
  /** It was asked for: the keyboard goes on in it. */
  const [isOpened, setOpened] = useState(false);
  const label = t("referenceData.words.is", {
    word: isolated(word.word),
    column: isolated(columnWords(t, column)),
  });
  const without = t(mayBeEmpty ? "referenceData.words.without" : "referenceData.words.leaveOut");
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
        { value: "", label: t("referenceData.words.choose") },
        ...candidates.map(({ id, name }) => ({ value: `id ${id}`, label: name })),
        { value: WITHOUT, label: without },
        ...(list === null ? [] : [{ value: SEARCH, label: t("referenceData.words.search") }]),
      ]}
    />
  );
}

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
        {t(isEmpty ? "referenceData.words.isWithout" : "referenceData.words.isLeftOut")}
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
  const meaning = wordMeaning(word, answers);
  const isEmpty = mayBeEmpty(word.column);
  return (
    <li>
      <span className="semi breaks grid min-w-0">
        <bdi>{word.word}</bdi>
        <span className="note regular">
          {columnWords(t, word.column)} · {t("referenceData.words.rows", { count: word.rows })}
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
            <span className="note regular">{t("referenceData.words.undecided")}</span>
          ) : (
            <Became word={word} id={meaning.id} isEmpty={isEmpty} />
          )}
          {meaning?.by === "remembered" ? (
            <span className="note regular">{t("referenceData.words.asLastTime")}</span>
          ) : null}
          {onAnswer === undefined ? null : (
            <Button
              variant="subtle"
              aria-label={t("referenceData.words.changeWord", { word: isolated(word.word) })}
              onClick={() => setChanging(true)}
            >
              {t("referenceData.words.change")}
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
    undecided === 0 ? [] : t("referenceData.words.undecidedWords", { count: undecided }),
    name === 0 ? [] : t("referenceData.words.byName", { count: name }),
    remembered === 0 ? [] : t("referenceData.words.remembered", { count: remembered }),
    answer === 0 ? [] : t("referenceData.words.answered", { count: answer }),
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
