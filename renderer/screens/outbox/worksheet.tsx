import { Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconClipboardCheck,
  IconFileTypePdf,
  IconPrinter,
  IconTable,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import { PrintOutcome } from "../../features/printing/print-outcome.tsx";
import { Button } from "../../ui/button.tsx";
import classes from "./outbox.module.css";

const WAYS = [
  { to: "printer", words: "print.button.worksheetPrint", Icon: IconPrinter },
  { to: "pdf", words: "print.button.worksheetPdf", Icon: IconFileTypePdf },
  { to: "csv", words: "print.button.worksheetCsv", Icon: IconTable },
] as const;

/** Everything whose outcome is unknown, to take along to the service's own books. */
export function Worksheet() {
  const { t } = useTranslation();
  const print = useSend("print.worksheet");
  const unknown = useChannel("sync.status", {}).data?.counts.outcome_unknown ?? 0;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            data-testid="worksheet"
            title={t("print.button.worksheetText")}
            disabled={unknown === 0}
            busy={print.isPending}
            leftSection={<IconClipboardCheck size="1.125rem" stroke={1.7} aria-hidden="true" />}
            rightSection={<IconChevronDown size="1rem" stroke={1.7} aria-hidden="true" />}
          >
            {t("print.button.worksheet")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {WAYS.map(({ to, words, Icon }) => (
            <Menu.Item
              key={to}
              className={classes.way ?? ""}
              data-testid={`worksheet-${to}`}
              leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
              onClick={() => {
                if (!print.isPending) print.mutate({ to });
              }}
            >
              {t(words)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <PrintOutcome printed={print.data} error={print.error} className={classes.worksheetOutcome ?? ""} />
    </>
  );
}
