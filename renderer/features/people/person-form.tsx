import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/channels/people.ts";
import type { Role } from "../../../contract/rights.ts";
import { latinNumber } from "../../lib/text.ts";
import { NewPinFields, PinForm, usePinCall } from "../pin/pin-form.tsx";
import { showRecoveryCode } from "../pin/shown-code.tsx";

type Known = Pick<Person, "name" | "userId" | "role"> & { personId?: string };

interface PersonFormProps {
  /** As they are now; without an id, one who is added. */
  person?: Known;
  /** Those that are chosen from; left out: an owner's. */
  roles?: readonly Role[];
  /** A PIN is set, too. */
  withPin?: boolean;
  text?: ReactNode;
  confirm: string;
  onDone: (personId: string) => void;
  onBack: (() => void) | null;
}

/** Name, user and role of a person; and a PIN. */
export function PersonForm(props: PersonFormProps) {
  const { person, roles, withPin = false, text, confirm, onDone, onBack } = props;
  const { t } = useTranslation();
  const save = usePinCall("people.save");
  const [name, setName] = useState(person?.name ?? "");
  const [userId, setUserId] = useState(String(person?.userId ?? ""));
  const [role, setRole] = useState<Role>(roles === undefined ? "owner" : (person?.role ?? "cashier"));
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(withPin && pin !== again);
    // What was refused before may be right by now.
    if (withPin && pin !== again) return save.clear();
    const saved = await save.send({
      ...(person?.personId === undefined ? {} : { personId: person.personId }),
      name,
      userId: latinNumber(userId),
      role,
      ...(withPin ? { pin } : {}),
    });
    if (saved !== null) onDone(saved.personId);
  };
  return (
    <PinForm text={text} confirm={confirm} call={save} onSubmit={submit} onBack={onBack}>
      <TextInput
        label={t("people.form.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={save.fieldError("name")}
        maxLength={60}
        autoFocus
        data-autofocus
        dir="auto"
      />
      <TextInput
        label={t("people.form.userId")}
        description={t("people.form.userIdHint")}
        value={userId}
        onChange={(event) => setUserId(event.currentTarget.value)}
        error={save.fieldError("userId")}
        inputMode="numeric"
        dir="ltr"
      />
      {roles === undefined ? null : (
        <NativeSelect
          label={t("people.form.role")}
          value={role}
          onChange={({ currentTarget: { value } }) => setRole(roles.find((one) => one === value) ?? role)}
          data={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
        />
      )}
      {withPin ? (
        <NewPinFields
          pin={pin}
          again={again}
          onPin={setPin}
          onAgain={setAgain}
          error={save.fieldError("pin")}
          notSame={notSame}
        />
      ) : null}
    </PinForm>
  );
}

interface OwnerFormProps {
  onBack?: () => void;
}

/** Makes the owner, who is signed in by it, and shows the recovery code. */
export function OwnerForm({ onBack }: OwnerFormProps) {
  const { t } = useTranslation();
  const renew = usePinCall("people.renewCode");
  const showCode = async () => {
    const made = await renew.send({});
    if (made !== null) showRecoveryCode(made.recoveryCode, () => undefined);
  };
  return (
    <PersonForm
      withPin
      confirm={t("people.form.makeOwner")}
      onDone={() => void showCode()}
      onBack={onBack ?? null}
    />
  );
}
