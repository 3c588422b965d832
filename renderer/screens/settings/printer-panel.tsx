import { NativeSelect, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCopy, IconFileCode, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PAPERS, type Settings } from "../../../contract/channels/shell.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { keyText } from "../../../contract/slip-code.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { PrintedNotice } from "../../features/printing.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { isolated } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { SettingChoice } from "./parts.tsx";
import classes from "./settings.module.css";

const MOST_COPIES = 5;

interface PrinterPanelProps {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

const MOST_LETTERS = 100;

/** The shop's name at the head of slips; what is typed is kept when the field is left. */
function ShopName({ settings: { shopName }, onChange }: PrinterPanelProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={<SettingName of="print.settings.shopName" />}
      description={t("print.settings.shopNameHint")}
      dir="auto"
      maxLength={MOST_LETTERS}
      data-testid="shop-name"
      value={typed ?? shopName}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null && typed.trim() !== shopName) onChange({ shopName: typed.trim() });
        setTyped(null);
      }}
    />
  );
}

/** What slips are printed on. A chosen printer prints at once; without one the system's dialog asks. */
export function PrinterPanel({ settings, onChange }: PrinterPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, isFetching, refetch } = useChannel("print.printers", {});
  const { printPaper, printerName, printCopies } = settings;
  const choices = printerChoices(data?.printers ?? [], printerName);
  const copies = Array.from({ length: Math.max(MOST_COPIES, printCopies) }, (_, index) => index + 1);
  const noneHere = data?.known === true && data.printers.length === 0;
  return (
    <Panel title={t("print.settings.printer")}>
      <WhereMaySet>
        <ShopName settings={settings} onChange={onChange} />
      </WhereMaySet>
      <SettingChoice
        of="print.settings.paper"
        value={printPaper}
        onChange={(paper) => onChange({ printPaper: paper })}
        data={PAPERS.map((paper) => ({ value: paper, label: t(`print.settings.${paper}`) }))}
      />
      <NativeSelect
        label={t("print.settings.printer")}
        description={t(printerName === null ? "home.ready.printer.asks" : "print.settings.silentText")}
        data-testid="printer"
        value={printerName ?? ASK}
        onChange={({ currentTarget }) =>
          onChange({ printerName: currentTarget.value === ASK ? null : currentTarget.value })
        }
        data={[
          { value: ASK, label: t("print.settings.ask") },
          ...choices.map(({ value, label, gone }) => ({
            value,
            label: gone ? t("print.settings.gone", { name: label }) : label,
          })),
        ]}
      />
      <div className="row between gap-4-16 pad-y-6">
        <span className={classes.hint} role="status">
          {noneHere ? t("print.settings.none") : null}
          {data?.known === false ? t("home.ready.printer.unknown") : null}
        </span>
        <Button variant="default" busy={isFetching} onClick={() => void refetch()}>
          {t("print.settings.again")}
        </Button>
      </div>
      <SettingChoice
        of="print.settings.copies"
        value={String(printCopies)}
        onChange={(count) => onChange({ printCopies: Number(count) })}
        data={copies.map((count) => ({ value: String(count), label: formats.count(count) }))}
      />
      <ErrorPanel error={error} />
    </Panel>
  );
}

// Which printers can be chosen. Pure.

/** The choice "ask every time"; no system names a printer by nothing. */
const ASK = "";

interface PrinterChoice {
  value: string;
  label: string;
  /** Chosen before and not there now. */
  gone: boolean;
}

type Printers = ChannelOutput<"print.printers">["printers"];

/** Every printer once, and the chosen one even where it is not there now: what is set must be seen. */
export function printerChoices(printers: Printers, chosen: string | null): PrinterChoice[] {
  const there = [...new Map(printers.map((printer) => [printer.name, printer])).values()].map(
    ({ name, displayName }) => ({ value: name, label: displayName || name, gone: false }),
  );
  const isThere = chosen === null || there.some(({ value }) => value === chosen);
  return isThere ? there : [...there, { value: chosen, label: chosen, gone: true }];
}

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
      <PrintedNotice printed={print.data} error={print.error} untouched={t("slipCodes.unchanged")} />
    </>
  );
}

/** A lost key is replaced only by a person: who checks slips must learn of the new one. */
function Renew({ onRenewed }: { onRenewed: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const renew = useSend("slipKey.renew", { onSuccess: onRenewed });
  return (
    <>
      <ErrorPanel error={renew.error} />
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
      <ErrorPanel error={key.error} onRetry={() => void key.refetch()} />
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
          <WhereMaySet>
            <Renew onRenewed={() => void key.refetch()} />
          </WhereMaySet>
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
      <ErrorPanel error={save.error} />
      {save.data?.path == null ? null : (
        <Notice kind="good">
          {t("slipCodes.pageSaved")} <bdi dir="ltr">{isolated(save.data.path)}</bdi>
        </Notice>
      )}
    </Panel>
  );
}
