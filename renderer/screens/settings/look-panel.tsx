import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../contract/channels/shell.ts";
import { useOwnerPolicy } from "../../client/owner-policy.ts";
import { useFormats } from "../../client/use-formats.ts";
import { OwnerFixed } from "../../ui/owner-fixed.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

const SCALES = [0.9, 1, 1.15, 1.3, 1.5, 2];
const SAMPLE_DATE = "2026-03-09";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  data: { value: Value; label: string }[];
  /** The owner's policy decides it. */
  fixed?: boolean;
}

function Choice<Value extends string>({ label, fixed = false, ...choice }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={classes.line}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <SegmentedControl aria-labelledby={id} disabled={fixed} {...choice} />
      {fixed ? <OwnerFixed /> : null}
    </div>
  );
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
  return (
    <Panel title={t("settings.look.title")}>
      <Choice
        label={t("settings.look.language")}
        fixed={fixed.language !== undefined}
        value={settings.language}
        onChange={(language) => onChange({ language })}
        data={[
          { value: "en", label: "English" },
          { value: "ar", label: "العربية" },
        ]}
      />
      <Choice
        label={t("settings.look.digits")}
        value={settings.digits}
        onChange={(digits) => onChange({ digits })}
        data={[
          { value: "auto", label: t("settings.look.digitsAuto") },
          { value: "latin", label: t("settings.look.digitsLatin") },
          { value: "arabic", label: t("settings.look.digitsArabic") },
        ]}
      />
      <Choice
        label={t("settings.look.theme")}
        fixed={fixed.theme !== undefined}
        value={settings.theme}
        onChange={(theme) => onChange({ theme })}
        data={[
          { value: "system", label: t("settings.look.themeSystem") },
          { value: "light", label: t("settings.look.themeLight") },
          { value: "dark", label: t("settings.look.themeDark") },
        ]}
      />
      <Choice
        label={t("settings.look.textScale")}
        value={String(settings.textScale)}
        onChange={(scale) => onChange({ textScale: Number(scale) })}
        data={SCALES.map((scale) => ({ value: String(scale), label: formats.percent(scale) }))}
      />
      <p className={classes.hint}>
        {t("settings.look.sample", {
          amount: `${formats.decimal("1240.5", 3)} JOD`,
          date: formats.date(SAMPLE_DATE),
        })}
      </p>
    </Panel>
  );
}
