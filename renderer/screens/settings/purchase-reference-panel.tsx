import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TypeField } from "../../features/references/type-field.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { isCode } from "../../lib/meaning-of.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

interface PurchaseReferencePanelProps {
  /** Null: a purchase's number is not added to the references. */
  type: string | null;
  onChange: (type: string | null) => void;
}

/** Whether a return from a purchase names it in its document references, and by which type. */
export function PurchaseReferencePanel({ type, onChange }: PurchaseReferencePanelProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? type ?? "";
  const isWrong = value !== "" && !isCode(value);
  const save = () => {
    if (isWrong) return;
    setTyped(null);
    if (value !== (type ?? "")) onChange(value === "" ? null : value);
  };
  return (
    <Panel title={<SettingName of="settings.codes.purchaseTitle" />}>
      <p className={classes.hint}>{t("settings.codes.purchaseText")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) save();
        }}
      >
        <TypeField
          value={value}
          disabled={false}
          error={isWrong ? t("errors.reason.not_an_integer") : null}
          testId="purchase-reference-type"
          onChange={setTyped}
        />
      </form>
    </Panel>
  );
}
