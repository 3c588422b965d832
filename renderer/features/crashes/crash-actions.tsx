import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CrashList } from "../../../contract/channels/crashes.ts";
import { channelKey, useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";

/** What a person may do with the reports: pack them, delete them. */
export function CrashActions() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fresh = (value: CrashList) => client.setQueryData(channelKey("crashes.list", {}), value);
  const pack = useSend("support.save");
  const remove = useSend("crashes.deleteAll", { onSuccess: fresh });
  const path = pack.data?.path ?? null;
  const failed = pack.error ?? remove.error;
  return (
    <div className="stack gap-8 above-8">
      <div className="wrap gap-8">
        <Button variant="default" busy={pack.isPending} onClick={() => pack.mutate({})}>
          {t("fault.pack")}
        </Button>
        <Button variant="default" busy={remove.isPending} onClick={() => remove.mutate({})}>
          {t("fault.delete")}
        </Button>
      </div>
      <div aria-live="polite">
        {path === null ? null : (
          <p className="breaks">
            {t("fault.packed")} <Code>{path}</Code>
          </p>
        )}
      </div>
      {failed === null ? null : <ErrorPanel error={failed} />}
    </div>
  );
}
