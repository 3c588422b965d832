import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronDown, IconFileTypePdf, IconPrinter, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PAPERS } from "../../../../contract/channels/shell.ts";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import classes from "./statement.module.css";

type Way = Omit<ChannelInput<"print.statement">, "of">;

/** The other ways onto paper or into a file, each once. */
export function PrintWays({ onWay, disabled }: { onWay: (way: Way) => void; disabled: boolean }) {
  const { t } = useTranslation();
  useShortcut({
    combo: "Mod+Shift+P",
    words: t("statement.savePdf"),
    run: () => onWay({ to: "pdf" }),
    enabled: !disabled,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.ways ?? ""}
          aria-label={t("statement.other")}
          data-testid="statement-ways"
          disabled={disabled}
        >
          <IconChevronDown size="1.125rem" stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.way ?? ""}
          data-testid="statement-csv"
          leftSection={<IconTable size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => onWay({ to: "csv" })}
        >
          {t("statement.saveCsv")}
        </Menu.Item>
        {PAPERS.map((paper) => (
          <Menu.Item
            key={paper}
            className={classes.way ?? ""}
            leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => onWay({ to: "printer", paper })}
          >
            {t(`print.button.paper.${paper}`)}
          </Menu.Item>
        ))}
        {PAPERS.map((paper) => (
          <Menu.Item
            key={paper}
            className={classes.way ?? ""}
            data-testid={`statement-${paper}`}
            leftSection={<IconFileTypePdf size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => onWay({ to: "pdf", paper })}
          >
            {t(`print.button.pdf.${paper}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
