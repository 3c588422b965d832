import { Checkbox, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import {
  KEEP_OPEN_MINUTES,
  type KeepOpenMinutes,
  PIN_ACTIONS,
  type PinAction,
} from "../../../contract/channels/pin.ts";
import { useOwnerPolicy } from "../../client/owner-policy.ts";
import { leftToRight } from "../../i18n/format.ts";
import { comboKeys } from "../../shortcuts/combo.ts";
import { OwnerFixed } from "../../ui/owner-fixed.tsx";
import { SettingName } from "../settings-sections.tsx";
import classes from "./pin.module.css";
import { LOCK_COMBO } from "./pin-lock.tsx";

export interface Choices {
  asksFor: PinAction[];
  keepOpenMinutes: KeepOpenMinutes;
}

interface PinChoicesProps {
  choices: Choices;
  onChange: (choices: Choices) => void;
  autoFocus?: boolean;
}

/** What asks for the PIN, and for how long the right one counts. */
export function PinChoices({ choices, onChange, autoFocus = false }: PinChoicesProps) {
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
        <div className={classes.asks}>
          {PIN_ACTIONS.map((action, at) => (
            <Checkbox
              key={action}
              autoFocus={autoFocus && at === 0}
              value={action}
              disabled={fixed.includes(action)}
              label={t(`pin.action.${action}`)}
              className={classes.ask ?? ""}
            />
          ))}
        </div>
        {fixed.length === 0 ? null : <OwnerFixed />}
      </Checkbox.Group>
      <div>
        <p id={id} className={classes.label}>
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
        <p className={classes.hint}>{t("pin.keep.why", { keys: leftToRight(keys) })}</p>
      </div>
    </>
  );
}
