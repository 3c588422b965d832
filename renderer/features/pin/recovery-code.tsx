import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./pin.module.css";
import { PrintCodeButton, PrintCodeOutcome, usePrintCode } from "./print-code.tsx";

interface RecoveryCodeProps {
  code: string;
  onDone: () => void;
}

/** The recovery code, this once: in fours, to be copied by hand. */
export function RecoveryCode({ code, onDone }: RecoveryCodeProps) {
  const { t } = useTranslation();
  const printing = usePrintCode(code);
  const shown = useRef<HTMLDivElement>(null);
  // What it follows is gone, so the focus comes here, where it is read out.
  useEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} tabIndex={-1} role="alert" className={classes.stack} data-autofocus>
      <Notice kind="warn" title={t("pin.code.title")}>
        <p className={classes.text}>{t("pin.code.text")}</p>
      </Notice>
      <p className={classes.code} dir="ltr" data-testid="recovery-code">
        {code.split(" ").map((four, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be the same.
          <span key={at}>{four}</span>
        ))}
      </p>
      <PrintCodeOutcome {...printing} />
      <div className={classes.buttons}>
        <Button onClick={onDone}>{t("pin.code.done")}</Button>
        <PrintCodeButton {...printing} />
      </div>
    </div>
  );
}
