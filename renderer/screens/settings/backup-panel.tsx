import { useTranslation } from "react-i18next";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";
import { useMay } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote, WhereMaySet } from "../../features/people/allowance-note.tsx";
import { MissingFilesList } from "../../features/recovery/report-details.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice, OwnerFixed, SupportDetails } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { useAgo } from "../../ui/time-ago.tsx";
import classes from "./settings.module.css";

/** A verified copy of the books, in the usual place or where one says. */
export function BackupPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayExport = useMay("export");
  const backup = useSend("backup.create");
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) backup.mutate({ path });
    },
  });
  const made = backup.data;
  const busy = backup.isPending || choose.isPending;
  return (
    <Panel title={t("settings.backup.title")}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("settings.backup.text")}</p>
        <div className="wrap gap-8">
          <Button variant="default" busy={busy} onClick={() => backup.mutate({})}>
            <SettingName of="settings.backup.now" />
          </Button>
          {mayExport === "never" ? null : (
            <Button variant="default" busy={busy} onClick={() => choose.mutate({ purpose: "saveBackup" })}>
              {t("settings.backup.elsewhere")}
            </Button>
          )}
        </div>
        <AllowanceNote of={mayExport === "approval" ? mayExport : "allowed"} />
        <div aria-live="polite">
          {made === undefined ? null : (
            <Notice
              kind={made.verified ? "good" : "bad"}
              title={t(made.verified ? "settings.backup.done" : "settings.backup.unverified", {
                size: formats.bytes(made.bytes),
              })}
            >
              <Code>{made.path}</Code>
            </Notice>
          )}
        </div>
        <ErrorPanel error={choose.error ?? backup.error} />
        <BackupKeeping missing={made?.missingFiles} />
      </div>
    </Panel>
  );
}

interface ProblemNoticeProps {
  problem: BackupStatus["problem"];
  /** Whose: the backup's own, or its copy's into the second folder. */
  of: "problem" | "secondProblem";
}

function ProblemNotice({ problem, of }: ProblemNoticeProps) {
  const { t } = useTranslation();
  if (problem === null) return null;
  return (
    <Notice kind="bad" title={t(`files.backup.${of}.${problem.kind}`)}>
      <SupportDetails>{problem.message}</SupportDetails>
    </Notice>
  );
}

/** The second place, and what each of the two protects against. */
function SecondFolder({ status }: { status: BackupStatus }) {
  const { t } = useTranslation();
  const ago = useAgo();
  const set = useSend("backup.setSecondFolder");
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) set.mutate({ path });
    },
  });
  const { second } = status;
  const { fixed, blind } = useOwnerPolicy();
  const at = second?.lastAt ?? null;
  return (
    <>
      <p className={classes.hint}>{t("files.backup.explain")}</p>
      <p>
        {second === null
          ? t("files.backup.noSecond")
          : at === null
            ? t(second.problem === null ? "files.backup.secondNever" : "files.backup.secondUnseen")
            : t("files.backup.second", { ago: ago(at) })}
      </p>
      {second === null ? null : <Code>{second.folder}</Code>}
      <ProblemNotice problem={second?.problem ?? null} of="secondProblem" />
      {second?.isSameDisk === true ? <Notice kind="warn" title={t("files.backup.sameDisk")} /> : null}
      {fixed.secondBackupFolder !== undefined ? (
        <OwnerFixed words={t("byPolicy.fixedFolder", { folder: leftToRight(fixed.secondBackupFolder) })} />
      ) : blind ? (
        <OwnerFixed words={t("byPolicy.blind")} />
      ) : (
        <WhereMaySet>
          <div className="wrap gap-8">
            <Button
              variant="default"
              busy={choose.isPending || set.isPending}
              onClick={() => choose.mutate({ purpose: "backupFolder" })}
            >
              <SettingName of="files.backup.choose" />
            </Button>
            {second === null ? null : (
              <Button variant="default" busy={set.isPending} onClick={() => set.mutate({})}>
                {t("files.backup.forget")}
              </Button>
            )}
          </div>
        </WhereMaySet>
      )}
      <ErrorPanel error={choose.error ?? set.error} />
    </>
  );
}

interface BackupKeepingProps {
  /** What the backup that was just made lacks; undefined where none was. */
  missing: BackupStatus["missingFiles"] | undefined;
}

/** How old the newest good backup is, how many there are, and where else they go. */
export function BackupKeeping({ missing }: BackupKeepingProps) {
  const { t } = useTranslation();
  const ago = useAgo();
  const connection = useChannel("connection.get", {}).data;
  const connected = connection !== undefined && connection !== null;
  const status = useChannel("backup.status", {}, { enabled: connected }).data;
  if (status === undefined) return null;
  const { lastAt, isOld, files, problem } = status;
  return (
    <>
      <p>
        {lastAt === null
          ? t("files.backup.never")
          : t("files.backup.last", {
              ago: ago(lastAt),
            })}{" "}
        {files.length === 0 ? null : t("files.backup.kept", { count: files.length })}
      </p>
      {isOld ? <Notice kind="warn" title={t("files.backup.old")} /> : null}
      <ProblemNotice problem={problem} of="problem" />
      <MissingFilesList missing={missing ?? status.missingFiles} />
      <SecondFolder status={status} />
    </>
  );
}

/** Shows that what was acknowledged outlives a sudden end of the program; of the disk it says nothing. */
export function DrillPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const drill = useSend("drill.run");
  const done = drill.data;
  return (
    <Panel title={<SettingName of="files.drill.title" />}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("files.drill.text")}</p>
        <div className="wrap gap-8">
          <Button variant="default" busy={drill.isPending} onClick={() => drill.mutate({})}>
            {t("files.drill.run")}
          </Button>
        </div>
        <div aria-live="polite">
          {done === undefined || drill.isPending ? null : (
            <Notice
              kind={done.lost === 0 && done.chainIntact ? "good" : "bad"}
              title={t(done.lost === 0 ? "files.drill.good" : "files.drill.bad", {
                found: formats.count(done.found),
                lost: formats.count(done.lost),
                acknowledged: formats.count(done.acknowledged),
              })}
            >
              {t("files.drill.figures", {
                kills: formats.count(done.kills),
                asked: formats.count(done.asked),
              })}
            </Notice>
          )}
        </div>
        <ErrorPanel error={drill.error} />
      </div>
    </Panel>
  );
}
