import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { channelKey, useChannel, useSend } from "../client/queries.ts";
import { useFormats } from "../client/settings.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Shown above every screen when a run before failed, until a person has seen it. */
export default function CrashNotice() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const fault = useChannel("crashes.last", {}).data?.fault ?? null;
  const seen = useSend("crashes.seen", {
    onSuccess: (value) => client.setQueryData(channelKey("crashes.last", {}), value),
  });
  if (fault === null) return null;
  const when = formats.dateTime(fault.at);
  return (
    <div role="status" data-testid="crash-notice">
      <Notice
        kind="warn"
        title={t(fault.kind === "native" ? "fault.titleCrashed" : "fault.title", { when })}
        action={
          <Button variant="default" busy={seen.isPending} onClick={() => seen.mutate({})}>
            {t("action.understood")}
          </Button>
        }
      >
        {t(`fault.process.${fault.process}`)} {t(`fault.kind.${fault.kind}`)} {t("fault.text")}
      </Notice>
    </div>
  );
}
