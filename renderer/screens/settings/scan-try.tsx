import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type InStoreRule, MOST_SCANNED } from "../../../contract/channels/scan.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { TAKES_SCANS, useScanHere } from "../../features/scanning/receivers.ts";
import { SettingName } from "../../features/settings-sections.tsx";
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
export function ScanTry({ inStore }: { inStore: InStoreRule[] }) {
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
