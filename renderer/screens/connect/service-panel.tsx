import { Checkbox, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useOwnerPolicy } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { TYPED_BY_PROGRAMS } from "../../features/scanning/receivers.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice, OwnerFixed } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./connect.module.css";
import type { ConnectionFormState } from "./use-connection-form.ts";

/** Address, tenant and user. */
export function ServicePanel({ typing }: { typing: ConnectionFormState }) {
  const { t } = useTranslation();
  const { fixed, blind } = useOwnerPolicy();
  const addressFixed = fixed.serviceUrl !== undefined;
  const tenantFixed = fixed.tenantId !== undefined;
  return (
    <Panel title={t("field.service")}>
      <div className="grid gap-16">
        {blind ? <Notice kind="bad">{t("byPolicy.blind")}</Notice> : null}
        <TextInput
          {...typing.line("serviceUrl")}
          label={t("field.serviceUrl")}
          description={t("connect.form.serviceUrlHint")}
          placeholder="https://"
          readOnly={addressFixed}
          inputContainer={(input) => (
            <>
              {input}
              {addressFixed ? <OwnerFixed /> : null}
            </>
          )}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
        />
        <div className={`${classes.pair} grid top gap-16`}>
          <TextInput
            {...typing.line("tenantId", "number")}
            label={t("field.tenantId")}
            readOnly={tenantFixed}
            inputContainer={(input) => (
              <>
                {input}
                {tenantFixed ? <OwnerFixed /> : null}
              </>
            )}
            inputMode="numeric"
          />
          <TextInput {...typing.line("userId", "number")} label={t("field.userId")} inputMode="numeric" />
        </div>
      </div>
    </Panel>
  );
}

interface DevicePanelProps {
  typing: ConnectionFormState;
  connection: ChannelOutput<"connection.get">;
  /** The check of the address. */
  children: ReactNode;
}

/** What nobody needs to touch on the way to a connection: the check of the address, and this device. */
export function DevicePanel({ typing, connection, children }: DevicePanelProps) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <Panel title={t("connect.form.checkTitle")}>
      <div className="grid gap-16">
        {children}
        <div>
          <p className={classes.label}>{t("connect.form.deviceId")}</p>
          {connection === null ? (
            <p className="note">{t("connect.form.deviceIdNone")}</p>
          ) : (
            <Code>{connection.deviceId}</Code>
          )}
          <details
            className={classes.details}
            open={unfolded || typing.wrong.deviceId !== undefined}
            onToggle={(event) => setUnfolded(event.currentTarget.open)}
          >
            <summary>{t("connect.form.deviceIdOther")}</summary>
            <TextInput
              {...typing.line("deviceId")}
              label={t("field.deviceId")}
              description={t("connect.form.deviceIdHint")}
              spellCheck={false}
              autoComplete="off"
            />
          </details>
        </div>
      </div>
    </Panel>
  );
}

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
          label={t("field.token")}
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
        <ErrorPanel error={forget.error} />
      </div>
    </Panel>
  );
}
