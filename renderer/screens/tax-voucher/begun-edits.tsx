import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Name } from "../../ui/name.tsx";
import { useEdits } from "./edits-store.ts";
import classes from "./tax-voucher.module.css";

interface BegunEditsProps {
  serialNo: string | null;
  onOpen: (serialNo: string) => void;
}

/** Edits that were begun and not sent, each one key press away. Nothing where there are none. */
export function BegunEdits({ serialNo, onOpen }: BegunEditsProps) {
  const { t } = useTranslation();
  const drafts = useEdits((state) => state.drafts);
  const begun = drafts.filter((draft) => draft.serialNo !== serialNo?.toLowerCase());
  if (begun.length === 0) return null;
  return (
    <section className={classes.begun} aria-label={t("taxVoucher.begun", { count: begun.length })}>
      <h2 className={classes.begunTitle}>{t("taxVoucher.begun", { count: begun.length })}</h2>
      <ul>
        {begun.map(({ serialNo: begunNo, edit }) => (
          <li key={begunNo}>
            <button type="button" data-testid={`begun-${begunNo}`} onClick={() => onOpen(begunNo)}>
              <IconPencil size="1rem" stroke={1.8} aria-hidden="true" />
              <Name>{edit.note.split("\n", 1)[0] || "—"}</Name>
              <bdi className={classes.serial} dir="ltr">{`…${begunNo.slice(-8)}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
