import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { DiskStatus } from "../../../contract/channels/support.ts";
import { useEngine } from "../../client/engine-state.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { errorWords, supportText } from "../../i18n/error-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice, SupportDetails } from "../../ui/notice.tsx";
import classes from "./early-notice-bar.module.css";

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
          duration: formats.duration(Math.abs(drift ?? 0)),
        })}
      </Notice>
    </div>
  );
}

// What staff should know before it hurts: each fact that deserves a line under the header. Pure.

/** A clock further off than this shows in the books. */
const DRIFT_MS = 60_000;

export interface EarlyFacts {
  /** Null: no service and tenant yet. */
  connection: { hasToken: boolean; practice: boolean } | null;
  tokenLost: boolean;
  /** The owner's policy is there and can't be used. */
  policyUnusable: boolean;
  clockDriftMs: number | null;
  disk: DiskStatus["level"];
  /** Entries stand in no backup for longer than they should. */
  backupIsOld: boolean;
}

const EARLY_NOTICES = [
  "policyUnusable",
  "tokenLost",
  "diskNoRoom",
  "diskFull",
  "diskLow",
  "clockOff",
  "backupOld",
] as const;
type EarlyNotice = (typeof EARLY_NOTICES)[number];

/** The notices that hold, the most pressing first. The practice shop asks for neither token nor backup. */
export function earlyNotices(facts: EarlyFacts): EarlyNotice[] {
  const real = facts.connection !== null && !facts.connection.practice;
  const holds: Record<EarlyNotice, boolean> = {
    policyUnusable: facts.policyUnusable,
    tokenLost: real && facts.connection?.hasToken === false && facts.tokenLost,
    diskNoRoom: facts.disk === "full",
    diskFull: facts.disk === "nearly_full",
    diskLow: facts.disk === "low",
    clockOff: facts.clockDriftMs !== null && Math.abs(facts.clockDriftMs) > DRIFT_MS,
    backupOld: real && facts.backupIsOld,
  };
  return EARLY_NOTICES.filter((notice) => holds[notice]);
}

/** How bad each is, and the screen where it is put right; null: outside of the program, as its words say. */
const NOTICE_PLACES = {
  policyUnusable: { kind: "bad", to: "/settings/policy" },
  tokenLost: { kind: "bad", to: "/connect" },
  diskNoRoom: { kind: "bad", to: null },
  diskFull: { kind: "bad", to: null },
  diskLow: { kind: "warn", to: null },
  clockOff: { kind: "warn", to: null },
  backupOld: { kind: "warn", to: "/settings/backups" },
} as const satisfies Record<EarlyNotice, { kind: "warn" | "bad"; to: string | null }>;

/** Says that the engine is down for as long as it is, why where it said so, and that nothing is lost by it. */
export function EngineNotice() {
  const { t } = useTranslation();
  const { up, restarting, error } = useEngine();
  if (up) return <div />;
  // That it ended is said already; why it can't begin has its own words.
  const why = error === null || error.code === "engine_unavailable" ? null : errorWords(t, error);
  return (
    <div role="alert">
      <Notice kind="bad">
        {restarting ? t("nav.engineDown") : t("nav.engineStopped")}
        {why === null ? null : ` ${why.what} ${why.todo}`}
        {error === null ? null : <SupportDetails>{supportText(error)}</SupportDetails>}
      </Notice>
    </div>
  );
}
