import { Menu, Progress } from "@mantine/core";
import { IconBraces, IconChevronDown, IconFileExport, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./activity.module.css";
import type { useAuditExport } from "./use-audit-export.ts";

type AuditExport = ReturnType<typeof useAuditExport>;

const WAYS = [
  { format: "csv", Icon: IconTable },
  { format: "jsonl", Icon: IconBraces },
] as const;

/** The record as a file that others can verify. */
export function ExportButton({ start, running }: AuditExport) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          data-testid="audit-export"
          busy={running}
          leftSection={<IconFileExport size="1.125rem" stroke={1.7} aria-hidden="true" />}
          rightSection={<IconChevronDown size="1rem" stroke={1.7} aria-hidden="true" />}
        >
          {t("activity.export.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(({ format, Icon }) => (
          <Menu.Item
            key={format}
            className={classes.way ?? ""}
            data-testid={`audit-export-${format}`}
            leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => start(format)}
          >
            {t(`activity.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far it is, and how it ended: where the file is, and the hash to write down. */
export function ExportOutcome({ progress, made, error }: AuditExport) {
  const { t } = useTranslation();
  const far =
    progress === null
      ? null
      : t("activity.export.progress", { entries: progress.entries, count: progress.total });
  return (
    <div role="status" className="if-any">
      {progress === null || far === null ? null : (
        <>
          <Progress
            value={(progress.entries / Math.max(1, progress.total)) * 100}
            aria-label={far}
            transitionDuration={0}
          />
          <p className="dim">{far}</p>
        </>
      )}
      {error === null ? null : <ErrorPanel error={error} />}
      {made === null ? null : (
        <Notice kind={made.chainProblem === null ? "good" : "warn"}>
          {t("activity.export.done", { count: made.entries })} <Code>{made.path}</Code>
          <p className="breaks after-4">
            {t("activity.export.lastHash")} <Code>{made.lastHash}</Code>
          </p>
          {made.chainProblem === null ? null : (
            <p className="breaks after-4">{t("activity.export.brokenToo")}</p>
          )}
        </Notice>
      )}
    </div>
  );
}
