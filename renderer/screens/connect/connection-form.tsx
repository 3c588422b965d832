import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { Policy } from "../../../contract/policy.ts";
import { invoke } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { bringIssues } from "../../ui/field/form-issues.ts";
import { Page } from "../../ui/page.tsx";
import { AddressCheck } from "./address-check.tsx";
import classes from "./connect.module.css";
import { type ConnectionValues, fieldOf, missingFields, saveInput } from "./connection-values.ts";
import { KnownConnections } from "./known-connections.tsx";
import { PracticePanel } from "./practice-panel.tsx";
import { DevicePanel, ServicePanel } from "./service-panel.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { leaveTyped, typedValues } from "./typed-values.ts";

interface ConnectionFormProps {
  connection: ChannelOutput<"connection.get">;
  vault: ChannelOutput<"vault.status">;
  /** What the owner's policy decides of it; the token is asked for at every computer. */
  fixed: Pick<Partial<Policy>, "serviceUrl" | "tenantId">;
}

/** What is decided, as the form spells it. */
const kept = ({ serviceUrl, tenantId }: ConnectionFormProps["fixed"]): Partial<ConnectionValues> => ({
  ...(serviceUrl === undefined ? {} : { serviceUrl }),
  ...(tenantId === undefined ? {} : { tenantId: String(tenantId) }),
});

/** The connection as it is held now, to be changed. Practice's own address is no starting point for a real one. */
export function ConnectionForm({ connection, vault, fixed }: ConnectionFormProps) {
  const { t } = useTranslation();
  const held = connection === null || connection.practice ? null : connection;
  const [homeless, setHomeless] = useState<unknown>(null);
  const heldAs = held === null ? "none" : `${held.tenantId} ${held.serviceUrl}`;
  const [, navigate] = useLocation();
  const { control, handleSubmit, setError, setFocus, setValue, getValues, watch, reset, formState } =
    useForm<ConnectionValues>({
      defaultValues: {
        serviceUrl: fixed.serviceUrl ?? held?.serviceUrl ?? "",
        tenantId: String(fixed.tenantId ?? held?.tenantId ?? ""),
        userId: String(held?.userId ?? ""),
        token: "",
        deviceId: "",
        remember: vault.canKeep,
        thisRunOnly: false,
      },
    });
  const { isDirty } = formState;
  const unsaved = useRef(isDirty);
  useEffect(() => {
    unsaved.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const typed = typedValues(heldAs);
    if (typed !== null) reset({ ...typed, ...kept(fixed), token: "" }, { keepDefaultValues: true });
    return () => leaveTyped(heldAs, unsaved.current ? getValues() : null);
  }, [heldAs, fixed, getValues, reset]);
  const first = connection === null;
  const firstOpen =
    fixed.serviceUrl === undefined ? "serviceUrl" : fixed.tenantId === undefined ? "tenantId" : "userId";
  // Whoever comes because the token is refused or missing comes to give one.
  const [wantsToken] = useState(useChannel("sync.status", {}).data?.state === "sign_in_needed");
  const start = first ? firstOpen : wantsToken ? "token" : null;
  useEffect(() => {
    if (start !== null) setFocus(start);
  }, [start, setFocus]);
  /** A first connection knows no goods yet: what comes next is their file. */
  const goOn = async (): Promise<void> => {
    const { kinds } = await invoke("mirror.counts", {});
    if (kinds.every(({ live }) => live === 0)) navigate("/catalogue/import");
  };
  const [saving, setSaving] = useState(false);
  const sending = useRef(false);
  /** Not by `useSend`: what is sent stays in the query cache for minutes, and this holds the token. */
  const save = async (values: ConnectionValues) => {
    if (sending.current) return;
    sending.current = true;
    setSaving(true);
    try {
      const { tenantId } = await invoke("connection.save", saveInput(values, vault.canKeep));
      // What was typed is what is held now; only the token is kept nowhere in the page.
      reset({ ...values, token: "" });
      unsaved.current = false;
      notifications.show({ message: t("connect.saved", { tenant: String(tenantId) }) });
      if (first) goOn().catch(setHomeless);
    } catch (error) {
      if (!bringIssues({ error, t, setError, fieldOf })) setHomeless(error);
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };
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
    void save(values);
  });
  const [serviceUrl, tenantId] = watch(["serviceUrl", "tenantId"]);
  return (
    <Page
      title={t("connect.title")}
      description={t("connect.description")}
      main={{ words: t("connect.save"), combo: "Mod+Enter", run: () => void submit(), busy: saving }}
    >
      {homeless === null ? null : <ErrorPanel error={homeless} />}
      <div className={classes.columns}>
        <form className={classes.main} onSubmit={submit} noValidate>
          <ServicePanel control={control} />
          <TokenPanel control={control} vault={vault} hasToken={held?.hasToken ?? false} />
          <DevicePanel control={control} connection={connection}>
            <AddressCheck serviceUrl={serviceUrl} />
          </DevicePanel>
          <button type="submit" hidden />
        </form>
        <div className={classes.side}>
          <PracticePanel active={connection?.practice ?? false} />
          <LoadBackup />
          <KnownConnections
            serviceUrl={serviceUrl}
            tenantId={tenantId}
            onUse={(known) => {
              setValue("serviceUrl", fixed.serviceUrl ?? known.serviceUrl, { shouldDirty: true });
              setValue("tenantId", String(fixed.tenantId ?? known.tenantId), { shouldDirty: true });
              setValue("userId", String(known.userId), { shouldDirty: true });
            }}
          />
        </div>
      </div>
    </Page>
  );
}
