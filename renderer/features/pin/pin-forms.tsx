/** The forms of the PIN's settings. Each asks for the present PIN, whether it is open or not. */

import { Checkbox, SegmentedControl } from "@mantine/core";
import { type ComponentProps, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { KEEP_OPEN_MINUTES, type KeepOpenMinutes, type PinStatus } from "../../../contract/channels/pin.ts";
import { PIN_ACTIONS, type PinAction } from "../../../contract/pin-actions.ts";
import { useOwnerPolicy } from "../../client/settings.ts";
import { leftToRight } from "../../i18n/format.ts";
import { comboKeys } from "../../shortcuts/keys.tsx";
import { OwnerFixed } from "../../ui/notice.tsx";
import { SettingName } from "../settings-sections.tsx";
import { NewPinFields, PinField, PinForm, usePinCall } from "./pin-form.tsx";
import { LOCK_COMBO } from "./pin-lock.tsx";

interface Choices {
  asksFor: PinAction[];
  keepOpenMinutes: KeepOpenMinutes;
}

interface PinChoicesProps {
  choices: Choices;
  onChange: (choices: Choices) => void;
  autoFocus?: boolean;
}

/** What asks for the PIN, and for how long the right one counts. */
function PinChoices({ choices, onChange, autoFocus = false }: PinChoicesProps) {
  const { t } = useTranslation();
  const id = useId();
  const { pinAsksFor: fixed = [] } = useOwnerPolicy().fixed;
  const keys = comboKeys(LOCK_COMBO).join("+");
  return (
    <>
      <Checkbox.Group
        label={<SettingName of="pin.asks.label" />}
        description={t("pin.asks.always")}
        value={[...new Set([...choices.asksFor, ...fixed])]}
        onChange={(chosen) =>
          onChange({ ...choices, asksFor: PIN_ACTIONS.filter((action) => chosen.includes(action)) })
        }
      >
        <div className="grid above-8">
          {PIN_ACTIONS.map((action, at) => (
            <Checkbox
              key={action}
              autoFocus={autoFocus && at === 0}
              value={action}
              disabled={fixed.includes(action)}
              label={t(`pin.action.${action}`)}
              className="line target"
            />
          ))}
        </div>
        {fixed.length === 0 ? null : <OwnerFixed />}
      </Checkbox.Group>
      <div>
        <p id={id} className="before-6 medium">
          {t("pin.keep.label")}
        </p>
        <SegmentedControl
          aria-labelledby={id}
          value={String(choices.keepOpenMinutes)}
          onChange={(value) => {
            const keepOpenMinutes = KEEP_OPEN_MINUTES.find((minutes) => String(minutes) === value);
            if (keepOpenMinutes !== undefined) onChange({ ...choices, keepOpenMinutes });
          }}
          data={KEEP_OPEN_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t("pin.keep.once") : t("pin.keep.minutes", { count: minutes }),
          }))}
        />
        <p className="after-6 note">{t("pin.keep.why", { keys: leftToRight(keys) })}</p>
      </div>
    </>
  );
}

interface PresentPinProps {
  pin: string;
  onPin: (typed: string) => void;
  call: { fieldError: (field: string) => string | null; clear: () => void };
  autoFocus?: boolean;
}

function PresentPin({ pin, onPin, call, autoFocus = false }: PresentPinProps) {
  const { t } = useTranslation();
  return (
    <PinField
      label={t("pin.field.present")}
      value={pin}
      onChange={(typed) => {
        call.clear();
        onPin(typed);
      }}
      error={call.fieldError("pin")}
      autoFocus={autoFocus}
      testId="pin-present"
    />
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
    <PinForm confirm={t("pin.panel.set")} call={set} onSubmit={submit} onBack={onKeep}>
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
    </PinForm>
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
    <PinForm confirm={t("pin.panel.save")} call={configure} onSubmit={submit} onBack={onKeep}>
      <PinChoices choices={choices} onChange={setChoices} autoFocus />
      <PresentPin pin={pin} onPin={setPin} call={configure} />
    </PinForm>
  );
}

interface ChangeFormProps extends Omit<FormProps, "status"> {
  /** Of a single owner's PIN; left out: of the person who works. */
  status?: PinStatus;
  onDone: () => void;
}

/** Another PIN in the place of the present one. */
export function ChangeForm({ status, onKeep, onDone }: ChangeFormProps) {
  const { t } = useTranslation();
  const ofSingle = usePinCall("pin.change", status?.pinWaitMs);
  const own = usePinCall("people.changePin");
  const change = status === undefined ? own : ofSingle;
  const [pin, setPin] = useState("");
  const [newPin, setNewPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(newPin !== again);
    if (newPin === again && (await change.send({ pin, newPin })) !== null) onDone();
  };
  return (
    <PinForm confirm={t("pin.panel.change")} call={change} onSubmit={submit} onBack={onKeep}>
      <PresentPin pin={pin} onPin={setPin} call={change} autoFocus />
      <NewPinFields
        pin={newPin}
        again={again}
        onPin={setNewPin}
        onAgain={setAgain}
        error={change.fieldError("newPin")}
        notSame={notSame}
      />
    </PinForm>
  );
}

interface ProofProps extends Pick<ComponentProps<typeof PinForm>, "text" | "confirm" | "onBack"> {
  call: ComponentProps<typeof PinForm>["call"] & PresentPinProps["call"];
  onPin: (pin: string) => Promise<void>;
}

/** A form that asks for nothing but the present PIN. */
function Proof({ onPin, ...form }: ProofProps) {
  const [pin, setPin] = useState("");
  return (
    <PinForm {...form} onSubmit={() => onPin(pin)}>
      <PresentPin pin={pin} onPin={setPin} call={form.call} autoFocus />
    </PinForm>
  );
}

/** A new recovery code, where the old one may be known or lost. */
export function NewCodeForm({ status, onKeep, onCode }: FormProps & { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const renew = usePinCall("pin.renewCode", status.pinWaitMs);
  const send = async (pin: string) => {
    const made = await renew.send({ pin });
    if (made !== null) onCode(made.recoveryCode);
  };
  return (
    <Proof
      text={t("pin.panel.newCodeText")}
      confirm={t("pin.panel.makeCode")}
      call={renew}
      onPin={send}
      onBack={onKeep}
    />
  );
}

/** No PIN from then on. */
export function RemoveForm({ status, onKeep, onDone }: FormProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const remove = usePinCall("pin.remove", status.pinWaitMs);
  const send = async (pin: string) => {
    if ((await remove.send({ pin })) !== null) onDone();
  };
  return (
    <Proof
      text={t("pin.panel.removeText")}
      confirm={t("pin.panel.remove")}
      call={remove}
      onPin={send}
      onBack={onKeep}
    />
  );
}
