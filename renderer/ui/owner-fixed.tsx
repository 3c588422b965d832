import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Says below something that it can't be changed here, and whose decision that is. */
export function OwnerFixed({ id, words }: { id?: string; words?: string }) {
  const { t } = useTranslation();
  return (
    <p id={id} className="note breaks line gap-6">
      <IconLock size="0.9375rem" stroke={1.7} aria-hidden="true" />
      {words ?? t("byPolicy.fixed")}
    </p>
  );
}
