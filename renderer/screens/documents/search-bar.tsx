import { SegmentedControl } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../ui/search-field.tsx";
import classes from "./documents.module.css";
import type { KindFilter } from "./use-documents.ts";

const KINDS: readonly KindFilter[] = ["all", "purchaseReturn", "taxVoucher"];

interface SearchBarProps {
  text: string;
  onText: (text: string) => void;
  kind: KindFilter;
  onKind: (kind: KindFilter) => void;
  /** Arrow down or Enter leads from the field into the list. */
  toList: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** What the list is narrowed by. */
export function SearchBar({ text, onText, kind, onKind, toList, field }: SearchBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <SearchField
        field={field}
        label={t("documents.search")}
        placeholder={t("documents.searchHint")}
        testId="documents-search"
        className={classes.search}
        text={text}
        onText={onText}
        onGoOn={toList}
      />
      <SegmentedControl
        aria-label={t("documents.kinds.label")}
        value={kind}
        onChange={onKind}
        data={KINDS.map((value) => ({ value, label: t(`documents.kinds.${value}`) }))}
      />
    </div>
  );
}
