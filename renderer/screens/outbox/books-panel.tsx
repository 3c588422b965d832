import { IconArrowBackUp, IconFileSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileWord, NUMBER_STYLES } from "../../../contract/channels/file-reading.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { readFailure } from "../../features/files/read-failure.ts";
import { withAnswer } from "../../features/files/words/word-choices.ts";
import { WordQuestions } from "../../features/files/words/word-questions.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { HelpLink } from "../../features/help/help-link.tsx";
import { isolated, leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./books.module.css";
import { BooksResult } from "./books-result.tsx";

/** The file's columns; a test of the engine's reading holds it to them. */
const COLUMNS = ["serialNo", "date", "currencyId", "amount", "status"] as const;
const EXAMPLE = { point: "1,234.56", comma: "1.234,56" } as const;

interface FailureProps {
  error: Error;
  columns: string;
  onNumbers: (numbers: (typeof NUMBER_STYLES)[number]) => void;
}

/** Why the file can't be used, and what to do. */
function Failure({ error, columns, onNumbers }: FailureProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reply = replyErrorOf(error);
  const read = readFailure(reply);
  if (read === null) return <ErrorPanel error={error} />;
  const named = formats.list(
    read.columns.map((name) => {
      const known = COLUMNS.find((column) => column === name);
      return isolated(known === undefined ? name : t(`catalogue.fileColumn.${known}`));
    }),
  );
  return (
    <div role="alert" data-testid="books-failure">
      <Notice kind="bad" title={t(`catalogue.failure.${read.failure}.what`, { columns: named })}>
        {read.failure === "numbersUndecided" ? (
          <div className="row gap-4-12">
            {NUMBER_STYLES.map((style) => (
              <Button key={style} variant="default" onClick={() => onNumbers(style)}>
                {t("outbox.books.numbers", { example: leftToRight(EXAMPLE[style]) })}
              </Button>
            ))}
          </div>
        ) : (
          t("outbox.books.failureTodo", { columns })
        )}
        <details>
          <summary>{t("errors.details")}</summary>
          <pre className={classes.problem} dir="ltr">
            {reply.message}
          </pre>
        </details>
      </Notice>
    </div>
  );
}

interface BooksPanelProps {
  onBack: () => void;
  onOpen: (entryId: string) => void;
}

/** Settles unknown outcomes by a file that the bookkeeper exported; whatever it finds, a person decides. */
export function BooksPanel({ onBack, onOpen }: BooksPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  /** The file in hand, and what was said of how it is read. */
  const [asked, setAsked] = useState<ChannelInput<"unknown.match"> | null>(null);
  const latest = useRef(asked);
  /** Of the last look: they stay in sight while the file is looked at again. */
  const [words, setWords] = useState<readonly FileWord[]>([]);
  const match = useSend("unknown.match", {
    // The answer about another file may come after a new one was chosen.
    onSuccess: (matched, { path }) => path === latest.current?.path && setWords(matched.words),
  });
  const lookAgain = (input: ChannelInput<"unknown.match">) => {
    latest.current = input;
    setAsked(input);
    match.mutate(input);
  };
  const choose = useSend("file.choose", {
    onSuccess: (chosen) => {
      if (chosen.path === null) return;
      setWords([]);
      lookAgain({ path: chosen.path });
    },
  });
  const columns = formats.list(COLUMNS.map((name) => isolated(t(`catalogue.fileColumn.${name}`))));
  const failed = choose.error ?? match.error;
  // What to ask the bookkeeper for makes room for what the file shows.
  const isMatched = asked !== null && failed === null;
  return (
    <section
      className={`${classes.panel} scroll-y stack from-top gap-12 h-full`}
      aria-label={t("outbox.books.title")}
      data-testid="books-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onBack();
      }}
    >
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp size="1.125rem" aria-hidden="true" />}
        onClick={onBack}
      >
        {t("components.backToList")}
      </Button>
      <h2 tabIndex={-1}>{t("outbox.books.title")}</h2>
      {isMatched ? null : <p className={`${classes.means} dim`}>{t("outbox.books.intro", { columns })}</p>}
      <p className={`${classes.means} dim`}>{t("outbox.books.decides")}</p>
      <div className="row gap-4-12">
        <Button
          data-testid="books-choose"
          variant={match.data === undefined ? "filled" : "default"}
          busy={choose.isPending || match.isPending}
          leftSection={<IconFileSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => choose.mutate({ purpose: "booksFile" })}
        >
          {t("outbox.books.choose")}
        </Button>
        <HelpLink page="unknown-outcome" />
      </div>
      {failed === null ? null : (
        <Failure
          error={failed}
          columns={columns}
          onNumbers={(numbers) => asked !== null && lookAgain({ ...asked, numbers })}
        />
      )}
      {asked === null || words.length === 0 ? null : (
        <WordQuestions
          words={words}
          answers={asked.words ?? {}}
          mayBeEmpty={() => false}
          until={t("outbox.books.untilWords")}
          onAnswer={(answered, id) =>
            lookAgain({ ...asked, words: withAnswer(asked.words ?? {}, answered, id) })
          }
        />
      )}
      {match.data === undefined || failed !== null ? null : (
        <BooksResult key={match.submittedAt} matched={match.data} onOpen={onOpen} />
      )}
    </section>
  );
}
