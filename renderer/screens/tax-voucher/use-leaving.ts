import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { editOf, keptEdits, useEdits } from "./edits-store.ts";

/** Says, when a voucher with an edit in progress is left, what became of the edit. */
export function useLeaving(serialNo: string): void {
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
