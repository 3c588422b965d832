import { IconCloudDown, IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TimeAgo } from "./time-ago.tsx";

/** Where a fact came from, and when. */
export function Origin({ source, at }: { source: "file" | "service"; at: string }) {
  const { t } = useTranslation();
  const Icon = source === "file" ? IconFileText : IconCloudDown;
  return (
    <span className="note inline gap-4 on-middle">
      <Icon size="1rem" stroke={1.6} aria-hidden="true" />
      {t(`catalogue.source.${source}`)} · <TimeAgo at={at} />
    </span>
  );
}
