import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { COLUMNS, columnIndex } from "../draft/columns.ts";
import type { Problems } from "../draft/problems.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { useProblemWords } from "../draft/use-problem-words.ts";
import classes from "./refusal-notice.module.css";
import type { PostRefusal } from "./use-post.ts";

interface RefusalNoticeProps {
  refusal: PostRefusal;
  problems: Problems;
  onGoTo: (row: number, column: number) => void;
}

const SHOWN = 5;

/** Why the return was not posted. Every line that needs a hand is named, and one key leads to its cell. */
export function RefusalNotice({ refusal, problems, onGoTo }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const lines = useReturns(activeLines);
  if (refusal.kind === "error") return <ErrorPanel error={refusal.error} />;
  if (refusal.kind === "empty") return <Notice kind="warn" title={t("purchaseReturn.refused.empty")} />;
  const places = lines.flatMap((line, row) =>
    COLUMNS.flatMap(({ id }) => {
      const problem = problems.lines[line.lineId]?.[id];
      return problem === undefined ? [] : [{ row, id, words: words(problem) }];
    }),
  );
  const headers = Object.keys(problems.header).length + Object.keys(problems.references).length;
  if (places.length + headers === 0) return null;
  return (
    <div role="alert">
      <Notice kind="warn" title={t("purchaseReturn.refused.problems", { count: places.length + headers })}>
        <div className={classes.places}>
          {places.slice(0, SHOWN).map(({ row, id, words: why }) => (
            <Button
              key={`${row} ${id}`}
              variant="subtle"
              color="gray"
              fw={500}
              onClick={() => onGoTo(row, columnIndex(id))}
            >
              {t("purchaseReturn.refused.place", {
                line: row + 1,
                column: t(`purchaseReturn.column.${id}`),
                why: why ?? "",
              })}
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
