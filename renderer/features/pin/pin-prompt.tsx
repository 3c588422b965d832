import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PinAction } from "../../../contract/pin-actions.ts";
import { usePinAsk } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import classes from "./pin.module.css";
import { PinField, PinForm, ResetForm, usePinCall } from "./pin-form.tsx";

interface AnswerProps {
  action: PinAction | null;
  onAnswer: (opened: boolean) => void;
}

function UnlockForm({ action, onAnswer, onForgotten }: AnswerProps & { onForgotten: () => void }) {
  const { t } = useTranslation();
  const unlock = usePinCall("pin.unlock", useChannel("pin.status", {}).data?.pinWaitMs);
  const [pin, setPin] = useState("");
  const doing = usePinAsk((state) => state.doing);
  const submit = async () => {
    if ((await unlock.send({ pin })) !== null) onAnswer(true);
    else setPin("");
  };
  return (
    <PinForm
      text={
        <>
          {action === null ? null : <strong className="block">{t(`pin.action.${action}`)}</strong>}
          {doing === null ? null : <span className={`${classes.doing} breaks block`}>{doing}</span>}
          {t("pin.ask.does")}
        </>
      }
      confirm={t("pin.ask.open")}
      back={t("action.cancel")}
      call={unlock}
      onSubmit={submit}
      onBack={() => onAnswer(false)}
      more={
        <Button variant="subtle" className="push" onClick={onForgotten}>
          {t("pin.ask.forgotten")}
        </Button>
      }
    >
      <PinField
        label={t("pin.field.pin")}
        value={pin}
        onChange={setPin}
        error={unlock.fieldError("pin")}
        autoFocus
        testId="pin-ask"
      />
    </PinForm>
  );
}

function Answer(props: AnswerProps) {
  const { t } = useTranslation();
  const [forgotten, setForgotten] = useState(false);
  return forgotten ? (
    <ResetForm
      onDone={() => props.onAnswer(true)}
      onBack={() => setForgotten(false)}
      back={t("pin.ask.back")}
    />
  ) : (
    <UnlockForm {...props} onForgotten={() => setForgotten(true)} />
  );
}

/** Shown over what was held back for the PIN; the focus goes back to where it was. Mounted once. */
export function PinPrompt() {
  const { t } = useTranslation();
  const asking = usePinAsk(({ asking: held }) => (held?.approvalId === null ? held : null));
  return (
    <Modal
      opened={asking !== null}
      onClose={() => asking?.answer(false)}
      title={t("pin.ask.title")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("action.cancel") }}
    >
      {asking === null ? null : <Answer action={asking.action} onAnswer={asking.answer} />}
    </Modal>
  );
}
