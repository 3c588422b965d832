import { IconLock, IconUserCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Allowance } from "../../../contract/rights.ts";

interface AllowanceNoteProps {
  of: Allowance;
  id?: string;
  /** What isn't shown or offered, where it isn't beside. */
  never?: string;
}

/** Says beforehand what needs approval, and why something isn't offered. Nothing where the person may. */
export function AllowanceNote({ of, id, never }: AllowanceNoteProps) {
  const { t } = useTranslation();
  if (of === "allowed") return null;
  const Icon = of === "approval" ? IconUserCheck : IconLock;
  return (
    <p id={id} className="note breaks line gap-6" data-testid={`allowance-${of}`}>
      <Icon size="1rem" stroke={1.7} aria-hidden="true" className="fixed" />
      {of === "approval" ? t("approval.needed") : (never ?? t("approval.never"))}
    </p>
  );
}
