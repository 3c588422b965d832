import { useTranslation } from "react-i18next";
import { useEngine } from "../../client/engine-state.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says that the engine is down for as long as it is, and that nothing is lost by it. */
export function EngineNotice() {
  const { t } = useTranslation();
  const { up, restarting, reason } = useEngine();
  if (up) return <div />;
  return (
    <div role="alert">
      <Notice kind="bad">
        {restarting ? t("nav.engineDown") : t("nav.engineDead")}{" "}
        {reason === null || reason === "" ? null : t("nav.engineReason", { reason })}
      </Notice>
    </div>
  );
}
