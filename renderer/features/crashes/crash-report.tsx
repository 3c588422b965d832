import { useTranslation } from "react-i18next";
import type { CrashReport } from "../../../contract/channels/crashes.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Scrolled } from "../../ui/scrolled.tsx";

/** One report, whole: what would be packed is what is read here. */
export function CrashReportView({ report }: { report: CrashReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <li className="pad-y-6 line-below">
      <p className="breaks">
        <strong>{t(`fault.process.${report.process}`)}</strong> {t(`fault.kind.${report.kind}`)}{" "}
        <span className="note flush">
          {formats.dateTime(report.at)}
          {report.count > 1 ? ` · ${t("fault.times", { count: report.count })}` : null}
        </span>
      </p>
      <details>
        <summary>{t("fault.whole")}</summary>
        <Scrolled tag="pre" dir="ltr" className="after-6 small breaks as-typed text-start">
          {JSON.stringify(report, null, 2)}
        </Scrolled>
      </details>
    </li>
  );
}
