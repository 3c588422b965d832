import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Printed } from "../../../contract/channels/printing.ts";
import { invoke } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { PrintOutcome } from "../printing/print-outcome.tsx";
import classes from "./pin.module.css";

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The way to the printer. Not by `useSend`, whose cache would keep the code. */
export function usePrintCode(code: string) {
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
export function PrintCodeButton({ busy, print }: ReturnType<typeof usePrintCode>) {
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
export function PrintCodeOutcome({ printed, error }: ReturnType<typeof usePrintCode>) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.hint}>{t("pin.code.spool")}</p>
      <PrintOutcome printed={printed} error={error} untouched={t("pin.code.stillHere")} />
    </>
  );
}
