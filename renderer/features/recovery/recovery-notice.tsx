import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import { HelpLink } from "../help/help-link.tsx";
import { OldCounter, useFreshReports } from "./old-counter.tsx";
import { ReportDetails } from "./report-details.tsx";
import { isForeignFile, isPutBack, isSteppedBack } from "./stepped-back.ts";

/** Stands above every screen until a person has seen what was done with the books' file. */
export function RecoveryNotice() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {}).data;
  const { data } = useChannel(
    "recovery.report",
    {},
    { enabled: connection !== undefined && connection !== null },
  );
  const seen = useSend("recovery.seen", { onSuccess: useFreshReports() });
  const [isOpen, setOpen] = useState(false);
  const report = data?.reports.find((each) => each.needsDecision || !each.seen);
  if (report === undefined) return <div />;
  const { held } = report.details.entries;
  const lost = report.details.lost.length;
  return (
    <div role="alert">
      <Notice
        kind={lost > 0 ? "bad" : "warn"}
        title={t(
          isSteppedBack(report)
            ? "files.bar.steppedBack"
            : isForeignFile(report)
              ? "files.bar.foreign"
              : isPutBack(report)
                ? "files.bar.putBack"
                : `files.bar.${report.kind}`,
        )}
        action={
          <div className="wrap gap-8 pad-above-8">
            <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t("files.bar.show")}
            </Button>
            {report.needsDecision ? null : (
              <Button
                variant="default"
                busy={seen.isPending}
                onClick={() => seen.mutate({ recoveryId: report.recoveryId })}
              >
                {t("files.bar.understood")}
              </Button>
            )}
          </div>
        }
      >
        {[
          held === 0 ? null : t("files.bar.held", { count: held }),
          lost === 0 || isSteppedBack(report) ? null : t("files.bar.lost", { count: lost }),
        ]
          .filter((words) => words !== null)
          .join(" ")}
        {report.needsDecision ? <OldCounter report={report} /> : null}
        <HelpLink page={report.kind === "restored" ? "another-pc" : "damaged-file"} aboveScreens />
        {isOpen ? <ReportDetails report={report} /> : null}
        {seen.error === null ? null : <ErrorPanel error={seen.error} />}
      </Notice>
    </div>
  );
}
