import { Menu } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { PaperMenu } from "../../../features/printing/paper-menu.tsx";
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
    <PaperMenu
      label={t("statement.other")}
      testId="statement-ways"
      name="statement"
      className={classes.ways ?? ""}
      disabled={disabled}
      onWay={(to, paper) => onWay({ to, paper })}
    >
      <Menu.Item
        className="target"
        data-testid="statement-csv"
        leftSection={<IconTable size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={() => onWay({ to: "csv" })}
      >
        {t("statement.saveCsv")}
      </Menu.Item>
    </PaperMenu>
  );
}
