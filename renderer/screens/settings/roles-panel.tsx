import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PeopleStatus } from "../../../contract/channels/people.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import {
  ALLOWANCES,
  type ChangeableRoles,
  RIGHTS,
  type Right,
  type RoleRights,
} from "../../../contract/rights.ts";
import { nonNegativeDecimal } from "../../../contract/values.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { reasonWords } from "../../i18n/error-words.ts";
import { latinNumber } from "../../lib/text.ts";
import { Button } from "../../ui/button.tsx";
import { OwnerFixed } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./settings.module.css";

type ChangeableRole = keyof ChangeableRoles;
type ChosenRoles = NonNullable<ChannelInput<"people.configure">["roles"]>;
const CHANGEABLE = ["cashier", "manager"] as const satisfies readonly ChangeableRole[];

interface RoleProps {
  role: ChangeableRole;
  of: RoleRights;
  fixed: boolean;
  onChange: (rights: ChosenRoles[ChangeableRole]) => void;
}

function AllowanceCell({ role, of, fixed, right, onChange }: RoleProps & { right: Right }) {
  const { t } = useTranslation();
  const allowance = of.rights[right];
  if (fixed) return <span>{t(`people.allowance.${allowance}`)}</span>;
  return (
    <NativeSelect
      aria-label={`${t(`people.role.${role}`)}: ${t(`people.right.${right}`)}`}
      value={allowance}
      onChange={({ currentTarget: { value } }) => {
        const chosen = ALLOWANCES.find((one) => one === value) ?? allowance;
        onChange({ ...of, rights: { ...of.rights, [right]: chosen } });
      }}
      data={ALLOWANCES.map((value) => ({ value, label: t(`people.allowance.${value}`) }))}
    />
  );
}

/** The amounts up to which a role enters returns by itself. */
function Limits({ role, of, fixed, onChange }: RoleProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const [currency, setCurrency] = useState<string | null>(null);
  const [amount, setAmount] = useState("");
  const [refused, setRefused] = useState(false);
  const amountField = useRef<HTMLInputElement>(null);
  const limits = Object.entries(of.returnsUpTo);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (currency === null || amount.trim() === "") return;
    const limit = nonNegativeDecimal.safeParse(latinNumber(amount));
    setRefused(!limit.success);
    if (!limit.success) return;
    onChange({ ...of, returnsUpTo: { ...of.returnsUpTo, [currency]: limit.data } });
    setCurrency(null);
    setAmount("");
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text medium before-4">
        {t(`people.role.${role}`)}
      </h3>
      <ul className="list">
        {limits.map(([code, limit]) => (
          <li key={code} className="line gap-12 line-below">
            <bdi className="mono">{code}</bdi>
            <span className="grow">{formats.decimal(limit)}</span>
            {fixed ? null : (
              <ActionIcon
                aria-label={t("people.panel.removeLimit", { currency: code })}
                onClick={() => {
                  const returnsUpTo = Object.fromEntries(limits.filter(([other]) => other !== code));
                  onChange({ ...of, returnsUpTo });
                }}
              >
                <IconTrash size="1.125rem" stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {fixed ? null : (
        <form className={`${classes.addLimit} grid top gap-12`} onSubmit={add}>
          <RecordPicker
            kind="currency"
            label={t("people.panel.currency")}
            value={currency}
            onChange={setCurrency}
            onChosen={() => amountField.current?.focus()}
          />
          <TextInput
            ref={amountField}
            label={t("people.panel.amount")}
            value={amount}
            onChange={(event) => {
              setRefused(false);
              setAmount(event.currentTarget.value);
            }}
            error={refused ? reasonWords(t, { reason: "not_a_decimal", params: {} }) : null}
            inputMode="decimal"
            dir="ltr"
          />
          <Button type="submit" variant="default" className={classes.addButton ?? ""}>
            {t("people.panel.addLimit")}
          </Button>
        </form>
      )}
    </section>
  );
}

interface RolesPanelProps {
  status: PeopleStatus;
  /** Only an owner says what roles may. */
  isOwner: boolean;
}

/** What a cashier and a manager may do. Each choice holds at once. */
export function RolesPanel({ status: { roles, rolesFixed }, isOwner }: RolesPanelProps) {
  const { t } = useTranslation();
  const configure = useSend("people.configure");
  const of = (role: ChangeableRole): RoleProps => ({
    role,
    of: roles[role],
    fixed: rolesFixed || !isOwner,
    onChange: (rights) => configure.mutate({ roles: { ...roles, [role]: rights } }),
  });
  return (
    <Panel title={<SettingName of="people.panel.rolesTitle" />}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t("people.panel.rolesText")}</p>
        {rolesFixed ? <OwnerFixed /> : null}
        <table className={`${classes.roles} w-full`} data-testid="roles">
          <thead>
            <tr>
              <th scope="col">{t("people.panel.right")}</th>
              {CHANGEABLE.map((role) => (
                <th key={role} scope="col">
                  {t(`people.role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RIGHTS.map((right) => (
              <tr key={right}>
                <th scope="row">{t(`people.right.${right}`)}</th>
                {CHANGEABLE.map((role) => (
                  <td key={role}>
                    <AllowanceCell {...of(role)} right={right} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="medium">
          <SettingName of="people.panel.upTo" />
        </p>
        <p className={classes.hint}>{t("people.panel.upToText")}</p>
        {CHANGEABLE.map((role) => (
          <Limits key={role} {...of(role)} />
        ))}
        <ErrorPanel error={configure.error} />
      </div>
    </Panel>
  );
}
