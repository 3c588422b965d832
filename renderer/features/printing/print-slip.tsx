import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronDown, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { PAPERS, type Paper } from "../../../contract/channels/shell.ts";
import { useSend } from "../../client/queries.ts";
import { ariaCombo, comboKeys } from "../../shortcuts/combo.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import classes from "./print.module.css";
import { PrintOutcome } from "./print-outcome.tsx";

interface PrintSlipProps {
  entryId: string;
  /** The buttons stand in a row of other things, and how it ended below the row. */
  inRow?: boolean;
  /** There is no room for their words. */
  icons?: boolean;
  /** Where it is told how it ended, other than below the buttons; null until that place is drawn. */
  outcomeIn?: HTMLElement | null;
}

/** Prints an entry's slip as the settings say, or in another way once. Never in the way of what is entered next. */
export function PrintSlip({ entryId, inRow = false, icons = false, outcomeIn }: PrintSlipProps) {
  const { t } = useTranslation();
  const print = useSend("print.slip");
  const send = (to: "printer" | "pdf", paper?: Paper) => {
    if (!print.isPending) print.mutate({ entryId, to, ...(paper === undefined ? {} : { paper }) });
  };
  useShortcut({ combo: "Mod+P", words: t("print.button.slip"), run: () => send("printer") });
  useShortcut({ combo: "Mod+Shift+P", words: t("print.button.savePdf"), run: () => send("pdf") });
  const ways = [
    {
      to: "printer",
      testId: "print-slip",
      words: t("print.button.slip"),
      Icon: IconPrinter,
      combo: "Mod+P",
    },
    {
      to: "pdf",
      testId: "save-slip",
      words: t("print.button.savePdfShort"),
      Icon: IconFileTypePdf,
      combo: "Mod+Shift+P",
    },
  ] as const;
  const outcome = <PrintOutcome printed={print.data} error={print.error} />;
  return (
    <div className={inRow ? classes.inRow : classes.print}>
      <div className={classes.buttons}>
        {ways.map(({ to, testId, words, Icon, combo }) =>
          icons ? (
            <ActionIcon
              key={to}
              data-testid={testId}
              loading={print.isPending}
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
              busy={print.isPending}
              leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
              title={`${words} (${comboKeys(combo).join("+")})`}
              aria-keyshortcuts={ariaCombo(combo)}
              onClick={() => send(to)}
            >
              {words}
            </Button>
          ),
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("print.button.other")} data-testid="print-other">
              <IconChevronDown size="1.125rem" stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {PAPERS.map((paper) => (
              <Menu.Item
                key={paper}
                className={classes.item ?? ""}
                leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
                onClick={() => send("printer", paper)}
              >
                {t(`print.button.paper.${paper}`)}
              </Menu.Item>
            ))}
            {PAPERS.map((paper) => (
              <Menu.Item
                key={paper}
                className={classes.item ?? ""}
                leftSection={<IconFileTypePdf size="1.125rem" stroke={1.7} aria-hidden="true" />}
                data-testid={`save-${paper}`}
                onClick={() => send("pdf", paper)}
              >
                {t(`print.button.pdf.${paper}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {outcomeIn === undefined ? outcome : outcomeIn === null ? null : createPortal(outcome, outcomeIn)}
    </div>
  );
}
