import { ActionIcon } from "@mantine/core";
import { IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Printed } from "../../../contract/channels/printing.ts";
import type { Paper } from "../../../contract/channels/shell.ts";
import { ariaCombo, comboKeys } from "../../shortcuts/combo.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { PaperMenu } from "./paper-menu.tsx";
import classes from "./print.module.css";
import { PrintOutcome } from "./print-outcome.tsx";

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
  /** Where it is told how it ended, other than below the buttons; null until that place is drawn. */
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
  const send = (to: "printer" | "pdf", paper?: Paper) => {
    if (!busy) props.send(to, paper);
  };
  useShortcut({ combo: "Mod+P", words: printWords, run: () => send("printer") });
  useShortcut({ combo: "Mod+Shift+P", words: t("print.button.savePdf"), run: () => send("pdf") });
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
    <PrintOutcome printed={printed} error={error} {...(untouched === undefined ? {} : { untouched })} />
  );
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
      {outcomeIn === undefined ? outcome : outcomeIn === null ? null : createPortal(outcome, outcomeIn)}
    </div>
  );
}
