import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  IN_STORE_VALUES,
  type InStoreRule,
  leavesDigits,
  MOST_SCANNED,
  type ScanRules,
  valueDigitsOf,
} from "../../../contract/channels/scan.ts";
import { SCAN_SOUNDS, type Settings } from "../../../contract/channels/shell.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { TAKES_SCANS, useScanHere } from "../../features/scanning/receivers.ts";
import { SettingName } from "../../features/settings-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { KeptRow, SettingChoice } from "./parts.tsx";
import classes from "./settings.module.css";

/** What a code would fill a line with, in words. */
function useScanWords(): (scan: ChannelOutput<"mirror.scan">) => string {
  const { t } = useTranslation();
  const { decimal } = useFormats();
  return ({ found, why, product, quantity, asksQuantity, amount }) => {
    if (found === "several") return t("settings.scan.try.several");
    if (product === undefined) return t(`settings.scan.try.${why ?? "noProduct"}`);
    const { name } = product;
    if (quantity !== undefined)
      return amount === undefined
        ? t("settings.scan.try.quantity", { name, quantity: decimal(quantity) })
        : t("settings.scan.try.amount", { name, quantity: decimal(quantity), amount: decimal(amount) });
    return t(asksQuantity ? "settings.scan.try.asks" : "settings.scan.try.one", { name });
  };
}

/** A code, and what it means by these rules; nothing is added anywhere. */
function ScanTry({ inStore }: { inStore: InStoreRule[] }) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const words = useScanWords();
  const field = useRef<HTMLInputElement>(null);
  // Each scan takes the place of the one before.
  useScanHere(field, ([scanned = ""]) => setCode(scanned.slice(0, MOST_SCANNED)));
  const rules = { inStore, batchInDescription: false };
  const scan = useChannel("mirror.scan", { code, rules }, { enabled: code.trim() !== "", typed: true });
  return (
    <div className={classes.stack}>
      <TextInput
        ref={field}
        {...TAKES_SCANS}
        label={<SettingName of="settings.scan.try.label" />}
        description={t("settings.scan.try.text")}
        value={code}
        dir="ltr"
        maxLength={MOST_SCANNED}
        data-testid="scan-try"
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          // A scanner ends with Enter: it must not add the rule.
          if (event.key === "Enter") event.preventDefault();
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={classes.hint} role="status" data-testid="scan-try-result">
        {code.trim() === "" || scan.data === undefined ? "" : words(scan.data)}
      </p>
    </div>
  );
}

const PREFIXES = ["20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "2", "02"];
const FIRST_RULE: InStoreRule = {
  prefix: "20",
  itemDigits: 5,
  holds: "weight",
  decimals: 3,
  ownCheckDigit: false,
};

const upTo = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, step) => String(from + step));

/** The code's form with a letter for each digit. */
function formOf(rule: InStoreRule) {
  const digits = "B".repeat(valueDigitsOf(rule));
  const whole = digits.slice(0, digits.length - rule.decimals) || "0";
  const value = rule.decimals === 0 ? digits : `${whole}.${digits.slice(-rule.decimals)}`;
  return { prefix: rule.prefix, item: "A".repeat(rule.itemDigits), value };
}

interface RuleFormProps {
  rules: readonly InStoreRule[];
  onAdd: (rule: InStoreRule) => void;
}

