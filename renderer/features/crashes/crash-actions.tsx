import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CrashStanding } from "../../../contract/channels/crashes.ts";
import { channelKey, useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./crashes.module.css";

/** What a person may do with the reports: pack them, send them where the owner allows it, delete them. */
export function CrashActions({ standing }: { standing: CrashStanding }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fresh = (value: CrashStanding) => client.setQueryData(channelKey("crashes.list", {}), value);
  const pack = useSend("support.save");
  const send = useSend("crashes.send", {
    onSuccess: () => void client.invalidateQueries({ queryKey: channelKey("crashes.list") }),
  });
  const remove = useSend("crashes.deleteAll", { onSuccess: fresh });
  const unsent = standing.reports.filter(({ sentAt }) => sentAt === null).length;
  const path = pack.data?.path ?? null;
  const failed = pack.error ?? send.error ?? remove.error;
  return (
    <div className={classes.stack}>
      <div className={classes.buttons}>
        <Button variant="default" busy={pack.isPending} onClick={() => pack.mutate({})}>
          {t("fault.pack")}
        </Button>
        {standing.server === null || unsent === 0 ? null : (
          <Button variant="default" busy={send.isPending} onClick={() => send.mutate({})}>
            {t("fault.send")}
          </Button>
        )}
        <Button variant="default" busy={remove.isPending} onClick={() => remove.mutate({})}>
          {t("fault.delete")}
        </Button>
      </div>
      {standing.server === null ? null : (
        <p className={classes.dim}>{t("fault.sendText", { server: `\u2066${standing.server}\u2069` })}</p>
      )}
      <div aria-live="polite">
        {path === null ? null : (
          <p className={classes.line}>
            {t("fault.packed")} <Code>{path}</Code>
          </p>
        )}
        {send.data === undefined ? null : (
          <p className={classes.line}>
            {send.data.problem === null
              ? t("fault.sent", { count: send.data.sent })
              : t(`fault.problem.${send.data.problem}`)}
          </p>
        )}
      </div>
      {failed === null ? null : <ErrorPanel error={failed} />}
    </div>
  );
}
