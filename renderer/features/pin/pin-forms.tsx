/** The forms of the PIN's settings. Each asks for the present PIN, whether it is open or not. */
import { VisuallyHidden } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PinStatus } from "../../../contract/channels/pin.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./pin.module.css";
import { type Choices, PinChoices } from "./pin-choices.tsx";
import { NewPinFields, PinField } from "./pin-field.tsx";
import { usePinCall } from "./use-pin-call.ts";

interface FrameProps {
  text?: string;
  confirm: string;
  call: { busy: boolean; error: unknown; aloud: string };
  onSubmit: () => Promise<void>;
  onKeep: () => void;
  children: ReactNode;
}

/** A form with its two buttons; Escape leaves everything as it is. */
function Frame({ text, confirm, call, onSubmit, onKeep, children }: FrameProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (call.busy) return;
    await onSubmit();
    // The choices are between the field and the button: its message may be out of sight.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      ref={form}
      className={classes.stack}
      onSubmit={submit}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onKeep();
      }}
    >
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {children}
      <VisuallyHidden role="status">{call.aloud}</VisuallyHidden>
      {call.error === null ? null : <ErrorPanel error={call.error} />}
      <div className={classes.buttons}>
        <Button type="submit" busy={call.busy}>
          {confirm}
        </Button>
        <Button variant="default" onClick={onKeep}>
          {t("pin.panel.keep")}
        </Button>
      </div>
    </form>
  );
}

interface FormProps {
  status: PinStatus;
  onKeep: () => void;
}

/** The first PIN, with everything that belongs to it. */
export function SetForm({ onKeep, onCode }: Omit<FormProps, "status"> & { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const set = usePinCall("pin.set");
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const [choices, setChoices] = useState<Choices>({
    asksFor: ["taxVoucher", "restore", "outbox", "settings"],
    keepOpenMinutes: 5,
  });
  const submit = async () => {
    setNotSame(pin !== again);
    if (pin !== again) return;
    const made = await set.send({ pin, ...choices });
    if (made !== null) onCode(made.recoveryCode);
  };
  return (
    <Frame confirm={t("pin.panel.set")} call={set} onSubmit={submit} onKeep={onKeep}>
      <NewPinFields
        pin={pin}
        again={again}
        onPin={setPin}
        onAgain={setAgain}
        error={set.fieldError("pin")}
        notSame={notSame}
        autoFocus
      />
      <PinChoices choices={choices} onChange={setChoices} />
    </Frame>
  );
}

/** What asks, and for how long it stays open. */
export function ChoicesForm({ status, onKeep, onDone }: FormProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const configure = usePinCall("pin.configure", status.pinWaitMs);
  const [pin, setPin] = useState("");
  const [choices, setChoices] = useState<Choices>(status);
  const submit = async () => {
    const { asksFor, keepOpenMinutes } = choices;
    if ((await configure.send({ pin, asksFor, keepOpenMinutes })) !== null) onDone();
  };
  return (
    <Frame confirm={t("pin.panel.save")} call={configure} onSubmit={submit} onKeep={onKeep}>
      <PinChoices choices={choices} onChange={setChoices} autoFocus />
      <PinField
        label={t("pin.field.present")}
        value={pin}
        onChange={setPin}
        error={configure.fieldError("pin")}
        testId="pin-present"
      />
    </Frame>
  );
}

/** Another PIN in the place of the present one. */
export function ChangeForm({ status, onKeep, onDone }: FormProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const change = usePinCall("pin.change", status.pinWaitMs);
  const [pin, setPin] = useState("");
  const [newPin, setNewPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(newPin !== again);
    if (newPin === again && (await change.send({ pin, newPin })) !== null) onDone();
  };
  return (
    <Frame confirm={t("pin.panel.change")} call={change} onSubmit={submit} onKeep={onKeep}>
      <PinField
        label={t("pin.field.present")}
        value={pin}
        onChange={setPin}
        error={change.fieldError("pin")}
        autoFocus
        testId="pin-present"
      />
      <NewPinFields
        pin={newPin}
        again={again}
        onPin={setNewPin}
        onAgain={setAgain}
        error={change.fieldError("newPin")}
        notSame={notSame}
      />
    </Frame>
  );
}

/** A new recovery code, where the old one may be known or lost. */
export function NewCodeForm({ status, onKeep, onCode }: FormProps & { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const renew = usePinCall("pin.renewCode", status.pinWaitMs);
  const [pin, setPin] = useState("");
  const submit = async () => {
    const made = await renew.send({ pin });
    if (made !== null) onCode(made.recoveryCode);
  };
  return (
    <Frame
      text={t("pin.panel.newCodeText")}
      confirm={t("pin.panel.makeCode")}
      call={renew}
      onSubmit={submit}
      onKeep={onKeep}
    >
      <PinField
        label={t("pin.field.present")}
        value={pin}
        onChange={setPin}
        error={renew.fieldError("pin")}
        autoFocus
        testId="pin-present"
      />
    </Frame>
  );
}

/** No PIN from then on. */
export function RemoveForm({ status, onKeep, onDone }: FormProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const remove = usePinCall("pin.remove", status.pinWaitMs);
  const [pin, setPin] = useState("");
  const submit = async () => {
    if ((await remove.send({ pin })) !== null) onDone();
  };
  return (
    <Frame
      text={t("pin.panel.removeText")}
      confirm={t("pin.panel.remove")}
      call={remove}
      onSubmit={submit}
      onKeep={onKeep}
    >
      <PinField
        label={t("pin.field.present")}
        value={pin}
        onChange={setPin}
        error={remove.fieldError("pin")}
        autoFocus
        testId="pin-present"
      />
    </Frame>
  );
}
