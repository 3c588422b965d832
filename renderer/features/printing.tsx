import { ActionIcon, type ActionIconProps, Menu } from "@mantine/core";
import { IconChevronDown, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Printed } from "../../contract/channels/printing.ts";
import { PAPERS, type Paper } from "../../contract/channels/shell.ts";
import { useMay } from "../client/may.ts";
import { useSend } from "../client/queries.ts";
import { ariaCombo, comboKeys } from "../shortcuts/keys.tsx";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { Notice, type NoticeKind, SupportDetails } from "../ui/notice.tsx";
import { ErrorPanel } from "./help.tsx";
import { AllowanceNote } from "./people/allowance-note.tsx";
import classes from "./printing.module.css";

interface PrintWaysProps {
  /** What the first button prints, in words. */
  words: string;
  /** Names the buttons for tests: `print-<name>`, `save-<name>`. */
  name: string;
  send: (to: "printer" | "pdf", paper?: Paper) => void;
  busy: boolean;
  printed: Printed | undefined;
  error: Error | null;
  /** What a failure leaves as it was, where that is no entry. */
  untouched?: string;
  /** The buttons stand in a row of other things, and how it ended below the row. */
  inRow?: boolean;
  /** There is no room for their words. */
  icons?: boolean;
  /** Where it is shown how it ended, other than below the buttons; null until that place is drawn. */
  outcomeIn?: HTMLElement | null;
}

/** Prints as the settings say, or in another way once: the buttons, and beside them how it ended. */
export function PrintWays(props: PrintWaysProps) {
  const {
    words: printWords,
    name,
    busy,
    printed,
    error,
    untouched,
    inRow = false,
    icons = false,
    outcomeIn,
  } = props;
  const { t } = useTranslation();
  const may = useMay("print");
  const offered = may !== "never";
  const send = (to: "printer" | "pdf", paper?: Paper) => {
    if (!busy) props.send(to, paper);
  };
  useShortcut({ combo: "Mod+P", words: printWords, run: () => send("printer"), enabled: offered });
  useShortcut({
    combo: "Mod+Shift+P",
    words: t("print.button.savePdf"),
    run: () => send("pdf"),
    enabled: offered,
  });
  const ways = [
    {
      to: "printer",
      testId: `print-${name}`,
      words: printWords,
      Icon: IconPrinter,
      combo: "Mod+P",
    },
    {
      to: "pdf",
      testId: `save-${name}`,
      words: t("print.button.savePdfShort"),
      Icon: IconFileTypePdf,
      combo: "Mod+Shift+P",
    },
  ] as const;
  const outcome = (
    <PrintedNotice printed={printed} error={error} {...(untouched === undefined ? {} : { untouched })} />
  );
  if (!offered) return null;
  return (
    <div className={inRow ? classes.inRow : "stack gap-8 min-w-0"}>
      <div className="row gap-4">
        {ways.map(({ to, testId, words, Icon, combo }) =>
          icons ? (
            <ActionIcon
              key={to}
              data-testid={testId}
              loading={busy}
              aria-label={words}
              title={`${words} (${comboKeys(combo).join("+")})`}
              aria-keyshortcuts={ariaCombo(combo)}
              onClick={() => send(to)}
            >
              <Icon size="1.25rem" stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <Button
              key={to}
              variant="default"
              data-testid={testId}
              busy={busy}
              leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
              title={`${words} (${comboKeys(combo).join("+")})`}
              aria-keyshortcuts={ariaCombo(combo)}
              onClick={() => send(to)}
            >
              {words}
            </Button>
          ),
        )}
        <PaperMenu label={t("print.button.other")} testId="print-other" name="save" onWay={send} />
      </div>
      <AllowanceNote of={may} />
      {outcomeIn === undefined ? outcome : outcomeIn === null ? null : createPortal(outcome, outcomeIn)}
    </div>
  );
}

interface PaperMenuProps extends Pick<ActionIconProps, "className" | "disabled"> {
  label: string;
  testId: string;
  /** Names the items for tests that save a PDF: `<name>-<paper>`. */
  name: string;
  onWay: (to: "printer" | "pdf", paper: Paper) => void;
  /** Items before those of the papers. */
  children?: ReactNode;
}

