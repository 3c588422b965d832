import { Button } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/settings.ts";
import { Amount } from "../../features/amount.tsx";
import { BalanceHistory } from "../../features/balance-history.tsx";
import { Code } from "../../ui/code.tsx";
import classes from "./document-detail.module.css";
import type { DocumentDetail } from "./document-status.tsx";

type Change = DocumentDetail["balanceChanges"][number];

interface ChangeRowProps {
  change: Change;
  open: boolean;
  onToggle: () => void;
}

function ChangeRow({ change, open, onToggle }: ChangeRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const { accountId, accountName, currencyId, before, beforeAt, after, difference } = change;
  const money = (value: string | null) => (
    <Amount value={value} currencyId={value === null ? null : currencyId} />
  );
  return (
    <li className={`${classes.change} pad-y-8 line-above`}>
      <p className="before-4 semi">
        {accountName === null ? null : <bdi>{accountName}</bdi>} <Code>{String(accountId)}</Code>
      </p>
      <dl className={`${classes.balances} wrap gap-8-32`}>
        <div>
          <dt>{t("documents.changes.before")}</dt>
          <dd>{money(before)}</dd>
          <dd className="note block">
            {beforeAt === null ? t("documents.changes.noneBefore") : <bdi>{formats.dateTime(beforeAt)}</bdi>}
          </dd>
        </div>
        <div>
          <dt>{t("documents.changes.after")}</dt>
          <dd>{money(after)}</dd>
        </div>
        <div>
          <dt>{t("field.difference")}</dt>
          <dd>{money(difference)}</dd>
        </div>
      </dl>
      <Button
        variant="subtle"
        aria-expanded={open}
        aria-controls={id}
        data-testid="balance-over-time"
        leftSection={<IconChartLine size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={onToggle}
      >
        {t("documents.changes.overTime")}
      </Button>
      <div id={id} hidden={!open}>
        {open ? (
          <BalanceHistory
            accountId={accountId}
            currencyId={currencyId}
            name={accountName ?? String(accountId)}
          />
        ) : null}
      </div>
    </li>
  );
}

/** Each balance of the answer beside what this counter last knew of it before. */
export function BalanceChanges({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  if (changes.length === 0) return null;
  return (
    <section className="min-w-0" aria-label={t("documents.changes.title")} data-testid="balance-changes">
      <h3 className="before-6 text strong">{t("documents.changes.title")}</h3>
      <p className="before-6 note block">{t("documents.changes.text")}</p>
      <ul className="list">
        {changes.map((change, at) => (
          <ChangeRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer may name one balance twice, in its order
            key={at}
            change={change}
            open={open === at}
            onToggle={() => setOpen(open === at ? null : at)}
          />
        ))}
      </ul>
    </section>
  );
}
