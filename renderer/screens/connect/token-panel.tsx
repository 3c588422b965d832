import { Checkbox, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { HelpLink } from "../../features/help/help-link.tsx";
import { TYPED_BY_PROGRAMS } from "../../features/scanning/receivers.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";
import type { ConnectionFormState } from "./use-connection-form.ts";

interface TokenPanelProps {
  typing: ConnectionFormState;
  vault: ChannelOutput<"vault.status">;
  hasToken: boolean;
}

/** The token goes in and never comes out; where it can't be kept safely, that is said and chosen, not hidden. */
export function TokenPanel({ typing, vault, hasToken }: TokenPanelProps) {
  const { t } = useTranslation();
  const { values, wrong, change } = typing;
  // Without a token nothing was refused: it is only not given yet.
  const refused = useChannel("sync.status", {}).data?.state === "sign_in_needed" && hasToken;
  const forget = useSend("vault.forget", {
    onSuccess: () => notifications.show({ message: t("connect.token.forgotten") }),
  });
  return (
    <Panel title={t("connect.token.title")}>
      <div className="grid gap-16">
        {refused ? (
          <Notice kind="bad">
            {t("connect.token.refused")} <HelpLink page="sign-in" />
          </Notice>
        ) : null}
        <TextInput
          {...typing.line("token")}
          type="password"
          {...TYPED_BY_PROGRAMS}
          label={t("connect.form.token")}
          description={hasToken ? t("connect.form.tokenKept") : t("connect.form.tokenHint")}
          autoComplete="off"
        />
        {vault.canKeep ? (
          <Checkbox
            checked={values.remember}
            onChange={({ currentTarget: { checked } }) => change({ remember: checked })}
            label={t("connect.token.rememberLabel")}
            description={t("connect.token.rememberHint")}
          />
        ) : (
          <>
            <Notice kind="warn" title={t("connect.token.cannotTitle")}>
              {t("connect.token.cannotText")}
            </Notice>
            <Checkbox
              name="thisRunOnly"
              checked={values.thisRunOnly}
              onChange={({ currentTarget: { checked } }) => change({ thisRunOnly: checked })}
              label={t("connect.token.cannotLabel")}
              error={wrong.thisRunOnly ?? null}
            />
          </>
        )}
        {hasToken ? (
          <div className={classes.held}>
            {vault.thisRunOnly ? <span>{t("connect.token.thisRunOnly")}</span> : null}
            <Button variant="default" busy={forget.isPending} onClick={() => forget.mutate({})}>
              {t("connect.token.forget")}
            </Button>
            <p className="note">{t("connect.token.forgetDoes")}</p>
          </div>
        ) : null}
        {forget.error === null ? null : <ErrorPanel error={forget.error} />}
      </div>
    </Panel>
  );
}
