/** The sentence that Home opens with: what needs a person, and what the central system hasn't confirmed. */
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useMoneyText } from "../../features/amount/use-money-text.ts";
import { isolated } from "../../i18n/format.ts";

/** The sentence; null while the figures are not known. */
export function useOpening(summary: ChannelOutput<"outbox.summary"> | undefined): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = useMoneyText();
  const counts = useChannel("sync.status", {}).data?.counts;
  if (summary === undefined || counts === undefined) return null;
  const decisions = counts.outcome_unknown + counts.dead_letter;
  const waiting = counts.pending + counts.in_flight + counts.retry_wait;
  // A changed voucher's amount is no money that is to come: returns only.
  const amounts = summary.unsentByCurrency
    .filter(({ kind }) => kind === "purchaseReturn")
    .map(({ amount, currencyId }) => isolated(money(amount, currencyId)));
  const parts = [
    decisions === 0 ? null : t("home.say.decisions", { count: decisions }),
    amounts.length > 0
      ? t("home.say.amounts", { amounts: formats.list(amounts) })
      : waiting > 0
        ? t("home.say.waiting", { count: waiting })
        : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t("home.say.clear") : parts.join(" ");
}
