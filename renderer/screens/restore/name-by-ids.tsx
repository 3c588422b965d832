import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import classes from "./restore.module.css";
import { type RestoreKind, rateItem, recordItem } from "./restore-plan.ts";
import { chooseItem } from "./restore-store.ts";

/** Names a record that this counter doesn't list: by its id, or a rate by its two currencies. */
export function NameByIds({ kind }: { kind: RestoreKind }) {
  const { t } = useTranslation();
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  const ready = first !== null && (kind !== "exchangeRate" || second !== null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (first === null) return;
    if (kind !== "exchangeRate") chooseItem(recordItem(kind, first, null));
    else if (second === null) return;
    else chooseItem(rateItem(first, second));
    setFirst(null);
    setSecond(null);
  };
  return (
    <form className={classes.byIds} onSubmit={add} aria-label={t("restore.name.title")}>
      <span className={classes.byIdsTitle}>{t("restore.name.title")}</span>
      {kind === "exchangeRate" ? (
        <>
          <div data-testid="restore-from">
            <RecordPicker kind="currency" label={t("restore.name.from")} value={first} onChange={setFirst} />
          </div>
          <div data-testid="restore-to">
            <RecordPicker kind="currency" label={t("restore.name.to")} value={second} onChange={setSecond} />
          </div>
        </>
      ) : (
        <div data-testid="restore-id">
          <RecordPicker kind={kind} label={t(`restore.name.${kind}`)} value={first} onChange={setFirst} />
        </div>
      )}
      <Button
        type="submit"
        variant="default"
        disabled={!ready}
        data-testid="restore-add"
        leftSection={<IconPlus size="1rem" stroke={1.8} />}
      >
        {t("restore.name.add")}
      </Button>
    </form>
  );
}
