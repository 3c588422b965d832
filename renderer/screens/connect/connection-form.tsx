import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { bringIssues } from "../../components/field/form-issues.ts";
import { Page } from "../../components/page.tsx";
import { useSend } from "../../queries.ts";
import { AddressCheck } from "./address-check.tsx";
import classes from "./connect.module.css";
import { type ConnectionValues, fieldOf, missingFields, saveInput } from "./connection-values.ts";
import { KnownConnections } from "./known-connections.tsx";
import { PracticePanel } from "./practice-panel.tsx";
import { ServicePanel } from "./service-panel.tsx";
import { TokenPanel } from "./token-panel.tsx";

interface ConnectionFormProps {
  connection: ChannelOutput<"connection.get">;
  vault: ChannelOutput<"vault.status">;
}

/** The connection as it is held now, to be changed. Practice's own address is no starting point for a real one. */
export function ConnectionForm({ connection, vault }: ConnectionFormProps) {
  const { t } = useTranslation();
  const held = connection === null || connection.practice ? null : connection;
  const [homeless, setHomeless] = useState<unknown>(null);
  const { control, handleSubmit, setError, setValue, watch, resetField } = useForm<ConnectionValues>({
    defaultValues: {
      serviceUrl: held?.serviceUrl ?? "",
      tenantId: String(held?.tenantId ?? ""),
      userId: String(held?.userId ?? ""),
      token: "",
      deviceId: "",
      remember: vault.canKeep,
      thisRunOnly: false,
    },
  });
  const save = useSend("connection.save", {
    onSuccess: (saved) => {
      resetField("token");
      notifications.show({ message: t("connect.saved", { tenant: String(saved.tenantId) }) });
    },
  });
  const submit = handleSubmit((values) => {
    const missing = missingFields(values);
    for (const [at, field] of missing.entries())
      setError(field, { message: t("errors.reason.required") }, { shouldFocus: at === 0 });
    if (missing.length > 0) return;
    if (values.token !== "" && !vault.canKeep && !values.thisRunOnly) {
      setError("thisRunOnly", { message: t("connect.token.needChoice") }, { shouldFocus: true });
      return;
    }
    setHomeless(null);
    save.mutate(saveInput(values, vault.canKeep), {
      onError: (error) => {
        if (!bringIssues({ error, t, setError, fieldOf })) setHomeless(error);
      },
    });
  });
  const [serviceUrl, tenantId] = watch(["serviceUrl", "tenantId"]);
  return (
    <Page
      title={t("connect.title")}
      description={t("connect.description")}
      main={{ words: t("connect.save"), combo: "Mod+Enter", run: () => void submit(), busy: save.isPending }}
    >
      {homeless === null ? null : <ErrorPanel error={homeless} />}
      <div className={classes.columns}>
        <form className={classes.main} onSubmit={submit} noValidate>
          <ServicePanel control={control} connection={connection}>
            <AddressCheck serviceUrl={serviceUrl} />
          </ServicePanel>
          <TokenPanel control={control} vault={vault} hasToken={held?.hasToken ?? false} />
          <button type="submit" hidden />
        </form>
        <div className={classes.side}>
          <PracticePanel active={connection?.practice ?? false} />
          <KnownConnections
            serviceUrl={serviceUrl}
            tenantId={tenantId}
            onUse={(known) => {
              setValue("serviceUrl", known.serviceUrl);
              setValue("tenantId", String(known.tenantId));
              setValue("userId", String(known.userId));
            }}
          />
        </div>
      </div>
    </Page>
  );
}
