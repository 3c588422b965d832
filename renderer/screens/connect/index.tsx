import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { useChannel } from "../../queries.ts";
import { ConnectionForm } from "./connection-form.tsx";

/** Who we are to which service. The form starts once it is known what is held now, so nothing is overwritten. */
export default function ConnectScreen() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {});
  const vault = useChannel("vault.status", {});
  if (connection.data !== undefined && vault.data !== undefined)
    return (
      <ConnectionForm
        key={connection.data === null ? "none" : `${connection.data.tenantId} ${connection.data.serviceUrl}`}
        connection={connection.data}
        vault={vault.data}
      />
    );
  const failed = connection.error ?? vault.error;
  return (
    <Page title={t("connect.title")} description={t("connect.description")}>
      {failed === null ? (
        <Loading />
      ) : (
        <ErrorPanel
          error={failed}
          onRetry={() => void Promise.all([connection.refetch(), vault.refetch()])}
        />
      )}
    </Page>
  );
}
