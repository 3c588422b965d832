import { Popover, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBookOff,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconCloudOff,
  IconDatabaseOff,
  IconEngineOff,
  IconFirstAidKit,
  IconHandStop,
  IconKey,
  IconPlugConnectedX,
  IconRefresh,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useEngine } from "../../client/engine-state.ts";
import { fileBusyOf } from "../../client/file-busy.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useNow } from "../../lib/use-now.ts";
import { StatusPanel } from "./status-panel.tsx";
import classes from "./status-pill.module.css";
import { type PillState, type SyncTruth, syncTruth } from "./sync-truth.ts";

/** How sending stands now. */
function useSyncTruth(): SyncTruth {
  const engineUp = useEngine((state) => state.up);
  const connection = useChannel("connection.get", {}).data;
  const { data: status, error } = useChannel("sync.status", {});
  const refusal = useChannel("recovery.refusal", {}).data ?? null;
  return syncTruth({
    engineUp,
    refused: refusal !== null,
    busy: error === null ? null : fileBusyOf(error),
    connected: connection === undefined ? undefined : connection !== null,
    status,
  });
}

const ICONS: Record<PillState, TablerIcon> = {
  allSent: IconCircleCheck,
  sending: IconRefresh,
  decide: IconHandStop,
  offline: IconCloudOff,
  notTried: IconCircleDashed,
  signIn: IconKey,
  paused: IconClockPause,
  serviceTrouble: IconAlertTriangle,
  notConnected: IconPlugConnectedX,
  asking: IconCircleDashed,
  refused: IconBookOff,
  opening: IconRefresh,
  recovering: IconFirstAidKit,
  waiting: IconDatabaseOff,
  engineDown: IconEngineOff,
};

const MINUTE_MS = 60_000;

/** The truth in the corner of every screen: state by icon and word, what is unsent, and for how long. */
export function StatusPill() {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const truth = useSyncTruth();
  const [open, setOpen] = useState(false);
  const Icon = ICONS[truth.state];
  const oldest = (at: string) => {
    const age = now - Date.parse(at);
    return age < MINUTE_MS ? t("status.justNow") : t("status.oldest", { age: formats.duration(age) });
  };
  const facts = [
    truth.unsent > 0 ? t("status.unsent", { count: truth.unsent }) : null,
    truth.decisions > 0 ? t("status.decisions", { count: truth.decisions }) : null,
    truth.oldestUnsentAt !== null && truth.unsent + truth.decisions > 0 ? oldest(truth.oldestUnsentAt) : null,
    truth.known === "before" ? t("status.known.before") : null,
    truth.known === "nothing" ? t("status.known.nothing") : null,
  ].filter((fact) => fact !== null);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width="22rem"
      trapFocus
      shadow="md"
      // Mantine's own roles name the panel by the sign's words, whatever name it is given.
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={`${classes.pill} inline max-w-full target`}
          data-tone={truth.tone}
          data-state={truth.state}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          <span className={classes.face}>
            <Icon size="1.125rem" stroke={1.8} aria-hidden="true" className={classes.icon} />
            <span aria-live="polite" className={`${classes.words} wrap min-w-0`}>
              <span className={`${classes.word} strong`}>{t(`status.pill.${truth.state}`)}</span>
              {facts.map((fact) => (
                <span key={fact} className={`${classes.fact} dim`}>
                  {fact}
                </span>
              ))}
            </span>
            <IconChevronDown size="1rem" stroke={1.8} aria-hidden="true" className="dim" />
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t("status.title")} tabIndex={-1}>
        <StatusPanel truth={truth} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
