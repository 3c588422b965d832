import { useClipboard } from "@mantine/hooks";
import { IconCopy, IconFileCode, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keyText } from "../../../contract/slip-code.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { HelpLink } from "../../features/help/help-link.tsx";
import { PrintOutcome } from "../../features/printing/print-outcome.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { isolated } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

/** The key as a person passes it on: copied, on paper, or inside the checking page. */
function PassOn({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 2_000 });
  const print = useSend("print.slipKey");
  return (
    <>
      <p className={classes.hint}>{t("slipCodes.key")}</p>
      <Code signed>{keyText(publicKey)}</Code>
      <div className="row between gap-4-16 pad-y-6">
        <Button
          variant="default"
          data-testid="copy-slip-key"
          leftSection={<IconCopy size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => clipboard.copy(keyText(publicKey))}
        >
          <SettingName of="slipCodes.copy" />
        </Button>
        <Button
          variant="default"
          busy={print.isPending}
          leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => print.mutate({ to: "printer" })}
        >
          {t("slipCodes.print")}
        </Button>
        <Button
          variant="default"
          busy={print.isPending}
          leftSection={<IconFileTypePdf size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => print.mutate({ to: "pdf" })}
        >
          {t("print.button.savePdfShort")}
        </Button>
      </div>
      <p role="status" className={classes.hint}>
        {clipboard.copied ? t("slipCodes.copied") : null}
      </p>
      <PrintOutcome printed={print.data} error={print.error} untouched={t("slipCodes.unchanged")} />
    </>
  );
}

/** A lost key is replaced only by a person: who checks slips must be told of the new one. */
function Renew({ onRenewed }: { onRenewed: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const renew = useSend("slipKey.renew", { onSuccess: onRenewed });
  return (
    <>
      {renew.error === null ? null : <ErrorPanel error={renew.error} />}
      <div className="row between gap-4-16 pad-y-6">
        <Button
          variant={asked ? "filled" : "default"}
          busy={renew.isPending}
          data-testid="renew-slip-key"
          onClick={() => (asked ? renew.mutate({}) : setAsked(true))}
        >
          {asked ? t("slipCodes.renewSure") : t("slipCodes.renew")}
        </Button>
      </div>
      {asked ? <p className={classes.hint}>{t("slipCodes.renewDoes")}</p> : null}
    </>
  );
}

/** The key that signs the codes on slips, and the page that checks them. */
export function SlipKeyPanel() {
  const { t } = useTranslation();
  const key = useChannel("slipKey.get", {}, { eachTime: true });
  const save = useSend("slipKey.savePage");
  const { state, publicKey } = key.data ?? { state: null, publicKey: null };
  return (
    <Panel title={t("slipCodes.title")}>
      <p className="before-12">{t("slipCodes.text")}</p>
      <p className={classes.hint}>{t("slipCodes.proves")}</p>
      {key.error === null ? null : <ErrorPanel error={key.error} onRetry={() => void key.refetch()} />}
      {state === "noKeyring" ? (
        <Notice kind="warn" title={t("slipCodes.noKeyring")}>
          {t("slipCodes.noKeyringText")}
        </Notice>
      ) : null}
      {state === "lost" ? (
        <>
          <Notice kind="warn" title={t("slipCodes.lost")}>
            {t("slipCodes.lostText")}
          </Notice>
          <Renew onRenewed={() => void key.refetch()} />
        </>
      ) : null}
      {publicKey === null ? null : <PassOn publicKey={publicKey} />}
      <p className={classes.hint}>
        {t(publicKey === null ? "slipCodes.pageTextNoKey" : "slipCodes.pageText")}
      </p>
      <div className="row between gap-4-16 pad-y-6">
        <Button
          variant="default"
          data-testid="save-check-page"
          busy={save.isPending}
          leftSection={<IconFileCode size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => save.mutate({})}
        >
          <SettingName of="slipCodes.savePage" />
        </Button>
        <HelpLink page="printing" />
      </div>
      {save.error === null ? null : <ErrorPanel error={save.error} />}
      {save.data?.path == null ? null : (
        <Notice kind="good">
          {t("slipCodes.pageSaved")} <bdi dir="ltr">{isolated(save.data.path)}</bdi>
        </Notice>
      )}
    </Panel>
  );
}
