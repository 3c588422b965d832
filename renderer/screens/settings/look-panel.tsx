import { useTranslation } from "react-i18next";
import type { Settings } from "../../../contract/channels/shell.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { OwnerFixed } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { SettingChoice } from "./parts.tsx";
import classes from "./settings.module.css";

const SCALES = [0.9, 1, 1.15, 1.3, 1.5, 2];
const SAMPLE_DATE = "2026-03-09";

interface LookPanelProps {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

/** Language, digits, theme and size, with a sample of what they make. */
export function LookPanel({ settings, onChange }: LookPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fixed } = useOwnerPolicy();
  const hasFixed = { language: fixed.language !== undefined, theme: fixed.theme !== undefined };
  const language = (
    <SettingChoice
      of="field.language"
      fixed={hasFixed.language}
      value={settings.language}
      data={[
        { value: "en", label: "English" },
        { value: "ar", label: "العربية" },
      ]}
      onChange={(value) => onChange({ language: value })}
    />
  );
  const theme = (
    <SettingChoice
      of="field.theme"
      fixed={hasFixed.theme}
      value={settings.theme}
      data={[
        { value: "system", label: t("settings.look.themeSystem") },
        { value: "light", label: t("settings.look.themeLight") },
        { value: "dark", label: t("settings.look.themeDark") },
      ]}
      onChange={(value) => onChange({ theme: value })}
    />
  );
  return (
    <Panel title={t("settings.look.title")}>
      {hasFixed.language ? null : language}
      <SettingChoice
        of="settings.look.digits"
        value={settings.digits}
        data={[
          { value: "auto", label: t("settings.look.digitsAuto") },
          { value: "latin", label: t("settings.look.digitsLatin") },
          { value: "arabic", label: t("settings.look.digitsArabic") },
        ]}
        onChange={(digits) => onChange({ digits })}
      />
      {hasFixed.theme ? null : theme}
      <SettingChoice
        of="settings.look.textScale"
        value={String(settings.textScale)}
        data={SCALES.map((scale) => ({ value: String(scale), label: formats.percent(scale) }))}
        onChange={(scale) => onChange({ textScale: Number(scale) })}
      />
      <p className={classes.hint}>
        {t("settings.look.sample", {
          amount: `${formats.decimal("1240.5", 3)} JOD`,
          date: formats.date(SAMPLE_DATE),
        })}
      </p>
      {hasFixed.language || hasFixed.theme ? (
        <div className={`${classes.locked} pad-above-12 line-above`} data-testid="look-locked">
          <OwnerFixed />
          {hasFixed.language ? language : null}
          {hasFixed.theme ? theme : null}
        </div>
      ) : null}
    </Panel>
  );
}