/** One more rule, and a field to try it before it holds. */
function RuleForm({ rules, onAdd }: RuleFormProps) {
  const { t } = useTranslation();
  const [rule, setRule] = useState(FIRST_RULE);
  const isPossible = leavesDigits(rule);
  const set = (change: Partial<InStoreRule>) => setRule({ ...rule, ...change });
  const others = rules.filter(({ prefix }) => prefix !== rule.prefix);
  const isKept = others.length < rules.length;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) onAdd(rule);
  };
  return (
    <form className={classes.stack} onSubmit={add}>
      <div className={`${classes.rule} grid bottom gap-12`}>
        <NativeSelect
          label={t("settings.scan.prefix")}
          data={PREFIXES}
          value={rule.prefix}
          onChange={(event) => set({ prefix: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("settings.scan.itemDigits")}
          data={upTo(3, 8)}
          value={String(rule.itemDigits)}
          onChange={(event) => set({ itemDigits: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t("settings.scan.holds")}
          data={IN_STORE_VALUES.map((value) => ({ value, label: t(`settings.scan.value.${value}`) }))}
          value={rule.holds}
          onChange={(event) => {
            const holds = IN_STORE_VALUES.find((one) => one === event.currentTarget.value) ?? "weight";
            set({ holds });
          }}
        />
        <NativeSelect
          label={t("settings.scan.decimals")}
          data={upTo(0, 4)}
          value={String(rule.decimals)}
          onChange={(event) => set({ decimals: Number(event.currentTarget.value) })}
        />
      </div>
      <Checkbox
        label={t("settings.scan.ownCheckDigit")}
        checked={rule.ownCheckDigit}
        onChange={(event) => set({ ownCheckDigit: event.currentTarget.checked })}
      />
      <p className={classes.hint} role="status">
        {isPossible ? t(`settings.scan.rule.${rule.holds}`, formOf(rule)) : t("settings.scan.tooFewDigits")}
      </p>
      <div className="wrap gap-8">
        <Button type="submit" variant="default" disabled={!isPossible}>
          {t(isKept ? "settings.scan.replace" : "settings.scan.add")}
        </Button>
      </div>
      <ScanTry inStore={isPossible ? [...others, rule] : others} />
    </form>
  );
}

interface ScanPanelProps {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

/** What follows a scan, and how the codes of the shop's own scale are read. */
export function ScanPanel({ settings, onChange }: ScanPanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const kept = useChannel("scanRules.get", {});
  const set = useSend("scanRules.set", {
    onSuccess: (value) => client.setQueryData(channelKey("scanRules.get", {}), value),
  });
  const rules: ScanRules = kept.data ?? { inStore: [], batchInDescription: false };
  const without = (rule: InStoreRule) => rules.inStore.filter(({ prefix }) => prefix !== rule.prefix);
  return (
    <Panel title={t("settings.scan.title")}>
      <div className={classes.stack}>
        <SettingChoice
          of="settings.scan.sound"
          value={settings.scanSound}
          data={SCAN_SOUNDS.map((value) => ({ value, label: t(`settings.scan.sounds.${value}`) }))}
          onChange={(scanSound) => onChange({ scanSound })}
        />
        <WhereMaySet>
          <Switch
            label={<SettingName of="settings.scan.batch" />}
            description={t("settings.scan.batchText")}
            checked={rules.batchInDescription}
            disabled={kept.data === undefined}
            onChange={(event) => set.mutate({ batchInDescription: event.currentTarget.checked })}
          />
          <h3 className={`${classes.label} medium`}>
            <SettingName of="settings.scan.inStore" />
          </h3>
          <p className={classes.hint}>
            {t("settings.scan.inStoreText")} <HelpLink page="scanning-and-keys" />
          </p>
          {rules.inStore.length === 0 ? null : (
            <ul className={`${classes.codes} bare`}>
              {rules.inStore.map((rule) => (
                <KeptRow
                  key={rule.prefix}
                  remove={{
                    label: t("settings.scan.remove", { prefix: rule.prefix }),
                    run: () => set.mutate({ inStore: without(rule) }),
                  }}
                >
                  <span className="breaks grow min-w-0">
                    {t(`settings.scan.rule.${rule.holds}`, formOf(rule))}
                  </span>
                </KeptRow>
              ))}
            </ul>
          )}
          {kept.data === undefined ? null : (
            <RuleForm
              rules={rules.inStore}
              onAdd={(rule) => set.mutate({ inStore: [...without(rule), rule] })}
            />
          )}
        </WhereMaySet>
        <ErrorPanel error={kept.error ?? set.error} />
      </div>
    </Panel>
  );
}
