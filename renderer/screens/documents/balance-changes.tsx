import { Button } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { Fragment, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import { BalanceHistory } from "../../components/line-plot/balance-history.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import classes from "./balance-changes.module.css";
import type { DocumentDetail } from "./standing.ts";

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
    <Fragment>
      <tr>
        <th scope="row">
          {accountName === null ? null : <bdi>{accountName}</bdi>} <Code>{String(accountId)}</Code>
        </th>
        <td>
          {money(before)}
          <span className={classes.quiet}>
            {beforeAt === null ? t("documents.changes.neverHeard") : <bdi>{formats.dateTime(beforeAt)}</bdi>}
          </span>
        </td>
        <td>{money(after)}</td>
        <td>{money(difference)}</td>
        <td>
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
        </td>
      </tr>
      <tr id={id} hidden={!open}>
        <td colSpan={5} className={classes.plot}>
          {open ? (
            <BalanceHistory {...{ accountId, currencyId, name: accountName ?? String(accountId) }} />
          ) : null}
        </td>
      </tr>
    </Fragment>
  );
}

/** Each balance of the answer beside what this counter had last heard of it before. */
export function BalanceChanges({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  if (changes.length === 0) return null;
  return (
    <section
      className={classes.changes}
      aria-label={t("documents.changes.title")}
      data-testid="balance-changes"
    >
      <h3 className={classes.heading}>{t("documents.changes.title")}</h3>
      <p className={classes.quiet}>{t("documents.changes.text")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className={classes.scroll} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("documents.field.accountId")}</th>
              <th scope="col">{t("documents.changes.before")}</th>
              <th scope="col">{t("documents.changes.after")}</th>
              <th scope="col">{t("documents.changes.difference")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {changes.map((change, at) => (
              <ChangeRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an answer may tell of one balance twice, in its order
                key={at}
                change={change}
                open={open === at}
                onToggle={() => setOpen(open === at ? null : at)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
