import { useTranslation } from "react-i18next";
import { networkWords } from "../../i18n/error-words.ts";

/** Why an attempt brought no answer, in the person's language; the code stands behind it in brackets, for support. */
export function NetworkWords({ detail }: { detail: string }) {
  const { t } = useTranslation();
  const met = networkWords(t, detail);
  if (met === null) return null;
  return (
    <>
      {met.words}
      {met.code === null ? null : (
        <small>
          {" "}
          <bdi dir="ltr">({met.code})</bdi>
        </small>
      )}
    </>
  );
}
