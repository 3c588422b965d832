import type { ReactNode } from "react";
import { type Control, useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useOwnerPolicy } from "../../client/owner-policy.ts";
import { Code } from "../../ui/code.tsx";
import { NumberTextField, TextField } from "../../ui/field/controlled.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OwnerFixed } from "../../ui/owner-fixed.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";
import type { ConnectionValues } from "./connection-values.ts";

/** Address, tenant and user. */
export function ServicePanel({ control }: { control: Control<ConnectionValues> }) {
  const { t } = useTranslation();
  const { fixed, blind } = useOwnerPolicy();
  const addressFixed = fixed.serviceUrl !== undefined;
  const tenantFixed = fixed.tenantId !== undefined;
  return (
    <Panel title={t("connect.form.title")}>
      <div className={classes.fields}>
        {blind ? <Notice kind="bad">{t("byPolicy.blind")}</Notice> : null}
        <TextField
          control={control}
          name="serviceUrl"
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
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
        />
        <div className={classes.pair}>
          <NumberTextField
            control={control}
            name="tenantId"
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
          <NumberTextField
            control={control}
            name="userId"
            label={t("connect.form.userId")}
            inputMode="numeric"
          />
        </div>
      </div>
    </Panel>
  );
}

interface DevicePanelProps {
  control: Control<ConnectionValues>;
  connection: ChannelOutput<"connection.get">;
  /** The check of the address. */
  children: ReactNode;
}

/** What nobody needs to touch on the way to a connection: the check of the address, and this device. */
export function DevicePanel({ control, connection, children }: DevicePanelProps) {
  const { t } = useTranslation();
  const device = useController({ control, name: "deviceId" });
  return (
    <Panel title={t("connect.form.checkTitle")}>
      <div className={classes.fields}>
        {children}
        <div>
          <p className={classes.label}>{t("connect.form.deviceId")}</p>
          {connection === null ? (
            <p className={classes.hint}>{t("connect.form.deviceIdNone")}</p>
          ) : (
            <Code>{connection.deviceId}</Code>
          )}
          <details className={classes.details} open={device.fieldState.invalid || undefined}>
            <summary>{t("connect.form.deviceIdOther")}</summary>
            <TextField
              control={control}
              name="deviceId"
              label={t("connect.form.deviceIdField")}
              description={t("connect.form.deviceIdHint")}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
            />
          </details>
        </div>
      </div>
    </Panel>
  );
}
