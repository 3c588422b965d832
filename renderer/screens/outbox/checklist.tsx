import { Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconClipboardCheck,
  IconFileSearch,
  IconFileTypePdf,
  IconPrinter,
  IconTable,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import { PrintOutcome } from "../../features/printing/print-outcome.tsx";
import { Button } from "../../ui/button.tsx";

const WAYS = [
  { to: "printer", words: "print.button.checklistPrint", Icon: IconPrinter },
  { to: "pdf", words: "print.button.checklistPdf", Icon: IconFileTypePdf },
  { to: "csv", words: "print.button.checklistCsv", Icon: IconTable },
] as const;

/** Everything whose outcome is unknown, to take along to the service's own books. */
export function Checklist({ onBooks }: { onBooks: () => void }) {
  const { t } = useTranslation();
  const print = useSend("print.checklist");
  const unknown = useChannel("sync.status", {}).data?.counts.outcome_unknown ?? 0;
  return (
    <>
      <Button
        variant="default"
        data-testid="books"
        title={t("outbox.books.buttonText")}
        disabled={unknown === 0}
        leftSection={<IconFileSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={onBooks}
      >
        {t("outbox.books.button")}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            data-testid="checklist"
            title={t("print.button.checklistText")}
            disabled={unknown === 0}
            busy={print.isPending}
            leftSection={<IconClipboardCheck size="1.125rem" stroke={1.7} aria-hidden="true" />}
            rightSection={<IconChevronDown size="1rem" stroke={1.7} aria-hidden="true" />}
          >
            {t("print.button.checklist")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {WAYS.map(({ to, words, Icon }) => (
            <Menu.Item
              key={to}
              className="target"
              data-testid={`checklist-${to}`}
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
      <PrintOutcome printed={print.data} error={print.error} className="full-row" />
    </>
  );
}
