import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { NUMBER_STYLES } from "../../../../../contract/channels/file-reading.ts";
import { isContinued, type List, mayBeEmpty } from "../../../../../contract/lists.ts";
import { useFormats } from "../../../../client/settings.ts";
import { columnWords } from "../../../../features/files/names.ts";
import { WordQuestions } from "../../../../features/files/words.tsx";
import { isolated, leftToRight } from "../../../../i18n/format.ts";
import { Notice } from "../../../../ui/notice.tsx";
import { UnknownRecords } from "../import-result.tsx";
import { guessOf, type Preview, samplesOf, sourceOf } from "./mapping-choices.ts";
import classes from "./preview.module.css";
import { readingOf } from "./preview-input.ts";
import { answerWords, chooseSource, type Reading, reread, usePreviewedFile } from "./previewed-file.ts";

interface Answer<Value extends string> {
  value: Value;
  label: string;
  /** What of the file shows whether it is the right one. */
  shows: ReactNode;
}

interface QuestionProps<Value extends string> {
  name: string;
  title: string;
  /** Said beneath the title. */
  about?: string;
  /** Said where nothing is imported before an answer. */
  asked: string | null;
  answers: readonly Answer<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

/** One thing that may be read in several ways, with what each of them makes of the file. */
function Question<Value extends string>(props: QuestionProps<Value>) {
  const { name, title, about, asked, answers, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className={classes.question} data-testid={`import-ask-${name}`} data-asked={asked !== null}>
      <legend>{title}</legend>
      {about === undefined ? null : <p className="note regular">{about}</p>}
      {asked === null ? null : <Notice kind="warn">{asked}</Notice>}
      {answers.map(({ value, label, shows }) => (
        <label key={value}>
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
          <span className="text breaks">{shows}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Leads to the first thing that a person has yet to answer, or to match. */
export function focusFirstQuestion(): void {
  document
    .querySelector<HTMLElement>('[data-asked="true"] :is(input, select), [data-missing="true"] select')
    ?.focus();
}

interface PreviewQuestionsProps {
  kind: List;
  preview: Preview;
  reading: Reading;
}

/** Whether rows without the name of a record belong to the record above. */
function Continues({ kind, preview: { continues, undecided, missing }, reading }: PreviewQuestionsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  // Which rows lack something is seen once the columns are matched.
  if (continues === null || continues.rows === 0 || !isContinued(kind) || missing.length > 0) return null;
  const { rows: count, lines, lacks, answer } = continues;
  // Rows that have an ID are other records, and take the name alone.
  const what = kind === "product" && !lacks.includes("id") ? "variant" : kind;
  const rows = formats.list(lines.map((line) => isolated(formats.count(line))));
  const at =
    lines.length < count
      ? t("referenceData.continues.first", { rows })
      : t("referenceData.continues.at", { count, rows });
  const isRemembered = reading.continues === undefined && answer !== null;
  const chosen = reading.continues ?? answer;
  return (
    <Question
      name="continues"
      title={t("referenceData.continues.title", { count, lacks: t(`referenceData.continues.lacks.${what}`) })}
      about={isRemembered ? `${at} ${t("referenceData.continues.remembered")}` : at}
      asked={undecided.includes("continues") ? t("referenceData.continues.asked") : null}
      answers={[
        {
          value: "yes",
          label: t("referenceData.continues.yes"),
          shows: t(`referenceData.continues.means.${what}`),
        },
        { value: "no", label: t("referenceData.continues.no"), shows: t("referenceData.continues.meansNo") },
      ]}
      chosen={chosen === null ? null : chosen ? "yes" : "no"}
      onChoose={(value) => reread({ continues: value === "yes" })}
    />
  );
}

/** Which of several columns that claim it alike holds one of ours; none of them is an answer too. */
function ColumnQuestions({ preview, reading }: { preview: Preview; reading: Reading }) {
  const { t } = useTranslation();
  const guess = usePreviewedFile(({ file }) => file?.guess) ?? guessOf(preview);
  const mapping = reading.mapping ?? preview.mapping;
  return guess.asked.map(({ column, among, answered }) => {
    const source = sourceOf(mapping, column);
    // Another column than these may have been chosen in the table.
    const sources = source === null || among.includes(source) ? among : [...among, source];
    return (
      <Question
        key={column}
        name={`column-${column}`}
        title={t("referenceData.preview.column", { column: isolated(columnWords(t, column)) })}
        asked={answered ? null : t("referenceData.preview.columnAsked")}
        answers={[
          ...sources.map((name) => ({
            value: name,
            label: isolated(name),
            shows: samplesOf(preview, name).map(isolated).join(" · "),
          })),
          {
            value: "",
            label: t("referenceData.preview.noColumn"),
            shows: t("referenceData.preview.leftOut"),
          },
        ]}
        chosen={answered ? (source ?? "") : null}
        onChoose={(value) =>
          chooseSource(
            { ...readingOf(preview, reading), mapping: preview.mapping },
            column,
            value === "" ? null : value,
            guess,
          )
        }
      />
    );
  });
}

/**
 * What a file leaves open: how its letters are written, what its commas and points separate, which rows belong to the
 * one above, and what its words mean. A choice shows at once, and the rows follow.
 */
export function PreviewQuestions(props: PreviewQuestionsProps) {
  const { kind, preview, reading } = props;
  const { t } = useTranslation();
  const { encodings, encoding, numberExamples, numbers, undecided } = preview;
  const styles = numberExamples.some(({ comma }) => comma !== null) || reading.numbers !== undefined;
  return (
    <>
      {encodings.length === 0 ? null : (
        <Question
          name="encoding"
          title={t("referenceData.preview.encoding")}
          asked={undecided.includes("encoding") ? t("referenceData.preview.encodingAsked") : null}
          answers={encodings.map(({ encoding: value, words }) => ({
            value,
            label: t(`referenceData.encoding.${value}`),
            shows: words.map(isolated).join(" · "),
          }))}
          chosen={reading.encoding ?? (undecided.includes("encoding") ? null : encoding)}
          onChoose={(value) => reread({ encoding: value })}
        />
      )}
      {styles ? (
        <Question
          name="numbers"
          title={t("referenceData.preview.numbers")}
          asked={undecided.includes("numbers") ? t("referenceData.preview.numbersAsked") : null}
          answers={NUMBER_STYLES.map((value) => ({
            value,
            label: t(`referenceData.numberStyle.${value}`),
            shows: numberExamples
              .map((example) =>
                example[value] === null
                  ? t("referenceData.preview.noNumber", { text: leftToRight(example.text) })
                  : t("referenceData.preview.isNumber", {
                      text: leftToRight(example.text),
                      value: leftToRight(example[value]),
                    }),
              )
              .join(" · "),
          }))}
          chosen={reading.numbers ?? numbers}
          onChoose={(value) => reread({ numbers: value })}
        />
      ) : null}
      <ColumnQuestions preview={preview} reading={reading} />
      <Continues {...props} />
      <WordQuestions
        key={kind}
        words={preview.words}
        answers={reading.words ?? {}}
        mayBeEmpty={(column) => mayBeEmpty(kind, column)}
        until={t("referenceData.words.untilImport")}
        onAnswer={answerWords}
      />
      <UnknownRecords unknown={preview.unknownRecords} countedRows={preview.countedRows} />
    </>
  );
}