/** The other ways onto paper or into a file, each once. */
export function PaperMenu({ label, testId, name, onWay, children, ...target }: PaperMenuProps) {
  const { t } = useTranslation();
  const icon = { size: "1.125rem", stroke: 1.7, "aria-hidden": true } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label} data-testid={testId} {...target}>
          <IconChevronDown {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {PAPERS.map((paper) => (
          <Menu.Item
            key={paper}
            className="target"
            leftSection={<IconPrinter {...icon} />}
            onClick={() => onWay("printer", paper)}
          >
            {t(`print.button.paper.${paper}`)}
          </Menu.Item>
        ))}
        {PAPERS.map((paper) => (
          <Menu.Item
            key={paper}
            className="target"
            data-testid={`${name}-${paper}`}
            leftSection={<IconFileTypePdf {...icon} />}
            onClick={() => onWay("pdf", paper)}
          >
            {t(`print.button.pdf.${paper}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface PrintSlipProps {
  entryId: string;
  /** The buttons stand in a row of other things, and how it ended below the row. */
  inRow?: boolean;
  /** There is no room for their words. */
  icons?: boolean;
  /** Where it is shown how it ended, other than below the buttons; null until that place is drawn. */
  outcomeIn?: HTMLElement | null;
}

/** Prints an entry's slip as the settings say, or in another way once. Never in the way of what is entered next. */
export function PrintSlip({ entryId, ...ways }: PrintSlipProps) {
  const { t } = useTranslation();
  const print = useSend("print.slip");
  return (
    <PrintWays
      {...ways}
      words={t("print.button.slip")}
      name="slip"
      send={(to, paper) => print.mutate({ entryId, to, ...(paper === undefined ? {} : { paper }) })}
      busy={print.isPending}
      printed={print.data}
      error={print.error}
    />
  );
}

const KINDS: Record<Printed["outcome"], NoticeKind> = {
  printed: "good",
  saved: "good",
  cancelled: "info",
  no_printer: "warn",
  printer_gone: "warn",
  print_failed: "bad",
  timed_out: "warn",
  not_drawn: "bad",
  not_written: "bad",
};

/** The way to what was just saved. */
function OpenSaved({ path }: { path: string }) {
  const { t } = useTranslation();
  const open = useSend("print.openSaved");
  // The main process opens nothing else at once.
  const ways = path.toLowerCase().endsWith(".pdf")
    ? (["open", "inFolder"] as const)
    : (["inFolder"] as const);
  return (
    <>
      <div className="wrap gap-8 above-8">
        {ways.map((how) => (
          <Button
            key={how}
            variant="default"
            busy={open.isPending}
            onClick={() => open.mutate({ path, how })}
            data-testid={`saved-${how}`}
          >
            {t(how === "open" ? "action.open" : "print.outcome.inFolder")}
          </Button>
        ))}
      </div>
      {open.data?.outcome === "changed" || open.data?.outcome === "failed" ? (
        <p className="note after-4" role="alert">
          {t(open.data.outcome === "changed" ? "print.outcome.changed" : "print.outcome.notOpened")}
        </p>
      ) : null}
      {open.data?.detail == null ? null : <SupportDetails>{open.data.detail}</SupportDetails>}
      <ErrorPanel error={open.error} />
    </>
  );
}

interface PrintedNoticeProps {
  printed: Printed | undefined;
  /** Where not even the content could be read. */
  error: Error | null;
  className?: string;
  /** What a failure leaves as it was; of a slip, the entry. */
  untouched?: string;
  /** Paper is the only way: it can't be saved as PDF. */
  paperOnly?: boolean;
}

/** How the last print ended, beside the button that asked for it: what happened, and what can be done. */
export function PrintedNotice({
  printed,
  error,
  className = "",
  untouched,
  paperOnly = false,
}: PrintedNoticeProps) {
  const { t } = useTranslation();
  const kind = printed === undefined ? "info" : KINDS[printed.outcome];
  const detail = printed?.detail ?? null;
  const printer = printed?.outcome === "printer_gone" ? detail : null;
  return (
    <div role="status" className={`${classes.outcome} if-any ${className}`}>
      <ErrorPanel error={error} />
      {printed === undefined ? null : (
        <Notice kind={kind}>
          {paperOnly && printed.outcome === "no_printer"
            ? t("print.outcome.noPrinterAtAll")
            : t(`print.outcome.${printed.outcome}`)}
          {printed.path === null ? null : (
            <>
              {" "}
              <Code>{printed.path}</Code>
            </>
          )}
          {printed.outcome === "saved" && printed.path !== null ? <OpenSaved path={printed.path} /> : null}
          {kind === "bad" || kind === "warn" ? (
            <>
              <p className="note after-4">
                {untouched ?? t("print.outcome.notTheEntry")}{" "}
                {printer === null ? null : <bdi>({printer})</bdi>}
              </p>
              {detail === null || detail === printer ? null : <SupportDetails>{detail}</SupportDetails>}
            </>
          ) : null}
        </Notice>
      )}
    </div>
  );
}
