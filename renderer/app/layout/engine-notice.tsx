import { useTranslation } from "react-i18next";
import { useEngine } from "../../client/engine-state.ts";
import { errorWords, supportText } from "../../i18n/error-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";

/** Says that the engine is down for as long as it is, why where it said so, and that nothing is lost by it. */
export function EngineNotice() {
  const { t } = useTranslation();
  const { up, restarting, error } = useEngine();
  if (up) return <div />;
  // That it ended is said already; why it can't begin has its own words.
  const why = error === null || error.code === "engine_unavailable" ? null : errorWords(t, error);
  return (
    <div role="alert">
      <Notice kind="bad">
        {restarting ? t("nav.engineDown") : t("nav.engineStopped")}
        {why === null ? null : ` ${why.what} ${why.todo}`}
        {error === null ? null : <SupportDetails>{supportText(error)}</SupportDetails>}
      </Notice>
    </div>
  );
}
