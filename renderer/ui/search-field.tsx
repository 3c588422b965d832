import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { RefObject } from "react";
import { STARTS_HERE, useStartsHere } from "../lib/focus.ts";
import { Keys } from "../shortcuts/keys.tsx";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import classes from "./search-field.module.css";

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder: string;
  testId: string;
  className?: string | undefined;
  /** The keyboard begins here when the screen is opened. */
  starts?: boolean;
  text: string;
  onText: (text: string) => void;
  /** Arrow down or Enter leads from the field into what was found. */
  onGoOn: () => void;
}

/** The field that narrows a screen's list: Ctrl+F comes to it, Escape empties it. */
export function SearchField({
  field,
  label,
  placeholder,
  testId,
  className = "",
  starts = false,
  text,
  onText,
  onGoOn,
}: SearchFieldProps) {
  useStartsHere(field, starts);
  useShortcut({
    combo: "Mod+F",
    words: label,
    run: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return (
    <TextInput
      ref={field}
      {...(starts ? STARTS_HERE : {})}
      className={className}
      classNames={{ input: classes.input ?? "" }}
      aria-label={label}
      placeholder={placeholder}
      data-testid={testId}
      leftSection={<IconSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
      rightSection={<Keys combo="Mod+F" />}
      rightSectionWidth="5rem"
      rightSectionPointerEvents="none"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // A combination such as Ctrl+Enter is the screen's.
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape" && text !== "") onText("");
        else if (event.key === "ArrowDown" || event.key === "Enter") onGoOn();
        else return;
        event.preventDefault();
      }}
    />
  );
}
