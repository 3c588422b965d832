import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MOST_WINDOW_DAYS } from "../../../contract/channels/purchases.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { RecordName } from "../../features/record-picker/records.tsx";
import { TypeField } from "../../features/references/type-field.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { isCode, latinNumber } from "../../lib/text.ts";
import { NotConnected } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/page.tsx";
import { KeptRow } from "./parts.tsx";
import classes from "./settings.module.css";

/** Null where the text is none, or more than may be set. */
function daysIn(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
  return days === null || days > MOST_WINDOW_DAYS ? null : days;
}

interface DaysFieldProps {
  label: ReactNode;
  value: string;
  onValue: (value: string) => void;
  /** What was typed is no number of days. */
  wrong: boolean;
  ref?: React.Ref<HTMLInputElement>;
}

function DaysField({ label, value, onValue, wrong, ref }: DaysFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref}
      label={label}
      value={value}
      inputMode="numeric"
      error={wrong ? t("settings.expiring.wrong", { most: MOST_WINDOW_DAYS }) : null}
      onChange={(event) => onValue(latinNumber(event.currentTarget.value))}
    />
  );
}

/** How many days before its expiry a batch is shown: for every supplier, and those with days of their own. */
export function ReturnWindowsPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const connected = useChannel("connection.get", {}).data !== null;
  const kept = useChannel("returnWindows.get", {}, { enabled: connected });
  const set = useSend("returnWindows.set", {
    onSuccess: (value) => {
      client.setQueryData(channelKey("returnWindows.get", {}), value);
      void client.invalidateQueries({ queryKey: channelKey("expiry.totals") });
    },
  });
  /** null: as it is kept. */
  const [everyone, setEveryone] = useState<string | null>(null);
  const [supplier, setSupplier] = useState<string | null>(null);
  const [days, setDays] = useState("");
  const [left, setLeft] = useState<"everyone" | "supplier" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Leaving sends nothing twice: the PIN's question takes the focus away too.
  const sentLast = useRef("");
  const suppliers = kept.data?.suppliers ?? [];

  const send = (accountId: string | null, typed: number, taken: () => void) => {
    const row = `${accountId} ${typed}`;
    if (sentLast.current === row) return;
    sentLast.current = row;
    set.mutate(
      { accountId, days: typed },
      {
        onSuccess: taken,
        onSettled: () => {
          sentLast.current = "";
        },
      },
    );
  };
  const saveEveryone = () => {
    setLeft("everyone");
    const typed = daysIn(everyone ?? "");
    if (everyone === null || typed === null) return;
    if (typed === kept.data?.everyone) setEveryone(null);
    else send(null, typed, () => setEveryone((now) => (now === everyone ? null : now)));
  };
  const saveSupplier = () => {
    setLeft("supplier");
    const typed = daysIn(days);
    if (supplier === null || typed === null) return;
    send(supplier, typed, () => {
      // Another may have been begun meanwhile.
      setSupplier((now) => (now === supplier ? null : now));
      setDays((now) => (now === days ? "" : now));
    });
  };
  if (!connected) return <NotConnected />;
  return (
    <Panel title={t("nav.screen.expiring")}>
      <div className={classes.stack}>
        <p className={classes.hint}>
          {t("settings.expiring.text")} <HelpLink page="expiring" />
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            saveEveryone();
          }}
          onBlur={saveEveryone}
        >
          <DaysField
            label={<SettingName of="settings.expiring.everyone" />}
            value={everyone ?? String(kept.data?.everyone ?? "")}
            onValue={(typed) => {
              setLeft(null);
              setEveryone(typed);
            }}
            wrong={left === "everyone" && everyone !== null && daysIn(everyone) === null}
          />
        </form>
        <h3 className={`${classes.label} medium`}>
          <SettingName of="settings.expiring.own" />
        </h3>
        {suppliers.length === 0 ? (
          <p className={classes.hint}>{t("settings.codes.none")}</p>
        ) : (
          <ul className={`${classes.codes} bare`}>
            {suppliers.map(({ accountId, days: own }) => (
              <KeptRow
                key={accountId}
                edit={{
                  label: t("settings.expiring.edit", { id: accountId }),
                  run: () => {
                    setSupplier(String(accountId));
                    setDays(String(own));
                    setLeft(null);
                    field.current?.focus();
                  },
                }}
                remove={{
                  label: t("settings.expiring.remove", { id: accountId }),
                  run: () => set.mutate({ accountId, days: null }),
                }}
              >
                <span className="breaks grow min-w-0">
                  <RecordName kind="supplier" id={accountId} />
                </span>
                <span>{t("settings.expiring.days", { count: own })}</span>
              </KeptRow>
            ))}
          </ul>
        )}
        <form
          className={`${classes.ownDays} grid top gap-12`}
          onSubmit={(event) => {
            event.preventDefault();
            saveSupplier();
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && days !== "") saveSupplier();
          }}
        >
          <RecordPicker
            kind="supplier"
            label={t("field.supplierAccountId")}
            value={supplier}
            onChange={setSupplier}
            onChosen={() => field.current?.focus()}
          />
          <DaysField
            ref={field}
            label={t("settings.expiring.ownDays")}
            value={days}
            onValue={(typed) => {
              setLeft(null);
              setDays(typed);
            }}
            wrong={left === "supplier" && daysIn(days) === null}
          />
        </form>
        <ErrorPanel error={kept.error ?? set.error} />
      </div>
    </Panel>
  );
}

interface PurchaseReferencePanelProps {
  /** Null: a purchase's number is not added to the references. */
  type: string | null;
  onChange: (type: string | null) => void;
}

/** Whether a return from a purchase names it in its document references, and by which type. */
export function PurchaseReferencePanel({ type, onChange }: PurchaseReferencePanelProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? type ?? "";
  const isWrong = value !== "" && !isCode(value);
  const save = () => {
    if (isWrong) return;
    setTyped(null);
    if (value !== (type ?? "")) onChange(value === "" ? null : value);
  };
  return (
    <Panel title={<SettingName of="settings.codes.purchaseTitle" />}>
      <p className={classes.hint}>{t("settings.codes.purchaseText")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) save();
        }}
      >
        <TypeField
          value={value}
          disabled={false}
          error={isWrong ? t("errors.reason.not_an_integer") : null}
          testId="purchase-reference-type"
          onChange={setTyped}
        />
      </form>
    </Panel>
  );
}
