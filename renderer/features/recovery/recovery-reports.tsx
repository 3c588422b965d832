import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Panel } from "../../ui/panel.tsx";
import { ReportDetails } from "./report-details.tsx";

/** Every recovery that this file ever went through; nothing where there was none. */
export function RecoveryReports() {
  const { t } = useTranslation();
  const formats = useFormats();
  const connection = useChannel("connection.get", {}).data;
  const { data } = useChannel(
    "recovery.report",
    {},
    { enabled: connection !== undefined && connection !== null },
  );
  if (data === undefined || data.reports.length === 0) return null;
  return (
    <Panel title={t("files.report.title")}>
      {data.reports.map((report) => (
        <details key={report.recoveryId}>
          <summary>
            {formats.dateTime(report.at)} · {t(`files.bar.${report.kind}`)}
          </summary>
          <ReportDetails report={report} />
        </details>
      ))}
    </Panel>
  );
}
