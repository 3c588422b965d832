import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useEdits } from "./edits-store.ts";
import { draftIdOf, movedFields, type VoucherEdit, type VoucherValues } from "./voucher-edit.ts";

interface EditStatusProps {
  serialNo: string;
  edit: VoucherEdit;
  begun: boolean;
  /** What is known of the voucher now, by the newest word of it. */
  now: VoucherValues | null;
}

/** Where an edit in progress stands: kept or not, found again, and whether what it was begun with is still so. */
export function EditStatus({ serialNo, edit, begun, now }: EditStatusProps) {
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
        <Notice kind="warn">{t("taxVoucher.unreadable", { count: unreadable })}</Notice>
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
              fields: formats.list(moved.map((field) => t(`taxVoucher.field.${field}`))),
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
