import { useTranslation } from "react-i18next";
import type { PersonName } from "../../../contract/rights.ts";

interface WhoProps {
  person: PersonName | null;
  approver: PersonName | null;
  /** Between what is before it in its line and the name. */
  after?: string;
}

/** Who did something, and who approved it, as they were called then; nothing where nobody was signed in. */
export function Who({ person, approver, after = "" }: WhoProps) {
  const { t } = useTranslation();
  if (person === null) return null;
  return (
    <span data-testid="who">
      {after}
      <bdi>{person.name}</bdi>
      {approver === null ? null : (
        <>
          {t("approval.who.and")}
          {t("approval.who.approved", { name: approver.name })}
        </>
      )}
    </span>
  );
}
