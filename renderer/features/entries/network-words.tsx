import { useTranslation } from "react-i18next";
import { networkWords } from "../../i18n/error-words.ts";
import { SupportDetails } from "../../ui/support-details.tsx";

/** Why an attempt brought no answer, in the person's language; the network's own words are folded below, for support. */
export function NetworkWords({ detail }: { detail: string }) {
  const { t } = useTranslation();
  const met = networkWords(t, detail);
  if (met === null) return null;
  return (
    <>
      {met.words}
      {met.code === null ? null : <SupportDetails>{met.code}</SupportDetails>}
    </>
  );
}
