import { Button, Loader } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { invoke, replyErrorOf } from "../../../client/api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf, type ImportedFile, rejectedNameOf } from "./import-jobs.ts";
import { runImport } from "./import-turns.ts";

/** Asks where the rows go and writes them: the file is read again as it was, and nothing of it is taken in. */
async function saveRejected({ kind, path, reading }: ImportedFile): Promise<string | null> {
  const chosen = await invoke("file.choose", {
    purpose: "saveRejected",
    suggestedName: rejectedNameOf(path),
  });
  if (chosen.path === null) return null;
  const order = { kind, path, ...reading, dryRun: true, rejectedPath: chosen.path };
  const written = await runImport(order).result;
  return written.rejectedPath ?? "";
}

/** Hands the rejected rows back as a file: to be mended and imported again. */
export function SaveRejected({ imported }: { imported: ImportedFile }) {
  const { t } = useTranslation();
  const saving = useMutation({ mutationFn: () => saveRejected(imported) });
  const begin = () => {
    if (!saving.isPending) saving.mutate();
  };
  return (
    <div className="grid from-start gap-8 pad-above-8">
      {/* Never disabled: the focus would be lost with it. */}
      <Button
        variant="light"
        data-testid="import-save-rejected"
        aria-busy={saving.isPending}
        leftSection={
          saving.isPending ? (
            <Loader size="1.125rem" aria-hidden="true" />
          ) : (
            <IconFileDownload size="1.125rem" stroke={1.7} aria-hidden="true" />
          )
        }
        onClick={begin}
      >
        {t("catalogue.saveRejected.button")}
      </Button>
      <div aria-live="polite" data-testid="import-saved">
        {saving.error === null ? null : (
          <ImportFailure
            error={replyErrorOf(saving.error)}
            aftermath="catalogue.saveRejected.nothingWritten"
          />
        )}
        {saving.data == null ? null : saving.data === "" ? (
          <Notice kind="info">{t("catalogue.saveRejected.noneLeft")}</Notice>
        ) : (
          <Notice
            kind="good"
            title={t("catalogue.saveRejected.done", { file: `\u2068${fileNameOf(saving.data)}\u2069` })}
          >
            {t("catalogue.saveRejected.todo")}
          </Notice>
        )}
      </div>
    </div>
  );
}
