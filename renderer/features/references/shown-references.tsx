import { ActionIcon } from "@mantine/core";
import { IconDeviceFloppy, IconExternalLink, IconFileOff, IconPaperclip, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { parseExactJson } from "../../../contract/exact-json.ts";
import type { KeptFile } from "../../../contract/kept-file.ts";
import { documentReference } from "../../../contract/service/requests.ts";
import { webLink } from "../../../contract/web-link.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats, useSettings } from "../../client/settings.ts";
import { meaningOf } from "../../lib/text.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { SupportDetails } from "../../ui/notice.tsx";
import { ErrorPanel } from "../help.tsx";
import { fileAt, ownDescription } from "./reference-rows.ts";
import classes from "./shown-references.module.css";

/** Both bodies that carry references; the voucher's have a device each, which says nothing here. */
const withReferences = z.object({ documentReferences: z.array(z.object(documentReference.shape)) });

interface SentReferencesProps {
  entryId: string;
  /** The frozen body of that entry. */
  requestBody: string;
  /** The heading, in the level of what is around it. */
  title: (words: string) => React.ReactNode;
}

/** The papers behind an entry as they were sent, with the files that stayed on this counter. Nothing where it has none. */
export function SentReferences({ entryId, requestBody, title }: SentReferencesProps) {
  const { t } = useTranslation();
  const meanings = useSettings().referenceTypeMeanings;
  const references = useMemo(
    () => withReferences.safeParse(parseExactJson(requestBody)).data?.documentReferences ?? [],
    [requestBody],
  );
  const enabled = references.length > 0;
  const files = useChannel("attachment.ofEntry", { entryId }, { enabled }).data?.files ?? [];
  const presentOf = usePresent(files.map(({ file }) => file));
  if (!enabled) return null;
  return (
    <section className="min-w-0" data-testid="sent-references">
      {title(t("field.references"))}
      <ol className="list">
        {references.map((reference, position) => {
          const file = fileAt(files, position);
          const code = String(reference.type);
          const description = ownDescription(reference.description ?? "", file);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes its order
            <li key={position} className="breaks min-w-0 pad-y-8 line-above">
              <p>
                <bdi className="semi">{reference.reference}</bdi>{" "}
                <span className="note flush">
                  <bdi>{meaningOf(meanings, code) ?? t("components.references.typeCode", { code })}</bdi>
                  {reference.otherType === null ? null : (
                    <>
                      {" · "}
                      <bdi>{reference.otherType}</bdi>
                    </>
                  )}
                </span>
              </p>
              {description === "" ? null : (
                <p className="note">
                  <bdi>{description}</bdi>
                </p>
              )}
              {reference.url === null ? null : (
                <WebAddress url={reference.url} testId={`sent-link-${position}`} />
              )}
              {file === null ? null : (
                <KeptFileLine file={file} present={presentOf(file)} testId={`sent-file-${position}`} />
              )}
            </li>
          );
        })}
      </ol>
      {files.length === 0 ? null : <p className="note">{t("components.references.staysHere")}</p>}
    </section>
  );
}

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

interface WebAddressProps {
  url: string;
  testId: string;
}

/** An address as the browser will read it, and the way to it; one that is not of the web is refused in words. */
export function WebAddress({ url, testId }: WebAddressProps) {
  const { t } = useTranslation();
  const open = useSend("link.open");
  const link = webLink(url);
  const refusal = link.ok ? open.data?.outcome : link.reason;
  return (
    <div className="min-w-0" data-testid={testId}>
      {link.ok ? (
        <Button
          variant="subtle"
          className={classes.button}
          busy={open.isPending}
          data-testid={`${testId}-open`}
          aria-label={t("components.link.open", { address: link.href })}
          leftSection={<IconExternalLink size="1rem" stroke={1.8} aria-hidden="true" />}
          onClick={() => open.mutate({ url })}
        >
          <bdi dir="ltr">{link.href}</bdi>
        </Button>
      ) : null}
      <span role="status" className="if-any note">
        {refusal === undefined || refusal === "opened" || refusal === "cancelled"
          ? null
          : t(`components.link.outcome.${refusal}`)}
      </span>
      <ErrorPanel error={open.error} />
    </div>
  );
}

/** Says of each file whether it lies on this counter; undefined while that is not known. */
export function usePresent(files: readonly (KeptFile | null)[]): (file: KeptFile) => boolean | undefined {
  const asked = files.flatMap((file) => (file === null ? [] : [{ sha256: file.sha256, name: file.name }]));
  const answer = useChannel("attachment.present", { kept: asked }, { enabled: asked.length > 0 }).data;
  return (file) => {
    const at = asked.findIndex(({ sha256, name }) => sha256 === file.sha256 && name === file.name);
    return answer?.present[at];
  };
}
