import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Keys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
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
  const find = useRef(() => {
    field.current?.focus();
    field.current?.select();
  });
  useShortcut({ combo: "Mod+F", words: t("documents.search"), run: find.current });
  return (
    <div className={classes.tools}>
      <TextInput
        ref={field}
        className={classes.search ?? ""}
        aria-label={t("documents.search")}
        placeholder={t("documents.searchHint")}
        data-testid="documents-search"
        leftSection={<IconSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
        rightSection={<Keys combo="Mod+F" />}
        rightSectionWidth="5rem"
        rightSectionPointerEvents="none"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") onText("");
          else if (event.key === "ArrowDown" || event.key === "Enter") toList();
          else return;
          event.preventDefault();
        }}
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
