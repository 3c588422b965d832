import { Textarea, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DocumentReferences } from "../../components/document-references/document-references.tsx";
import { typedReferences } from "../../components/document-references/reference-rows.ts";
import { RecordPicker } from "../../components/record-picker/record-picker.tsx";
import { HEADER_FIELDS, type HeaderField, type ReturnDraft } from "./draft.ts";
import type { Problems } from "./problems.ts";
import classes from "./return-header.module.css";
import { changeDraft } from "./returns-store.ts";
import { SupplierBalance } from "./supplier-balance.tsx";
import { useProblemWords } from "./use-problem-words.ts";

const KINDS = {
  supplierAccountId: "supplier",
  cashOrBankAccountId: "cashOrBank",
  storeId: "store",
  currencyId: "currency",
} as const satisfies Record<HeaderField, string>;

interface ReturnHeaderProps {
  draft: ReturnDraft;
  problems: Problems;
  disabled: boolean;
  /** The store or the currency is another: prices that nobody typed may be others too. */
  onPlaceChanged: (place: { storeId: string; currencyId: string }) => void;
}

/** Whose goods go back, from where, and into which money; the note and the papers below, when needed. */
export function ReturnHeader({ draft, problems, disabled, onPlaceChanged }: ReturnHeaderProps) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const { draftId } = draft;
  const moreId = useId();
  const references = typedReferences(draft.references);
  const wrong = problems.header.note !== undefined || Object.keys(problems.references).length > 0;
  const [opened, setOpened] = useState(false);
  const open = opened || wrong;
  const summary = [
    draft.note.trim() === "" ? null : draft.note.trim(),
    references.length === 0 ? null : t("purchaseReturn.header.references", { count: references.length }),
  ].filter((part) => part !== null);

  const change = (field: HeaderField, value: string) => {
    changeDraft(draftId, { type: "header", field, value });
    if (field === "storeId" || field === "currencyId")
      onPlaceChanged({ storeId: draft.storeId, currencyId: draft.currencyId, [field]: value });
  };
  return (
    <section className={classes.header} aria-label={t("purchaseReturn.header.label")}>
      <div className={classes.fields}>
        {HEADER_FIELDS.map((field) => (
          <div key={field} data-testid={`header-${field}`}>
            <RecordPicker
              kind={KINDS[field]}
              label={t(`purchaseReturn.header.${field}`)}
              value={draft[field] === "" ? null : draft[field]}
              disabled={disabled}
              error={words(problems.header[field])}
              onChange={(id) => change(field, id ?? "")}
            />
          </div>
        ))}
      </div>
      <div className={classes.below}>
        <UnstyledButton
          className={classes.more ?? ""}
          aria-expanded={open}
          aria-controls={moreId}
          data-testid="header-more"
          onClick={() => setOpened(!open)}
        >
          {open ? (
            <IconChevronUp size="1rem" aria-hidden="true" />
          ) : (
            <IconChevronDown size="1rem" aria-hidden="true" />
          )}
          <span>{t("purchaseReturn.header.more")}</span>
          <span className={classes.summary} dir="auto">
            {open ? null : summary.join(" · ")}
          </span>
        </UnstyledButton>
        <SupplierBalance accountId={draft.supplierAccountId} />
      </div>
      {open ? (
        <div id={moreId} className={classes.moreFields}>
          <Textarea
            label={t("purchaseReturn.header.note")}
            autosize
            minRows={1}
            maxRows={4}
            dir="auto"
            data-testid="header-note"
            value={draft.note}
            disabled={disabled}
            error={words(problems.header.note)}
            onChange={(event) =>
              changeDraft(draftId, { type: "header", field: "note", value: event.currentTarget.value })
            }
          />
          <DocumentReferences
            rows={draft.references}
            disabled={disabled}
            onChange={(rows) => changeDraft(draftId, { type: "references", references: rows })}
            problemOf={(row, field) => {
              const index = references.findIndex(({ key }) => key === row.key);
              return words(problems.references[`${index}.${field}`]);
            }}
          />
        </div>
      ) : null}
    </section>
  );
}
