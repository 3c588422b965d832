import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { LOADING_RIGHTS } from "../../../contract/channels/recovery.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import type { ErrorWords } from "../../i18n/error-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { ErrorPanel } from "../help.tsx";
import { WhereMaySet } from "../people/allowance-note.tsx";
import { SettingName } from "../settings-sections.tsx";
import { MissingFilesList } from "./report-details.tsx";

/** Takes a backup of another counter into this profile. */
export function LoadBackup() {
  const { t } = useTranslation();
  /** The simulated central system needs no access token. */
  const practice = useChannel("connection.get", {}).data?.practice === true;
  const restore = useSend("backup.restore");
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) restore.mutate({ path });
    },
  });
  const failed = choose.error ?? restore.error;
  return (
    <Panel title={<SettingName of="files.backup.restoreTitle" />}>
      <p className="note">{t("files.backup.restoreText")}</p>
      <WhereMaySet rights={LOADING_RIGHTS}>
        <div className="wrap gap-8 pad-above-8">
          <Button
            variant="default"
            busy={choose.isPending || restore.isPending}
            onClick={() => choose.mutate({ purpose: "backup" })}
          >
            {t("files.backup.restore")}
          </Button>
        </div>
      </WhereMaySet>
      <div aria-live="polite">
        {restore.data === undefined ? null : (
          <div className="pad-above-12">
            <Notice kind="good" title={t("files.backup.restored", { count: restore.data.entries })}>
              {practice ? undefined : t("files.backup.restoredToken")}
            </Notice>
            <MissingFilesList missing={restore.data.missingFiles} />
          </div>
        )}
      </div>
      {failed === null ? null : (
        <ErrorPanel error={failed} words={refusedWords(t, replyErrorOf(failed).code)} />
      )}
    </Panel>
  );
}

// Why a backup was not taken in: the codes' own sentences speak of an entry, or of files to import.

/** The sentences for a refused restore; null where the code's own fit. */
export function refusedWords(t: TFunction, code: ReplyError["code"]): ErrorWords | null {
  if (code !== "wrong_state" && code !== "file_invalid") return null;
  return {
    what: t(`files.backup.restoreRefused.${code}.what`),
    books: t(`files.backup.restoreRefused.${code}.books`),
    todo: t(`files.backup.restoreRefused.${code}.todo`),
  };
}

/** Files behind references that are neither here nor in a backup, by name; nothing where none is missing. */
