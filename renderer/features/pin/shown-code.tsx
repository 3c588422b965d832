import { Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { invoke } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import classes from "./pin.module.css";
import { RecoveryCode } from "./recovery-code.tsx";

interface ShownCode {
  code: string;
  onDone: () => void;
}

const useShownCode = create<{ shown: ShownCode | null }>(() => ({ shown: null }));

/** Shows a new recovery code over everything, until a person says that it is kept or gives it up; then `onDone`. */
export const showRecoveryCode = (code: string, onDone: () => void): void =>
  useShownCode.setState({ shown: { code, onDone } });

/** What is lost with the code, before it is left. */
function Leave({ onBack, onLeave }: { onBack: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.stack} ringless`} role="alert" data-testid="recovery-code-leave">
      <p>{t("pin.code.leaveText")}</p>
      <div className="wrap gap-8">
        <Button data-autofocus autoFocus onClick={onBack}>
          {t("pin.code.back")}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t("pin.code.leave")}
        </Button>
      </div>
    </div>
  );
}

/**
 * Stands over whatever screen made a new recovery code: it is shown this once, so no way out of the screen takes it
 * away without a question, and the program asks before it quits. Mounted once.
 */
export function ShownRecoveryCode() {
  const { t } = useTranslation();
  const shown = useShownCode((state) => state.shown);
  const [leaving, setLeaving] = useState(false);
  const isShown = shown !== null;
  // Told also when none is shown: a page that crashed while one was could not take its word back.
  useEffect(() => void invoke("pin.codeShown", { shown: isShown }).catch(console.error), [isShown]);
  const end = () => {
    useShownCode.setState({ shown: null });
    setLeaving(false);
    shown?.onDone();
  };
  return (
    <Modal
      opened={isShown}
      onClose={() => setLeaving(true)}
      title={t(leaving ? "pin.code.leaveTitle" : "pin.code.name")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {shown === null ? null : leaving ? (
        <Leave onBack={() => setLeaving(false)} onLeave={end} />
      ) : (
        <RecoveryCode code={shown.code} onDone={end} />
      )}
    </Modal>
  );
}
