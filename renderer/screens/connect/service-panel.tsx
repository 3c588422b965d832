import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useOwnerPolicy } from "../../client/owner-policy.ts";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OwnerFixed } from "../../ui/owner-fixed.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";
import type { ConnectionFormState } from "./use-connection-form.ts";

/** Address, tenant and user. */
export function ServicePanel({ typing }: { typing: ConnectionFormState }) {
  const { t } = useTranslation();
  const { fixed, blind } = useOwnerPolicy();
  const addressFixed = fixed.serviceUrl !== undefined;
  const tenantFixed = fixed.tenantId !== undefined;
  return (
    <Panel title={t("connect.form.title")}>
      <div className="grid gap-16">
        {blind ? <Notice kind="bad">{t("byPolicy.blind")}</Notice> : null}
        <TextInput
          {...typing.line("serviceUrl")}
          label={t("connect.form.serviceUrl")}
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
            label={t("connect.form.tenantId")}
            readOnly={tenantFixed}
            inputContainer={(input) => (
              <>
                {input}
                {tenantFixed ? <OwnerFixed /> : null}
              </>
            )}
            inputMode="numeric"
          />
          <TextInput
            {...typing.line("userId", "number")}
            label={t("connect.form.userId")}
            inputMode="numeric"
          />
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
              label={t("connect.form.deviceIdField")}
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
