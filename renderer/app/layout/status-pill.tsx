import { Popover, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowsExchange,
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
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { FileBusy, SyncStatus } from "../../../contract/channels/connection.ts";
import { OPEN_STATES } from "../../../contract/entry-states.ts";
import { fileBusyOf, useEngine } from "../../client/engine-state.ts";
import { KNOWN_BEFORE, useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { useNow } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./status-pill.module.css";

/** The state of sending now. */
function useSyncTruth(): SyncTruth {
  const engineUp = useEngine((state) => state.up);
  const connection = useChannel("connection.get", {}).data;
  const { data: status, error, dataUpdatedAt } = useChannel("sync.status", {});
  const refusal = useChannel("recovery.refusal", {}).data ?? null;
  return syncTruth({
    engineUp,
    refused: refusal !== null,
    busy: error === null ? null : fileBusyOf(error),
    isBefore: dataUpdatedAt === KNOWN_BEFORE,
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
  takenOver: IconArrowsExchange,
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
    return age < MINUTE_MS ? t("status.justNow") : t("status.oldest", { duration: formats.duration(age) });
  };
  const facts = [
    truth.unsent > 0 ? t("status.unsent", { count: truth.unsent }) : null,
    truth.decisions > 0 ? t("status.decisions", { count: truth.decisions }) : null,
    truth.oldestUnsentAt !== null && truth.unsent + truth.decisions > 0 ? oldest(truth.oldestUnsentAt) : null,
    // It says of which time the counts are: without one it would say nothing.
    truth.known === "before" && truth.unsent + truth.decisions > 0 ? t("status.known.before") : null,
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

/** One time with its name. */
function Moment({ words, ...time }: { words: string } & ComponentProps<typeof TimeAgo>) {
  return (
    <div className={classes.row}>
      <dt>{words}</dt>
      <dd>
        <TimeAgo {...time} />
      </dd>
    </div>
  );
}

/** What the pill opens: every count and time the engine knows, and what can be done about it. */
export function StatusPanel({ truth, onDone }: { truth: SyncTruth; onDone: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const status = useChannel("sync.status", {}).data;
  const open = truth.known === "now" && truth.state !== "notConnected" && truth.state !== "refused";
  const reports = useChannel("recovery.report", {}, { enabled: open }).data?.reports;
  // Nobody paused it: nothing is sent until the question about a loaded backup is answered.
  const isHeld = truth.state === "paused" && reports?.some(({ needsDecision }) => needsDecision) === true;
  const sendNow = useSend("sync.now");
  const pause = useSend("sync.pause");
  const resume = useSend("sync.resume");
  const { counts } = truth;
  const go = (path: string) => {
    navigate(path);
    onDone();
  };
  return (
    <div className="grid gap-12">
      <p>{t(isHeld ? "status.means.held" : `status.means.${truth.state}`)}</p>
      {truth.known === "now" ? null : <p>{t(`status.known.${truth.known}`)}</p>}
      {counts === null ? null : (
        <dl>
          {OPEN_STATES.map((row) => (
            <div key={row} className={classes.row} data-zero={counts[row] === 0}>
              <dt>{t(`state.${row}`)}</dt>
              <dd>{formats.count(counts[row])}</dd>
            </div>
          ))}
          <Moment words={t("status.oldestUnsent")} at={truth.oldestUnsentAt} />
          {status === undefined || truth.known !== "now" ? null : (
            <>
              <Moment words={t("field.nextAttempt")} at={status.nextAttemptAt} ahead />
              <Moment
                words={t("status.lastContact")}
                at={status.lastContactAt}
                none={t("status.notSinceStart")}
              />
              <Moment
                words={t("status.lastConfirmed")}
                at={status.lastConfirmedAt}
                none={t("common.never")}
              />
            </>
          )}
        </dl>
      )}
      <ErrorPanel error={sendNow.error ?? pause.error ?? resume.error} />
      <div className="wrap gap-8">
        {truth.state === "refused" ? null : truth.state === "signIn" || truth.state === "notConnected" ? (
          <Button onClick={() => go("/connect")}>
            {t(truth.state === "signIn" ? "action.newToken" : "nav.screen.connect")}
          </Button>
        ) : (
          <Button onClick={() => go(truth.state === "decide" ? "/outbox?to-decide" : "/outbox")}>
            {t("status.openOutbox")}
          </Button>
        )}
        {isHeld ? null : truth.state === "paused" ? (
          <Button variant="default" busy={resume.isPending} onClick={() => resume.mutate({})}>
            {t("status.resume")}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              busy={sendNow.isPending}
              disabled={!open}
              onClick={() => sendNow.mutate({})}
            >
              {t("action.sendNow")}
            </Button>
            <Button
              variant="default"
              busy={pause.isPending}
              disabled={!open}
              onClick={() => pause.mutate({})}
            >
              {t("status.pause")}
            </Button>
          </>
        )}
      </div>
      <HelpLink page="signs" aboveScreens onPress={onDone} />
    </div>
  );
}

// What may be said of the state of sending. The one place that decides it, so no two screens disagree.

type PillState =
  | "allSent"
  | "sending"
  | "decide"
  | "offline"
  | "notTried"
  | "signIn"
  | "paused"
  | "serviceTrouble"
  | "takenOver"
  | "notConnected"
  | "asking"
  | "refused"
  | FileBusy["state"]
  | "engineDown";
export type Tone = "good" | "wait" | "warn" | "bad";

export interface SyncTruth {
  state: PillState;
  tone: Tone;
  /** Entries whose bytes are still to go, or to go again. */
  unsent: number;
  /** Entries that only a person can move. */
  decisions: number;
  /** Entries by state; null where nothing is known of them. */
  counts: SyncStatus["counts"] | null;
  oldestUnsentAt: string | null;
  /** The numbers are those of before, or there are none: the file is not open at the moment. */
  known: "now" | "before" | "nothing";
}

const TONES: Record<PillState, Tone> = {
  allSent: "good",
  sending: "wait",
  decide: "warn",
  offline: "warn",
  notTried: "wait",
  signIn: "bad",
  paused: "warn",
  serviceTrouble: "warn",
  takenOver: "bad",
  notConnected: "wait",
  asking: "wait",
  refused: "bad",
  opening: "wait",
  recovering: "warn",
  waiting: "bad",
  engineDown: "bad",
};

interface Known {
  engineUp: boolean;
  /** This version can't work with the books there are; nothing is sent. */
  refused: boolean;
  /** The file is being opened or rebuilt, or waits for that. */
  busy: FileBusy | null;
  /** undefined: not known yet. */
  connected: boolean | undefined;
  status: SyncStatus | undefined;
  /** The status is from before this start: nothing is claimed of the link. */
  isBefore: boolean;
}

function stateOf(
  { engineUp, refused, busy, connected, status, isBefore }: Known,
  unsent: number,
  decisions: number,
): PillState {
  if (!engineUp) return "engineDown";
  if (refused) return "refused";
  if (busy !== null) return busy.state;
  if (connected === false) return "notConnected";
  if (status === undefined || connected === undefined || isBefore) return "asking";
  switch (status.state) {
    case "sign_in_needed":
      return "signIn";
    case "paused":
      return "paused";
    case "service_trouble":
      // One lost answer begins it, and nothing that is to be sent can end it then: what is left is a person's.
      return unsent === 0 && decisions > 0 ? "decide" : "serviceTrouble";
    case "taken_over":
      return "takenOver";
    case "offline":
      return status.lastContactAt === null && status.lastConfirmedAt === null && unsent === 0
        ? "notTried"
        : "offline";
    case "online":
      if (unsent > 0) return "sending";
      if (decisions > 0) return "decide";
      // Idle and never answered: nothing is known of the link, so nothing is claimed of it.
      return status.lastContactAt === null && status.lastConfirmedAt === null ? "notTried" : "allSent";
  }
}

/** The truth in one word, with the numbers that belong to it. Green only where nothing at all is open. */
export function syncTruth(known: Known): SyncTruth {
  const { busy } = known;
  const counts = busy === null ? known.status?.counts : (busy.counts ?? undefined);
  const unsent = counts === undefined ? 0 : counts.pending + counts.in_flight + counts.retry_wait;
  const decisions = counts === undefined ? 0 : counts.outcome_unknown + counts.dead_letter;
  const state = stateOf(known, unsent, decisions);
  return {
    state,
    tone: TONES[state],
    unsent,
    decisions,
    counts: counts ?? null,
    oldestUnsentAt: (busy ?? known.status)?.oldestUnsentAt ?? null,
    known: busy === null ? (known.isBefore ? "before" : "now") : busy.counts === null ? "nothing" : "before",
  };
}
