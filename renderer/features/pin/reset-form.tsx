import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import classes from "./pin.module.css";
import { NewPinFields } from "./pin-field.tsx";
import { PinForm } from "./pin-form.tsx";
import { showRecoveryCode } from "./shown-code.tsx";
import { usePinCall } from "./use-pin-call.ts";

interface ResetFormProps {
  /** The new PIN is set, and it is open; its recovery code is being shown. */
  onDone: () => void;
  /** The code was kept, or given up. */
  onCode?: () => void;
  onBack: () => void;
  back: string;
}

/** Forgotten: the recovery code sets a new PIN, and a new code takes its place. */
export function ResetForm({ onDone, onCode = () => undefined, onBack, back }: ResetFormProps) {
  const { t } = useTranslation();
  const reset = usePinCall("pin.reset", useChannel("pin.status", {}).data?.codeWaitMs);
  const [recoveryCode, setRecoveryCode] = useState("");
  const [newPin, setNewPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(newPin !== again);
    if (newPin !== again) return;
    const made = await reset.send({ recoveryCode, newPin });
    if (made === null) return;
    onDone();
    showRecoveryCode(made.recoveryCode, onCode);
  };
  return (
    <PinForm confirm={t("pin.panel.reset")} back={back} call={reset} onSubmit={submit} onBack={onBack}>
      <Textarea
        label={t("pin.field.code")}
        description={t("pin.field.codeHint")}
        value={recoveryCode}
        onChange={(event) => {
          reset.clear();
          setRecoveryCode(event.currentTarget.value);
        }}
        error={reset.fieldError("recoveryCode")}
        inputMode="numeric"
        autosize
        minRows={2}
        maxLength={200}
        autoFocus
        data-autofocus
        classNames={{ input: `${classes.codeInput} mono` }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <NewPinFields
        pin={newPin}
        again={again}
        onPin={setNewPin}
        onAgain={setAgain}
        error={reset.fieldError("newPin")}
        notSame={notSame}
      />
    </PinForm>
  );
}
