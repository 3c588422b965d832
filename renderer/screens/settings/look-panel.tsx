import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../contract/channels/shell.ts";
import { useOwnerPolicy } from "../../client/settings.ts";
import { useFormats } from "../../client/use-formats.ts";
import { SettingName } from "../../features/settings-sections.tsx";
import { OwnerFixed } from "../../ui/owner-fixed.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

const SCALES = [0.9, 1, 1.15, 1.3, 1.5, 2];
const SAMPLE_DATE = "2026-03-09";

interface Choice {
  of: "field.language" | "settings.look.digits" | "field.theme" | "settings.look.textScale";
  value: string;
  onChange: (value: string) => void;
  data: { value: string; label: string }[];
}

function ChoiceLine({ of, ...choice }: Choice) {
  const id = useId();
  return (
    <div className="row between gap-4-16 pad-y-6">
      <span id={id} className={`${classes.label} medium`}>
        <SettingName of={of} />
      </span>
      <SegmentedControl aria-labelledby={id} {...choice} />
    </div>
  );
}

/** What the owner's policy decides is read, not chosen: no control that does nothing. */
function FixedLine({ of, value, data }: Choice) {
  return (
    <div className="row between gap-4-16 pad-y-6">
      <span className={`${classes.label} medium`}>
        <SettingName of={of} />
      </span>
      <span>{data.find((one) => one.value === value)?.label}</span>
    </div>
  );
}

/** The choice among names as one of text, which is what the control knows. */
function chosen<Value extends string>(
  data: readonly { value: Value; label: string }[],
  onChoice: (value: Value) => void,
): Pick<Choice, "data" | "onChange"> {
  return {
    data: [...data],
    onChange: (value) => {
      const one = data.find((each) => each.value === value);
      if (one !== undefined) onChoice(one.value);
    },
  };
}

interface LookPanelProps {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

/** Language, digits, theme and size, with a sample of what they make. */
export function LookPanel({ settings, onChange }: LookPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fixed } = useOwnerPolicy();
  const choices: Choice[] = [
    {
      of: "field.language",
      value: settings.language,
      ...chosen(
        [
          { value: "en", label: "English" },
          { value: "ar", label: "العربية" },
        ],
        (language) => onChange({ language }),
      ),
    },
    {
      of: "settings.look.digits",
      value: settings.digits,
      ...chosen(
        [
          { value: "auto", label: t("settings.look.digitsAuto") },
          { value: "latin", label: t("settings.look.digitsLatin") },
          { value: "arabic", label: t("settings.look.digitsArabic") },
        ],
        (digits) => onChange({ digits }),
      ),
    },
    {
      of: "field.theme",
      value: settings.theme,
      ...chosen(
        [
          { value: "system", label: t("settings.look.themeSystem") },
          { value: "light", label: t("settings.look.themeLight") },
          { value: "dark", label: t("settings.look.themeDark") },
        ],
        (theme) => onChange({ theme }),
      ),
    },
    {
      of: "settings.look.textScale",
      value: String(settings.textScale),
      data: SCALES.map((scale) => ({ value: String(scale), label: formats.percent(scale) })),
      onChange: (scale) => onChange({ textScale: Number(scale) }),
    },
  ];
  const isFixed = ({ of }: Choice) =>
    (of === "field.language" && fixed.language !== undefined) ||
    (of === "field.theme" && fixed.theme !== undefined);
  const locked = choices.filter(isFixed);
  return (
    <Panel title={t("settings.look.title")}>
      {choices
        .filter((choice) => !isFixed(choice))
        .map((choice) => (
          <ChoiceLine key={choice.of} {...choice} />
        ))}
      <p className={classes.hint}>
        {t("settings.look.sample", {
          amount: `${formats.decimal("1240.5", 3)} JOD`,
          date: formats.date(SAMPLE_DATE),
        })}
      </p>
      {locked.length === 0 ? null : (
        <div className={`${classes.locked} pad-above-12 line-above`} data-testid="look-locked">
          <OwnerFixed />
          {locked.map((choice) => (
            <FixedLine key={choice.of} {...choice} />
          ))}
        </div>
      )}
    </Panel>
  );
}
