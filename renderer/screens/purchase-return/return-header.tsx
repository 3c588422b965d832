import { CloseButton, Textarea, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { memo, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { Amount } from "../../features/amount.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { DocumentReferences } from "../../features/references/document-references.tsx";
import {
  focusReference,
  typedReferences,
  withNewReference,
} from "../../features/references/reference-rows.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { LONGEST_NOTE_TYPED } from "../../ui/field.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { HEADER_FIELDS, type HeaderField, type ReturnFrame } from "./draft/draft.ts";
import { useReprice } from "./finder/use-goods.ts";
import { useForm, useProblemWords } from "./form-context.ts";
import classes from "./return-form.module.css";
import { activeNote, changeDraft, useFrame, useProblems, useReturns } from "./returns-store.ts";

/** A supplier's balance by the service's last answer; keeps its line where nothing is known, so nothing jumps. */
export const SupplierBalance = memo(function SupplierBalance({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const isShown = useMay("costs") === "allowed";
  const asks = { enabled: accountId !== "" && isShown };
  const answer = useChannel("mirror.balances", { accountId }, asks).data;
  const rows = accountId === "" ? [] : (answer?.rows ?? []);
  return (
    <p className={`${classes.balance} if-any note wrap at-end`}>
      {isShown ? null : t("approval.noCosts")}
      {accountId !== "" && answer !== undefined && rows.length === 0
        ? t("purchaseReturn.header.noBalance")
        : null}
      {rows.map((row) => (
        <span key={row.currencyId} className="nowrap">
          {t("purchaseReturn.header.balance")} <Amount value={row.amount} currencyId={row.currencyId} />{" "}
          <TimeAgo at={row.updatedAt} />
        </span>
      ))}
    </p>
  );
});

type SoleField = "storeId" | "currencyId";

/** The only live record of its kind; null where there are none or several. */
function useSole(kind: "store" | "currency", enabled: boolean): string | null {
  const rows =
    useChannel("mirror.search", { kind, text: "", limit: 2, deleted: false }, { enabled }).data?.rows ?? [];
  const [only, more] = rows;
  return only === undefined || more !== undefined || !("id" in only) ? null : String(only.id);
}

/** The currency of the supplier's newest known purchase; null for none. */
function useBoughtIn(supplierAccountId: string, enabled: boolean): string | null {
  const asked = { supplierAccountId, limit: 1 };
  const isAsked = enabled && supplierAccountId !== "";
  const { data } = useChannel("purchases.search", asked, { enabled: isAsked });
  return isAsked ? (data?.purchases[0]?.currencyId ?? null) : null;
}

/** Something is typed into the field that is not chosen yet. */
const isTypedInto = (field: SoleField): boolean => {
  const input = document.activeElement?.closest(`[data-testid="header-${field}"]`)?.querySelector("input");
  return input != null && input.value !== "";
};

/**
 * A shop with one store, or one currency, is not asked for it, nor for the currency that the supplier's last purchase
 * was in: filled in once for each return. What is cleared by hand stays empty. Answers what still is as it was filled in.
 */
function useSuggested(
  draft: ReturnFrame,
  fill: (field: SoleField, id: string) => void,
): (field: HeaderField) => boolean {
  const store = useSole("store", draft.storeId === "");
  const currency = useSole("currency", draft.currencyId === "");
  const bought = useBoughtIn(draft.supplierAccountId, draft.currencyId === "");
  const done = useRef(new Set<SoleField>());
  const [suggested, setSuggested] = useState<Partial<Record<HeaderField, string>>>({});
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    const found = { storeId: store, currencyId: currency ?? bought };
    for (const field of ["storeId", "currencyId"] as const) {
      const id = found[field];
      if (draft[field] !== "") done.current.add(field);
      if (id === null || done.current.has(field) || isTypedInto(field)) continue;
      done.current.add(field);
      latest.current(field, id);
      setSuggested((before) => ({ ...before, [field]: id }));
    }
  }, [draft, store, currency, bought]);
  return (field) => draft[field] !== "" && suggested[field] === draft[field];
}

const KINDS = {
  supplierAccountId: "supplier",
  cashOrBankAccountId: "cashOrBank",
  storeId: "store",
  currencyId: "currency",
} as const satisfies Record<HeaderField, string>;

/** Drawn again with every key of the note; the fields above it are not. */
function NoteField({ error }: { error: string | null }) {
  const { t } = useTranslation();
  const { draftId, disabled } = useForm();
  return (
    <Textarea
      label={t("field.note")}
      autosize
      minRows={1}
      maxRows={4}
      maxLength={LONGEST_NOTE_TYPED}
      dir="auto"
      data-testid="header-note"
      value={useReturns(activeNote)}
      disabled={disabled}
      error={error}
      onChange={(event) =>
        changeDraft(draftId, { type: "header", field: "note", value: event.currentTarget.value })
      }
    />
  );
}

/**
 * Whose goods go back, from where, and into which money; the note and the papers below, when needed. Typing in the lines
 * draws none of it again.
 */
export function ReturnHeader() {
  const { t } = useTranslation();
  const words = useProblemWords();
  const { disabled, scan } = useForm();
  const draft = useFrame();
  const { draftId } = draft;
  const problems = useProblems(draftId);
  const reprice = useReprice();
  const moreId = useId();
  const references = typedReferences(draft.references);
  const wrong = problems.header.note !== undefined || Object.keys(problems.references).length > 0;
  const [opened, setOpened] = useState(false);
  const open = opened || wrong;
  const noted = useReturns((state) => activeNote(state).trim() !== "");
  // Its words are shown only where they are not typed.
  const note = useReturns((state) => (open ? "" : activeNote(state).trim()));
  const summary = [
    note === "" ? null : note,
    references.length === 0 ? null : t("purchaseReturn.header.references", { count: references.length }),
  ].filter((part) => part !== null);

  const change = (field: HeaderField, value: string) => {
    changeDraft(draftId, { type: "header", field, value });
    if (field === "storeId" || field === "currencyId")
      reprice({ storeId: draft.storeId, currencyId: draft.currencyId, [field]: value });
  };
  const isSuggested = useSuggested(draft, change);
  const section = useRef<HTMLElement>(null);
  const goOn = (chosen: HeaderField) => {
    // Only onwards: what was chosen before may still be on its way.
    const empty = HEADER_FIELDS.slice(HEADER_FIELDS.indexOf(chosen) + 1).find((field) => draft[field] === "");
    if (empty === undefined) scan.current?.focus();
    else section.current?.querySelector<HTMLElement>(`[data-testid="header-${empty}"] input`)?.focus();
  };
  const leave = () => {
    setOpened(false);
    scan.current?.focus();
  };
  const addReference = () => {
    setOpened(true);
    changeDraft(draftId, { type: "references", references: withNewReference(draft.references) });
    focusReference(() => section.current, draft.references.length);
  };
  useShortcut({
    combo: "Alt+R",
    words: t("purchaseReturn.shortcut.addReference"),
    enabled: !disabled,
    run: addReference,
  });
  return (
    <section
      ref={section}
      className="grid gap-4 min-w-0 relative"
      aria-label={t("purchaseReturn.header.label")}
      data-testid="return-header"
      onBlur={({ relatedTarget, currentTarget }) => {
        // Going on with the lines is being done with the note. A dialog is no going on.
        if (relatedTarget?.closest("main") != null && !currentTarget.contains(relatedTarget))
          setOpened(false);
      }}
    >
      <div
        className={`${classes.fields} grid top gap-8`}
        data-complete={HEADER_FIELDS.every((field) => draft[field] !== "")}
      >
        {HEADER_FIELDS.map((field) => (
          <div key={field} data-testid={`header-${field}`} data-filled={draft[field] !== ""}>
            <RecordPicker
              kind={KINDS[field]}
              label={
                isSuggested(field)
                  ? t("purchaseReturn.header.suggested", { field: t(`field.${field}`) })
                  : t(`field.${field}`)
              }
              value={draft[field] === "" ? null : draft[field]}
              disabled={disabled}
              error={words(problems.header[field])}
              onChange={(id) => change(field, id ?? "")}
              onChosen={() => goOn(field)}
            />
          </div>
        ))}
        <UnstyledButton
          className={classes.more}
          aria-expanded={open}
          aria-controls={moreId}
          data-testid="header-more"
          onClick={() => {
            setOpened(!open);
            if (!open)
              focusOnceDrawn(() =>
                section.current?.querySelector<HTMLElement>('[data-testid="header-note"]'),
              );
          }}
        >
          {open ? (
            <IconChevronUp size="1rem" aria-hidden="true" />
          ) : (
            <IconChevronDown size="1rem" aria-hidden="true" />
          )}
          {open || summary.length === 0 ? null : (
            <VisuallyHidden>{t("purchaseReturn.header.more")}</VisuallyHidden>
          )}
          <span
            className={`${classes.summary} nowrap cut`}
            dir="auto"
            data-filled={noted || references.length > 0}
          >
            {open || summary.length === 0 ? t("purchaseReturn.header.moreShort") : summary.join(" · ")}
          </span>
        </UnstyledButton>
      </div>
      {open ? (
        <section
          id={moreId}
          className={classes.drawer}
          aria-label={t("purchaseReturn.header.more")}
          data-testid="header-drawer"
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.defaultPrevented) return;
            event.preventDefault();
            leave();
          }}
        >
          <div className="line between gap-8">
            <strong>{t("purchaseReturn.header.more")}</strong>
            <CloseButton size="lg" aria-label={t("action.close")} disabled={wrong} onClick={leave} />
          </div>
          <NoteField error={words(problems.header.note)} />
          <DocumentReferences
            rows={draft.references}
            disabled={disabled}
            onChange={(rows) => changeDraft(draftId, { type: "references", references: rows })}
            problemOf={(row, field) => {
              const index = references.findIndex(({ key }) => key === row.key);
              return words(problems.references[`${index}.${field}`]);
            }}
          />
        </section>
      ) : null}
    </section>
  );
}
