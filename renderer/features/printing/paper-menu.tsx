import { ActionIcon, type ActionIconProps, Menu } from "@mantine/core";
import { IconChevronDown, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PAPERS, type Paper } from "../../../contract/channels/shell.ts";

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
