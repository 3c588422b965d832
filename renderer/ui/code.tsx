import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../client/settings.ts";
import { meaningOf } from "../lib/text.ts";
import classes from "./code.module.css";

interface CodeProps {
  children: string;
  /** Shows only the first characters where room is short; the whole is copied. */
  short?: boolean;
  /** Shows that it can be copied before it is pointed at. */
  signed?: boolean;
}

const SHORT = 8;

/** An id, barcode, serial number or hash: fixed-width, left to right, copied by a click. */
export function Code({ children: code, short = false, signed = false }: CodeProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  // Drawn when it can be seen: a table holds a hundred of these.
  const [near, setNear] = useState(signed);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const shown = short && code.length > SHORT + 1 ? `${code.slice(0, SHORT)}…` : code;
  const label = clipboard.copied ? t("components.copiedCode", { code }) : t("components.copyCode", { code });
  return (
    <button
      type="button"
      className={classes.code}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(signed)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(signed)}
      onClick={(event) => {
        event.stopPropagation();
        clipboard.copy(code);
      }}
      aria-label={label}
      title={code}
      dir="ltr"
    >
      <span className={`${classes.text} breaks text-start`} data-short={shown !== code}>
        {shown}
      </span>
      <span className={`${classes.icon} faint fixed`} aria-hidden="true">
        {near ? <Icon size="0.875rem" stroke={1.8} /> : null}
      </span>
    </button>
  );
}

interface StatusCodeProps {
  status: number | string | null;
  /** In a column a code without a meaning is alone; that it has none is its title. */
  short?: boolean;
}

/** A status of the service with the meaning that the owner wrote for it; the interface shows none. */
export function StatusCode({ status, short = false }: StatusCodeProps) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  if (status === null) return <span>—</span>;
  const code = String(status);
  const meaning = meaningOf(meanings, code);
  if (short && meaning === undefined) return <bdi title={t("components.code.none", { code })}>{code}</bdi>;
  return (
    <bdi>
      {meaning === undefined
        ? t("components.code.none", { code })
        : t("components.code.meaning", { code, meaning })}
    </bdi>
  );
}
