import { Textarea } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { replyErrorOf } from "../../client/api.ts";
import { issuesOf } from "../../i18n/error-words.ts";
import { TAKES_SCANS, useScanHere } from "../scanning/receivers.ts";

interface KeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Of the last try with it. */
  error: unknown;
  testId: string;
  /** A title above it says the same. */
  isTitled?: boolean;
}

const MOST_TYPED = 2_000;

/** Whether the engine refused the key itself. */
export const isBadKey = (error: unknown): boolean =>
  error !== null && issuesOf(replyErrorOf(error)).some(({ field }) => field === "key");

/** The owner's key, as words or as text; it is kept nowhere. */
export function KeyField({ value, onChange, error, testId, isTitled = false }: KeyFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  // Of the QR code on the paper.
  useScanHere(field, ([scanned = ""]) => onChange(scanned.slice(0, MOST_TYPED)));
  return (
    <Textarea
      ref={field}
      {...TAKES_SCANS}
      {...(isTitled ? { "aria-label": t("shopFolder.ownerKey") } : { label: t("shopFolder.ownerKey") })}
      description={t("shopFolder.keyHint")}
      error={isBadKey(error) ? t("shopFolder.badKey") : null}
      dir="ltr"
      autosize
      minRows={2}
      maxLength={MOST_TYPED}
      spellCheck={false}
      autoComplete="off"
      value={value}
      data-testid={testId}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
