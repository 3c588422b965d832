import { Modal } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import type { Printed } from "../../../contract/channels/printing.ts";
import { invoke } from "../../client/api.ts";
import { ofOnePerson } from "../../client/who.ts";
import { SHOWN_ONCE } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrintedNotice } from "../printing.tsx";
import classes from "./pin.module.css";

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The way to the printer. Not by `useSend`, whose cache would keep the code. */
function usePrintCode(code: string) {
  const [busy, setBusy] = useState(false);
  const [printed, setPrinted] = useState<Printed | undefined>(undefined);
  const [error, setError] = useState<Error | null>(null);
  const print = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      setPrinted(await invoke("print.recoveryCode", { recoveryCode: code }));
    } catch (thrown) {
      setError(asError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { busy, printed, error, print };
}

/** The button, for the row of buttons below the code. */
function PrintCodeButton({ busy, print }: ReturnType<typeof usePrintCode>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      busy={busy}
      onClick={print}
      data-testid="print-code"
      leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
    >
      {t("pin.code.print")}
    </Button>
  );
}

/** What printing leaves behind, and how it ended. */
function PrintCodeOutcome({ printed, error }: ReturnType<typeof usePrintCode>) {
  const { t } = useTranslation();
  return (
    <>
      <p className="after-6 note">{t("pin.code.spool")}</p>
      <PrintedNotice printed={printed} error={error} untouched={t("pin.code.stillHere")} paperOnly />
    </>
  );
}

interface RecoveryCodeProps {
  code: string;
  onDone: () => void;
}

/** The recovery code, this once: in fours, to be copied by hand. */
function RecoveryCode({ code, onDone }: RecoveryCodeProps) {
  const { t } = useTranslation();
  const printing = usePrintCode(code);
  const shown = useRef<HTMLDivElement>(null);
  // What it follows is gone, so the focus comes here, where it is read out.
  useEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} tabIndex={-1} role="alert" className={`${classes.stack} ringless`} data-autofocus>
      <Notice kind="warn" title={t("pin.code.title")}>
        <p>{t("pin.code.text")}</p>
      </Notice>
      <p className={classes.code} dir="ltr" data-testid="recovery-code">
        {code.split(" ").map((four, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be the same.
          <span key={at}>{four}</span>
        ))}
      </p>
      <PrintCodeOutcome {...printing} />
      <div className="wrap gap-8">
        <Button onClick={onDone}>{t("pin.code.done")}</Button>
        <PrintCodeButton {...printing} />
      </div>
    </div>
  );
}

interface ShownCode {
  code: string;
  onDone: () => void;
}

const useShownCode = ofOnePerson(create<{ shown: ShownCode | null }>(() => ({ shown: null })));

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
 * Shown over whatever screen made a new recovery code: it is shown this once, so no way out of the screen takes it
 * away without a question, and the program asks before it quits. Mounted once.
 */
export function ShownRecoveryCode() {
  const { t } = useTranslation();
  const shown = useShownCode((state) => state.shown);
  const [leaving, setLeaving] = useState(false);
  const isShown = shown !== null;
  // Sent also when none is shown: a page that crashed while one was could not take its word back.
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
      {...(isShown ? SHOWN_ONCE : {})}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      {shown === null ? null : leaving ? (
        <Leave onBack={() => setLeaving(false)} onLeave={end} />
      ) : (
        <RecoveryCode code={shown.code} onDone={end} />
      )}
    </Modal>
  );
}
