import { Checkbox, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type Control, useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { HelpLink } from "../../features/help/help-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";
import type { ConnectionValues } from "./connection-values.ts";

interface TokenPanelProps {
  control: Control<ConnectionValues>;
  vault: ChannelOutput<"vault.status">;
  hasToken: boolean;
}

/** The token goes in and never comes out; where it can't be kept safely, that is said and chosen, not hidden. */
export function TokenPanel({ control, vault, hasToken }: TokenPanelProps) {
  const { t } = useTranslation();
  const token = useController({ control, name: "token" });
  const remember = useController({ control, name: "remember" });
  const thisRun = useController({ control, name: "thisRunOnly" });
  // Without a token nothing was refused: it is only not given yet.
  const refused = useChannel("sync.status", {}).data?.state === "sign_in_needed" && hasToken;
  const forget = useSend("vault.forget", {
    onSuccess: () => notifications.show({ message: t("connect.token.forgotten") }),
  });
  return (
    <Panel title={t("connect.token.title")}>
      <div className={classes.fields}>
        {refused ? (
          <Notice kind="bad">
            {t("connect.token.refused")} <HelpLink page="sign-in" />
          </Notice>
        ) : null}
        <TextInput
          {...token.field}
          type="password"
          label={t("connect.form.token")}
          description={hasToken ? t("connect.form.tokenKept") : t("connect.form.tokenHint")}
          error={token.fieldState.error?.message ?? null}
          autoComplete="off"
          dir="ltr"
        />
        {vault.canKeep ? (
          <Checkbox
            checked={remember.field.value}
            onChange={remember.field.onChange}
            label={t("connect.token.rememberLabel")}
            description={t("connect.token.rememberHint", { backend: vault.backend })}
          />
        ) : (
          <>
            <Notice kind="warn" title={t("connect.token.cannotTitle")}>
              {t("connect.token.cannotText", { backend: vault.backend })}
            </Notice>
            <Checkbox
              checked={thisRun.field.value}
              onChange={thisRun.field.onChange}
              ref={thisRun.field.ref}
              label={t("connect.token.cannotLabel")}
              error={thisRun.fieldState.error?.message ?? null}
            />
          </>
        )}
        {hasToken ? (
          <div className={classes.held}>
            {vault.thisRunOnly ? <span>{t("connect.token.thisRunOnly")}</span> : null}
            <Button variant="default" busy={forget.isPending} onClick={() => forget.mutate({})}>
              {t("connect.token.forget")}
            </Button>
            <p className={classes.hint}>{t("connect.token.forgetDoes")}</p>
          </div>
        ) : null}
        {forget.error === null ? null : <ErrorPanel error={forget.error} />}
      </div>
    </Panel>
  );
}
