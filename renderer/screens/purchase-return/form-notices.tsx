import { useTranslation } from "react-i18next";
import { EntryFollow } from "../../features/entries/entry-follow.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { typedReferences } from "../../features/references/reference-rows.ts";
import { Notice } from "../../ui/notice.tsx";
import type { useCopy } from "./copy/use-copy.ts";
import type { ReturnFrame } from "./draft/draft.ts";
import type { Problems } from "./draft/problems.ts";
import { useReturns } from "./draft/returns-store.ts";
import { RefusalNotice } from "./posting/refusal-notice.tsx";
import type { usePost } from "./posting/use-post.ts";
import { headField } from "./use-first-field.ts";

interface FormNoticesProps {
  draft: ReturnFrame;
  problems: Problems;
  posting: ReturnType<typeof usePost>;
  copying: ReturnType<typeof useCopy>;
  correctionError: unknown;
  error: unknown;
  onGoTo: (row: number, column: number) => void;
}

/** What is told above the return of what went wrong. */
export function FormNotices({
  draft,
  problems,
  posting: { refusal },
  copying: { problem },
  correctionError,
  error,
  onGoTo,
}: FormNoticesProps) {
  const { t } = useTranslation();
  const unreadable = useReturns((state) => state.unreadable);
  const notKept = useReturns((state) => state.notKept);
  const copyError = problem?.kind === "error" ? problem.error : null;
  return (
    <div className="if-any grid gap-8">
      {unreadable === 0 ? null : (
        <Notice kind="warn" title={t("purchaseReturn.unreadable", { count: unreadable })} />
      )}
      {Object.entries({ correctionError, notKept, error, copyError }).map(([name, found]) =>
        found === null ? null : <ErrorPanel key={name} error={found} />,
      )}
      {problem?.kind !== "notEnteredHere" ? null : (
        <Notice kind="warn" title={t("purchaseReturn.copy.notEnteredHere")} />
      )}
      {refusal === null ? null : (
        <RefusalNotice
          refusal={refusal}
          problems={problems}
          references={typedReferences(draft.references)}
          onHead={(testId) => headField(testId)?.focus()}
          onGoTo={onGoTo}
        />
      )}
    </div>
  );
}

/** That this return corrects an entry, and what becomes of that one. */
export function Correcting({ entryId }: { entryId: string }) {
  const { t } = useTranslation();
  return (
    <Notice kind="info" title={t("purchaseReturn.correcting")}>
      {t("purchaseReturn.correctingText")}
      <div>
        <EntryFollow entryId={entryId} noLink />
      </div>
    </Notice>
  );
}
