import { ActionIcon } from "@mantine/core";
import { IconDeviceFloppy, IconExternalLink, IconFileOff, IconPaperclip, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { KeptFile } from "../../../contract/kept-file.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./kept-file-line.module.css";

interface KeptFileLineProps {
  file: KeptFile;
  /** Whether it lies on this counter; undefined while that is not known. */
  present: boolean | undefined;
  /** Given where the file can be taken off its reference. */
  onDetach?: () => void;
  disabled?: boolean;
  testId: string;
}

/** A file behind a reference: its name and size, opened or saved elsewhere; said where it is not here. */
export function KeptFileLine({ file, present, onDetach, disabled = false, testId }: KeptFileLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const open = useSend("attachment.open");
  const save = useSend("attachment.saveAs");
  const named = { sha256: file.sha256, name: file.name };
  const last = [open, save].toSorted((a, b) => b.submittedAt - a.submittedAt)[0] ?? open;
  const outcome = last.data?.outcome;
  const detail = last.data?.detail ?? null;
  const gone = present === false;
  const Icon = gone ? IconFileOff : IconPaperclip;
  return (
    <div className="gap-0-8 row min-w-0" data-testid={testId}>
      <Icon size="1.125rem" stroke={1.7} aria-hidden="true" className="dim" />
      <span className={`${classes.name} breaks min-w-0`}>
        <bdi>{file.name}</bdi> <bdi className="note nowrap">{formats.bytes(file.bytes)}</bdi>
      </span>
      <span className="row at-end push">
        {gone ? null : (
          <>
            <Button
              variant="subtle"
              busy={open.isPending}
              data-testid={`${testId}-open`}
              aria-label={t("components.file.openNamed", { name: file.name })}
              leftSection={<IconExternalLink size="1rem" stroke={1.8} aria-hidden="true" />}
              onClick={() => open.mutate(named)}
            >
              {t("action.open")}
            </Button>
            <Button
              variant="subtle"
              busy={save.isPending}
              data-testid={`${testId}-save`}
              aria-label={t("components.file.saveNamed", { name: file.name })}
              leftSection={<IconDeviceFloppy size="1rem" stroke={1.8} aria-hidden="true" />}
              onClick={() => save.mutate(named)}
            >
              {t("components.file.save")}
            </Button>
          </>
        )}
        {onDetach === undefined ? null : (
          <ActionIcon
            disabled={disabled}
            aria-label={t("components.file.detach", { name: file.name })}
            data-testid={`${testId}-detach`}
            onClick={onDetach}
          >
            <IconX size="1.125rem" stroke={1.8} />
          </ActionIcon>
        )}
      </span>
      <div role="status" className="if-any note breaks full-row">
        {gone ? t("components.file.outcome.missing") : null}
        {gone || outcome === undefined || outcome === "cancelled" || outcome === "opened" ? null : (
          <>
            {t(`components.file.outcome.${outcome}`)}{" "}
            {detail === null ? null : outcome === "saved" ? (
              <Code>{detail}</Code>
            ) : (
              <SupportDetails>{detail}</SupportDetails>
            )}
          </>
        )}
      </div>
      <ErrorPanel error={last.error} />
    </div>
  );
}
