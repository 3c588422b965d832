import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CrashActions } from "./crash-actions.tsx";
import { CrashReportView } from "./crash-report.tsx";
import classes from "./crashes.module.css";

/** Stands above every screen when a run before failed, until a person has seen it. */
export default function CrashNotice() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const crashes = useChannel("crashes.list", {}).data;
  const seen = useSend("crashes.seen", {
    onSuccess: (value) => client.setQueryData(channelKey("crashes.list", {}), value),
  });
  const [isOpen, setOpen] = useState(false);
  const fresh = crashes?.reports.filter((each) => each.fromEarlierRun && !each.seen) ?? [];
  const [newest] = fresh;
  if (crashes === undefined || newest === undefined) return null;
  const when = formats.dateTime(newest.report.at);
  const crashed = fresh.some(({ report }) => report.kind === "native");
  return (
    <div role="status" data-testid="crash-notice">
      <Notice
        kind="warn"
        title={t(crashed ? "fault.titleCrashed" : "fault.title", { when })}
        action={
          <div className="wrap gap-8">
            <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? "fault.hide" : "fault.show")}
            </Button>
            <Button variant="default" busy={seen.isPending} onClick={() => seen.mutate({})}>
              {t("fault.understood")}
            </Button>
          </div>
        }
      >
        {t("fault.text")}
        {isOpen ? (
          <div className={`${classes.inside} scroll-y`}>
            <ul className={`${classes.reports} bare after-8`}>
              {fresh.map(({ report }) => (
                <CrashReportView key={report.id} report={report} />
              ))}
            </ul>
            <CrashActions />
          </div>
        ) : null}
      </Notice>
    </div>
  );
}
