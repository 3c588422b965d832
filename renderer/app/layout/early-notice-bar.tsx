import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useOwnerPolicy } from "../../client/owner-policy.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./early-notice-bar.module.css";
import { type EarlyNotice, earlyNotices, NOTICE_PLACES } from "./early-notices.ts";

/** The disk fills while nobody looks, so it is asked again by itself. */
const DISK_EVERY_MS = 60_000;

/** Leads to where it is put right, if that is in the program. */
function WayOut({ notice }: { notice: EarlyNotice }) {
  const { t } = useTranslation();
  switch (notice) {
    case "policyUnusable":
    case "tokenLost":
    case "backupOld":
      return (
        <Link href={NOTICE_PLACES[notice].to} className="semi inline target">
          {t(`status.early.${notice}.todo`)}
        </Link>
      );
    case "diskNoRoom":
    case "diskFull":
    case "diskLow":
    case "clockOff":
      return null;
  }
}

/** One line under the header for what will hurt later; "Later" hides it until the program starts again. */
export function EarlyNoticeBar() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [hidden, setHidden] = useState<readonly EarlyNotice[]>([]);
  const connection = useChannel("connection.get", {}).data ?? null;
  const vault = useChannel("vault.status", {}).data;
  const drift = useChannel("sync.status", {}).data?.clockDriftMs ?? null;
  const disk = useChannel("disk.status", {}, { refetchInterval: DISK_EVERY_MS }).data;
  const backup = useChannel("backup.status", {}, { enabled: connection !== null }).data;
  const { blind } = useOwnerPolicy();
  const notices = earlyNotices({
    connection,
    policyUnusable: blind,
    tokenLost: vault?.lost ?? false,
    clockDriftMs: drift,
    disk: disk?.level ?? "unknown",
    backupIsOld: backup?.isOld ?? false,
  }).filter((notice) => !hidden.includes(notice));
  const [first] = notices;
  if (first === undefined) return <div />;
  const { kind } = NOTICE_PLACES[first];
  return (
    <div role="status" className={`${classes.bar} line-below`}>
      <Notice
        kind={kind}
        action={
          <div className="row gap-8-16">
            <WayOut notice={first} />
            <Button variant="subtle" size="compact-sm" onClick={() => setHidden([...hidden, first])}>
              {t("status.early.later")}
            </Button>
          </div>
        }
      >
        {t(`status.early.${first}.what`, {
          free: formats.bytes(disk?.freeBytes ?? 0),
          drift: formats.duration(Math.abs(drift ?? 0)),
        })}
      </Notice>
    </div>
  );
}
