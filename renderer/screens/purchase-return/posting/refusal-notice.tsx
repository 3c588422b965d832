import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { COLUMNS, columnIndex } from "../../../../contract/return-line.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { REFERENCE_FIELDS, type ReferenceRow } from "../../../features/references/reference-rows.ts";
import { Notice } from "../../../ui/notice.tsx";
import { HEADER_FIELDS, isTyped } from "../draft/draft.ts";
import type { Problem, Problems } from "../draft/problems.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { useProblemWords } from "../draft/use-problem-words.ts";
import classes from "./refusal-notice.module.css";
import type { PostRefusal } from "./use-post.ts";

interface RefusalNoticeProps {
  refusal: PostRefusal;
  problems: Problems;
  /** The typed references, in the order in which they are named. */
  references: readonly ReferenceRow[];
  onGoTo: (row: number, column: number) => void;
  /** Leads to a field above the lines, by its test id: it may first have to be drawn. */
  onHead: (testId: string) => void;
}

/** A field to be corrected: what it is called, and the way there. */
interface Place {
  key: string;
  words: string;
  go: () => void;
}

const SHOWN = 5;

/** Why the return was not posted. Every field that needs a hand is named, and one key leads there. */
export function RefusalNotice({ refusal, problems, references, onGoTo, onHead }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const lines = useReturns(activeLines);
  if (refusal.kind === "error") return <ErrorPanel error={refusal.error} />;
  if (refusal.kind === "empty") {
    const why = lines.some(isTyped) ? "noQuantity" : "empty";
    return <Notice kind="warn" title={t(`purchaseReturn.refused.${why}`)} />;
  }
  const inHead = (name: string, problem: Problem, testId: string): Place => ({
    key: testId,
    words: t("purchaseReturn.refused.head", { name, why: words(problem) ?? "" }),
    go: () => onHead(testId),
  });
  const places: Place[] = [
    ...([...HEADER_FIELDS, "note"] as const).flatMap((field) => {
      const problem = problems.header[field];
      return problem === undefined
        ? []
        : [inHead(t(`purchaseReturn.header.${field}`), problem, `header-${field}`)];
    }),
    ...references.flatMap((_row, index) =>
      REFERENCE_FIELDS.flatMap((field) => {
        const problem = problems.references[`${index}.${field}`];
        const name = `${t("components.references.row", { number: index + 1 })}, ${t(`components.references.${field}`)}`;
        return problem === undefined ? [] : [inHead(name, problem, `reference-${index}-${field}`)];
      }),
    ),
    ...lines.flatMap((line, row) =>
      COLUMNS.flatMap(({ id }): Place[] => {
        const problem = problems.lines[line.lineId]?.[id];
        if (problem === undefined) return [];
        const named = {
          line: row + 1,
          column: t(`purchaseReturn.column.${id}`),
          why: words(problem) ?? "",
        };
        return [
          {
            key: `${row} ${id}`,
            words: t("purchaseReturn.refused.place", named),
            go: () => onGoTo(row, columnIndex(id)),
          },
        ];
      }),
    ),
  ];
  if (places.length === 0) return null;
  return (
    <div role="alert">
      <Notice kind="warn" title={t("purchaseReturn.refused.problems", { count: places.length })}>
        <div className={`${classes.places} row`}>
          {places.slice(0, SHOWN).map(({ key, words: named, go }) => (
            <Button key={key} variant="subtle" color="gray" fw={500} data-testid="refused-place" onClick={go}>
              {named}
            </Button>
          ))}
          {places.length > SHOWN ? (
            <span>{t("purchaseReturn.refused.more", { count: places.length - SHOWN })}</span>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}
