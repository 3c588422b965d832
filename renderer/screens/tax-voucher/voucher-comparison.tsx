import { Autocomplete, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { IconArrowRight, IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { useFormats, useSettings } from "../../client/settings.ts";
import { Amount, useCurrencyDigits } from "../../features/amount.tsx";
import { useDigitsWarning } from "../../features/digits-warning.ts";
import { EntryStateBadge } from "../../features/entries.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { RecordName } from "../../features/record-picker/records.tsx";
import { type DraftReference, typedReferences } from "../../features/references/reference-rows.ts";
import { latinNumber, meaningOf } from "../../lib/text.ts";
import { StatusCode } from "../../ui/code.tsx";
import { LONGEST_NOTE_TYPED } from "../../ui/field.ts";
import { Scrolled } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./tax-voucher.module.css";
import {
  changedFields,
  isSameAmount,
  referencesChanged,
  type SaidVoucher,
  VOUCHER_FIELDS,
  type VoucherEdit,
  type VoucherField,
  type VoucherValues,
  type WaitingVoucher,
} from "./voucher-edit.ts";

interface VoucherFieldInputProps {
  field: VoucherField;
  value: string;
  /** The currency that is chosen beside it. */
  currencyId: string;
  error: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}

interface AmountInputProps extends Pick<TextInputProps, "aria-label" | "error" | "disabled"> {
  value: string;
  currencyId: string;
  onChange: (value: string) => void;
}

/** An amount as it is typed, and once it is left with separators; what may mean two amounts stays as it is. */
function AmountInput({ value, currencyId, onChange, ...input }: AmountInputProps) {
  const formats = useFormats();
  const digits = useCurrencyDigits(currencyId === "" ? null : currencyId);
  const warning = useDigitsWarning(currencyId === "" ? null : currencyId)(value, "typed");
  // "64000." on the way to 64000.5 is the amount that is known: the edit is dropped then, but not its point.
  const [typing, setTyping] = useState<string | null>(null);
  const typed = parseTypedDecimal(value);
  const left = typed.kind === "decimal" ? formats.decimal(typed.value, digits) : value;
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      dir="ltr"
      description={warning}
      inputWrapperOrder={["label", "input", "description", "error"]}
      classNames={{ description: "warn small above-4" }}
      value={typing === null ? left : isSameAmount(typing, value) ? typing : value}
      rightSection={<bdi className="note">{currencyId}</bdi>}
      rightSectionWidth="4rem"
      rightSectionPointerEvents="none"
      onFocus={({ currentTarget }) => {
        // The separators go at once and all is selected: what is typed next takes its place, as without them.
        flushSync(() => setTyping(value));
        currentTarget.select();
      }}
      onBlur={() => setTyping(null)}
      onChange={({ currentTarget }) => {
        setTyping(currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
}

/** The field of the last column in which one types. Its row names it. */
function VoucherFieldInput({ field, value, currencyId, error, disabled, onChange }: VoucherFieldInputProps) {
  const { t } = useTranslation();
  const meanings = useSettings().statusMeanings;
  const label = t(`field.${field}`);
  const common = { "aria-label": label, "data-testid": `voucher-${field}`, error, disabled };
  switch (field) {
    case "amount":
      return <AmountInput {...common} value={value} currencyId={currencyId} onChange={onChange} />;
    case "currencyId":
      return (
        <div data-testid="voucher-currencyId">
          <RecordPicker
            kind="currency"
            aria-label={label}
            value={value === "" ? null : value}
            error={error}
            disabled={disabled}
            onChange={(id) => onChange(id ?? "")}
          />
        </div>
      );
    case "note":
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={LONGEST_NOTE_TYPED}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "status":
      return (
        <>
          <Autocomplete
            {...common}
            inputMode="numeric"
            dir="ltr"
            value={value}
            data={Object.keys(meanings)}
            renderOption={({ option }) =>
              t("components.code.meaning", {
                code: option.value,
                meaning: meaningOf(meanings, option.value) ?? "",
              })
            }
            onChange={(typed) => onChange(latinNumber(typed))}
          />
          <span className="note block above-4">
            {value === "" ? null : (meaningOf(meanings, latinNumber(value)) ?? t("taxVoucher.noMeaning"))}
          </span>
        </>
      );
  }
}

interface VoucherComparisonProps {
  said: SaidVoucher | null;
  waiting: WaitingVoucher | null;
  open: number;
  edit: VoucherEdit;
  problems: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange: (field: VoucherField, value: string) => void;
}

const NO_CHANGES: ReadonlySet<VoucherField> = new Set();

function Shown({ field, values }: { field: VoucherField; values: VoucherValues }): ReactNode {
  const value = values[field];
  if (value === null || value === "") return "—";
  switch (field) {
    case "amount":
      return <Amount value={value} currencyId={values.currencyId} />;
    case "currencyId":
      return <RecordName kind="currency" id={value} />;
    case "note":
      return (
        <Scrolled tag="div" dir="auto" className={`${classes.note} as-typed scroll-y`}>
          {value}
        </Scrolled>
      );
    case "status":
      return <StatusCode status={value} />;
  }
}

const MOST_NAMED = 4;

/** The papers by their names, the first few of many. */
function ReferenceNames({ rows }: { rows: readonly DraftReference[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (rows.length === 0) return t("taxVoucher.noReferences");
  const named = rows.slice(0, MOST_NAMED).map(({ reference }) => `\u2068${reference || "—"}\u2069`);
  return (
    <>
      {formats.list(named)}
      {rows.length > MOST_NAMED ? (
        <span className={classes.aside}>{t("taxVoucher.referencesInAll", { count: rows.length })}</span>
      ) : null}
    </>
  );
}

interface ChangedProps {
  field?: VoucherField;
  before?: VoucherValues | undefined;
  now?: VoucherValues;
}

/** Says that a field differs from the column before it; a figure from what and to what. */
function Changed({ field, before, now }: ChangedProps) {
  const { t } = useTranslation();
  const isCompared = field !== undefined && field !== "note" && before != null && now !== undefined;
  return (
    <span className="accent small semi row gap-4 above-4">
      <IconPencil size="1rem" stroke={1.8} aria-hidden="true" /> {t("taxVoucher.changed")}
      {isCompared ? (
        <span
          className={`${classes.oldNew} ink regular inline gap-4`}
          data-testid={`voucher-change-${field}`}
        >
          <Value field={field} values={before} />
          <IconArrowRight
            size="1rem"
            stroke={1.8}
            aria-label={t("taxVoucher.becomes")}
            className="mirrored"
          />
          <Value field={field} values={now} />
        </span>
      ) : null}
    </span>
  );
}

/** A figure on one line: an amount with its currency, anything else as its code. */
function Value({ field, values }: { field: VoucherField; values: VoucherValues }): ReactNode {
  const value = values[field] ?? "";
  const typed = parseTypedDecimal(value);
  if (field === "amount" && typed.kind === "decimal")
    return <Amount value={typed.value} currencyId={values.currencyId} />;
  return <bdi>{value === "" ? "—" : value}</bdi>;
}

/** What is known, what waits where something does, and what is typed, side by side, and every difference from one to the next marked by a word. */
export function VoucherComparison({
  said,
  waiting,
  open,
  edit,
  problems,
  disabled,
  onChange,
}: VoucherComparisonProps) {
  const { t } = useTranslation();
  // Where nothing is known, nothing can be called changed.
  const marked = (before: VoucherValues | undefined, now: VoucherValues | undefined) =>
    before === undefined || now === undefined ? NO_CHANGES : changedFields(before, now);
  const waitingChanges = marked(said?.values, waiting?.values);
  const papersChanged = waiting !== null && referencesChanged(waiting, edit);
  const editChanges = marked(waiting?.values ?? said?.values, edit);
  return (
    <table className={`${classes.table} w-full`}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            {t("taxVoucher.column.said")}
            <span className={classes.aside}>
              {said === null ? null : (
                <>
                  {t(`taxVoucher.source.${said.source}`)} <TimeAgo at={said.at} />
                </>
              )}
            </span>
          </th>
          {waiting === null ? null : (
            <th scope="col">
              {t("taxVoucher.column.waiting")}
              <span className={classes.aside}>
                <EntryStateBadge entryId={waiting.entryId} />
                {open > 1 ? <span>{t("taxVoucher.open", { count: open })}</span> : null}
              </span>
            </th>
          )}
          <th scope="col" className={classes.editColumn}>
            {t("taxVoucher.column.edit")}
            <span className={classes.aside}>
              {edit.corrects === null ? null : t("taxVoucher.correcting")}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {VOUCHER_FIELDS.map((field, index) => (
          <tr key={field}>
            <th scope="row">{t(`field.${field}`)}</th>
            {said === null ? (
              index === 0 ? (
                <td rowSpan={VOUCHER_FIELDS.length + 1} className={classes.nothing}>
                  {t("taxVoucher.nothingSaid")}
                </td>
              ) : null
            ) : (
              <td data-testid={`voucher-said-${field}`}>
                <Shown field={field} values={said.values} />
              </td>
            )}
            {waiting === null ? null : (
              <td data-changed={waitingChanges.has(field)} data-testid={`voucher-waiting-${field}`}>
                <Shown field={field} values={waiting.values} />
                {waitingChanges.has(field) ? (
                  <Changed field={field} before={said?.values} now={waiting.values} />
                ) : null}
              </td>
            )}
            <td data-changed={editChanges.has(field)}>
              <VoucherFieldInput
                field={field}
                value={edit[field]}
                currencyId={edit.currencyId}
                error={problems[field] ?? null}
                disabled={disabled}
                onChange={(value) => onChange(field, value)}
              />
              {editChanges.has(field) ? (
                <Changed field={field} before={waiting?.values ?? said?.values} now={edit} />
              ) : null}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t("field.references")}</th>
          {said === null ? null : <td className={classes.nothing}>{t("taxVoucher.referencesNotSaid")}</td>}
          {waiting === null ? null : (
            <td data-testid="voucher-waiting-references">
              <ReferenceNames rows={waiting.references} />
            </td>
          )}
          <td data-changed={papersChanged}>
            <ReferenceNames rows={typedReferences(edit.references)} />
            {papersChanged ? <Changed /> : null}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
