import { IconLock, IconUserCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Allowance, Right } from "../../../contract/rights.ts";
import { useMay } from "../../client/may.ts";

interface AllowanceNoteProps {
  of: Allowance;
  /** What isn't shown or offered, where it isn't beside. */
  never?: string;
}

/** Says beforehand what needs approval, and why something isn't offered. Nothing where the person may. */
export function AllowanceNote({ of, never }: AllowanceNoteProps) {
  const { t } = useTranslation();
  if (of === "allowed") return null;
  const Icon = of === "approval" ? IconUserCheck : IconLock;
  return (
    <p className="note breaks line gap-6" data-testid={`allowance-${of}`}>
      <Icon size="1rem" stroke={1.7} aria-hidden="true" className="fixed" />
      {of === "approval" ? t("approval.needed") : (never ?? t("approval.never"))}
    </p>
  );
}

/** What is set for everybody: not there where the person may never set it, and said beforehand where it needs approval. */
export function WhereMaySet({
  rights = ["settings"],
  children,
}: {
  rights?: readonly Right[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const may = useMay(...rights);
  return (
    <>
      <AllowanceNote of={may} never={t("approval.noSettings")} />
      {may === "never" ? null : children}
    </>
  );
}

/** What shows costs or balances, and asks for them by itself: only for those who may see them without a question. */
export function WhereCostsShown({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isShown = useMay("costs") === "allowed";
  return isShown ? children : <AllowanceNote of="never" never={t("approval.noCosts")} />;
}
