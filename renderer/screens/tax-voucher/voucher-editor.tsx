import { notifications } from "@mantine/notifications";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Allowance } from "../../../contract/rights.ts";
import { useFormats } from "../../client/settings.ts";
import { EntryFollow } from "../../features/entries.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { PrintSlip } from "../../features/printing.tsx";
import { DocumentReferences } from "../../features/references/document-references.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { adoptEdit, editOf, keptEdits, useEdits, useOthersEdits } from "./edits-store.ts";
import classes from "./tax-voucher.module.css";
import type { useVoucher, useVoucherEdit } from "./use-voucher.ts";
import { VoucherComparison } from "./voucher-comparison.tsx";
import { draftIdOf, movedFields, type VoucherEdit, type VoucherValues, valuesOf } from "./voucher-edit.ts";

interface EditStatusProps {
  serialNo: string;
  edit: VoucherEdit;
  begun: boolean;
  /** What is known of the voucher now, by the newest word of it. */
  now: VoucherValues | null;
}

/** How an edit in progress is: kept or not, found again, and whether what it was begun with is still so. */
function EditStatus({ serialNo, edit, begun, now }: EditStatusProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const found = useEdits((state) => state.found[draftIdOf(serialNo)]);
  const unreadable = useEdits((state) => state.unreadable);
  const notKept = useEdits((state) => state.notKept);
  const moved = begun ? movedFields(edit, now) : [];
  return (
    <>
      {notKept === null ? null : (
        <div role="alert" className="grid gap-8">
          <Notice kind="bad" title={t("taxVoucher.notKept.title")}>
            {t("taxVoucher.notKept.text")}
          </Notice>
          <ErrorPanel error={notKept} />
        </div>
      )}
      {unreadable === 0 ? null : (
        <Notice kind="warn">{t("errors.unreadableDrafts", { count: unreadable })}</Notice>
      )}
      {found === undefined ? null : (
        <div data-testid="voucher-found-again">
          <Notice kind="info" title={t("taxVoucher.found.title")}>
            {t("taxVoucher.found.text")} <TimeAgo at={found} />
          </Notice>
        </div>
      )}
      {moved.length === 0 ? null : (
        <div data-testid="voucher-moved">
          <Notice kind="warn" title={t("taxVoucher.moved.title")}>
            {t("taxVoucher.moved.text", {
              fields: formats.list(moved.map((field) => t(`field.${field}`))),
            })}
          </Notice>
        </div>
      )}
      {begun && notKept === null ? (
        <p className="note" data-testid="voucher-kept">
          {t("taxVoucher.kept")}
        </p>
      ) : null}
    </>
  );
}

/** Says, when a voucher with an edit in progress is left, what became of the edit. */
function useLeaving(serialNo: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    const id = `voucher-kept ${serialNo.toLowerCase()}`;
    notifications.hide(id);
    return () => {
      if (editOf(useEdits.getState(), serialNo) === undefined) return;
      keptEdits.saveNow();
      notifications.show({
        id,
        title: t("taxVoucher.left.title"),
        message: t("taxVoucher.left.text", { end: `\u2068…${serialNo.slice(-8)}\u2069` }),
        withBorder: true,
        autoClose: 8_000,
      });
    };
  }, [serialNo, t]);
}

interface VoucherEditorProps {
  serialNo: string;
  known: ReturnType<typeof useVoucher>;
  editing: ReturnType<typeof useVoucherEdit>;
  may: Allowance;
}

/** One voucher: the three columns, the papers, and what the interface doesn't check. */
export function VoucherEditor({ serialNo, known, editing, may }: VoucherEditorProps) {
  const { t } = useTranslation();
  const sent = useEdits((state) => state.sent[draftIdOf(serialNo)]);
  const { edit, problems, problemOf, error, busy, change, changeReferences, begun, reset } = editing;
  const followed = known.waiting?.entryId ?? sent;
  const wrong = Object.keys(problems).length;
  const others = useOthersEdits();
  const draftId = draftIdOf(serialNo);
  const other = others.drafts.find(({ draft }) => draft.draftId === draftId);
  const takenFrom = others.takenFrom.get(draftId);
  const off = busy || may === "never" || other !== undefined;
  useLeaving(serialNo);
  return (
    <div className="stack gap-12">
      {followed === undefined ? null : (
        <div data-testid="voucher-sent">
          <Notice kind={known.refused === null ? "info" : "warn"} title={t("taxVoucher.sent")}>
            <EntryFollow entryId={followed} />
            <div className="wrap gap-4-12 above-8">
              <PrintSlip entryId={followed} inRow />
            </div>
          </Notice>
        </div>
      )}
      <AllowanceNote of={may} />
      <ErrorPanel error={others.error} />
      {other === undefined ? null : (
        <div data-testid="voucher-others">
          <Notice
            kind="info"
            title={t("approval.draft.voucherOf", { name: other.person.name })}
            action={
              <Button onClick={() => others.takeOver(draftId, adoptEdit)}>
                {t("approval.draft.takeOver", { name: other.person.name })}
              </Button>
            }
          >
            <TimeAgo at={other.updatedAt} />
          </Notice>
        </div>
      )}
      {takenFrom === undefined ? null : (
        <p className="note" data-testid="voucher-taken-from">
          {t("approval.draft.takenFrom", { name: takenFrom.name })}
        </p>
      )}
      <ErrorPanel error={error} />
      {wrong === 0 ? null : (
        <div role="alert">
          <Notice kind="warn" title={t("errors.notSent", { count: wrong })} />
        </div>
      )}
      <EditStatus serialNo={serialNo} edit={edit} begun={begun} now={valuesOf(known)} />
      <Panel title={t("taxVoucher.one")} aside={<Code>{serialNo}</Code>}>
        <VoucherComparison
          said={known.said}
          waiting={known.waiting}
          open={known.open}
          edit={edit}
          problems={problems}
          disabled={off}
          onChange={(field, value) => change({ [field]: value })}
        />
        <p className={`${classes.plain} dim`}>{t("taxVoucher.noConflictCheck")}</p>
        {begun ? (
          <Button
            variant="subtle"
            color="gray"
            disabled={off}
            data-testid="voucher-reset"
            leftSection={<IconArrowBackUp size="1rem" stroke={1.8} />}
            onClick={reset}
          >
            {t("taxVoucher.reset")}
          </Button>
        ) : null}
      </Panel>
      <Panel title={t("field.references")}>
        <p className="dim before-8">{t("taxVoucher.referencesHint")}</p>
        <DocumentReferences
          rows={edit.references}
          disabled={off}
          problemOf={problemOf}
          onChange={changeReferences}
        />
      </Panel>
    </div>
  );
}
