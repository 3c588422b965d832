import { IconCloudDown, IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../client/settings.ts";
import { useNow } from "../lib/time.ts";

interface TimeAgoProps {
  at: string | null;
  /** The time may lie in the future. Otherwise a time ahead of the clock is "now". */
  ahead?: boolean;
  /** Shown where there is no time. */
  none?: string;
}

/** How long ago in words, for a sentence; a time ahead of the clock is "now". */
export function useAgo(): (at: string) => string {
  const formats = useFormats();
  const now = useNow();
  return (at) => formats.relative(at, Math.max(now, Date.parse(at)));
}

/** How long ago, kept up to date; the full time is its title. */
export function TimeAgo({ at, ahead = false, none = "—" }: TimeAgoProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const clock = useNow();
  if (at === null) return <span>{none}</span>;
  const instant = Date.parse(at);
  const due = ahead && instant <= clock;
  const now = ahead ? clock : Math.max(clock, instant);
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {due ? t("components.dueNow") : formats.relative(at, now)}
    </time>
  );
}

/** Where a fact came from, and when. */
export function Origin({ source, at }: { source: "file" | "service"; at: string }) {
  const { t } = useTranslation();
  const Icon = source === "file" ? IconFileText : IconCloudDown;
  return (
    <span className="note inline gap-4 on-middle">
      <Icon size="1rem" stroke={1.6} aria-hidden="true" />
      {t(`referenceData.source.${source}`)} · <TimeAgo at={at} />
    </span>
  );
}
