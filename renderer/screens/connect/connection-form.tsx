import { notifications } from "@mantine/notifications";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { issueWords } from "../../ui/field/form-issues.ts";
import { Page } from "../../ui/page.tsx";
import { AddressCheck } from "./address-check.tsx";
import classes from "./connect.module.css";
import { fieldOf, missingFields, saveInput } from "./connection-values.ts";
import { KnownConnections } from "./known-connections.tsx";
import { PracticePanel } from "./practice-panel.tsx";
import { DevicePanel, ServicePanel } from "./service-panel.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { type Fixed, useConnectionForm } from "./use-connection-form.ts";

interface ConnectionFormProps {
  connection: ChannelOutput<"connection.get">;
  vault: ChannelOutput<"vault.status">;
  fixed: Fixed;
}

/** The connection as it is held now, to be changed. Practice's own address is no starting point for a real one. */
export function ConnectionForm({ connection, vault, fixed }: ConnectionFormProps) {
  const { t } = useTranslation();
  const held = connection === null || connection.practice ? null : connection;
  const [homeless, setHomeless] = useState<unknown>(null);
  const heldAs = held === null ? "none" : `${held.tenantId} ${held.serviceUrl}`;
  const [, navigate] = useLocation();
  const first = connection === null;
  const firstOpen =
    fixed.serviceUrl === undefined ? "serviceUrl" : fixed.tenantId === undefined ? "tenantId" : "userId";
  // Whoever comes because the token is refused or missing comes to give one.
  const [wantsToken] = useState(useChannel("sync.status", {}).data?.state === "sign_in_needed");
  const start = first ? firstOpen : wantsToken ? "token" : null;
  const typing = useConnectionForm(
    heldAs,
    {
      serviceUrl: held?.serviceUrl ?? "",
      tenantId: String(held?.tenantId ?? ""),
      userId: String(held?.userId ?? ""),
      token: "",
      deviceId: "",
      remember: vault.canKeep,
      thisRunOnly: false,
    },
    fixed,
    start,
  );
  const { values } = typing;
  const formats = useFormats();
  const needed = missingFields(values);
  /** A first connection knows no goods yet: what comes next is their file. */
  const goOn = async (): Promise<void> => {
    const { kinds } = await invoke("mirror.counts", {});
    if (kinds.every(({ live }) => live === 0)) navigate("/catalogue/import");
  };
  const [saving, setSaving] = useState(false);
  const sending = useRef(false);
  /** Not by `useSend`: what is sent stays in the query cache for minutes, and this holds the token. */
  const save = async () => {
    if (sending.current) return;
    sending.current = true;
    setSaving(true);
    try {
      const { tenantId } = await invoke("connection.save", saveInput(values, vault.canKeep));
      typing.noteSaved();
      notifications.show({ message: t("connect.saved", { tenant: String(tenantId) }) });
      if (first) goOn().catch(setHomeless);
    } catch (error) {
      const { words, whole } = issueWords(error, t, fieldOf);
      typing.refuse(words);
      if (!whole) setHomeless(error);
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };
  const submit = () => {
    const required = t("errors.reason.required");
    const wrong: Record<string, string> = Object.fromEntries(
      missingFields(values).map((field) => [field, required]),
    );
    const undecided = values.token !== "" && !vault.canKeep && !values.thisRunOnly;
    if (undecided && Object.keys(wrong).length === 0) wrong.thisRunOnly = t("connect.token.needChoice");
    typing.refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setHomeless(null);
    void save();
  };
  return (
    <Page
      title={t("connect.title")}
      description={t("connect.description")}
      // As long as something is missing the button is quiet, and what it waits for stands beside it.
      main={{
        words: t("connect.save"),
        combo: "Mod+Enter",
        run: submit,
        busy: saving,
        quiet: needed.length > 0,
      }}
      others={
        needed.length === 0 ? undefined : (
          <span className="note flush">
            {t("connect.needed", {
              fields: formats.list(needed.map((name) => t(`connect.form.${name}`))),
            })}
          </span>
        )
      }
    >
      {homeless === null ? null : <ErrorPanel error={homeless} />}
      <div className={classes.columns}>
        <form
          ref={typing.form}
          className="grid gap-16"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          noValidate
        >
          <ServicePanel typing={typing} />
          <TokenPanel typing={typing} vault={vault} hasToken={held?.hasToken ?? false} />
          <DevicePanel typing={typing} connection={connection}>
            <AddressCheck serviceUrl={values.serviceUrl} />
          </DevicePanel>
          <button type="submit" hidden />
        </form>
        <div className="grid gap-16">
          <PracticePanel active={connection?.practice ?? false} />
          <LoadBackup />
          <KnownConnections
            serviceUrl={values.serviceUrl}
            tenantId={values.tenantId}
            onUse={({ serviceUrl, tenantId, userId }) =>
              typing.change({ serviceUrl, tenantId: String(tenantId), userId: String(userId) })
            }
          />
        </div>
      </div>
    </Page>
  );
}
