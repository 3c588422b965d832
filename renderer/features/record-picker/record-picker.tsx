import { ActionIcon, Combobox, InputBase, type InputBaseProps, useCombobox } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ownNameFirst } from "../../lib/text.ts";
import { matchesCombo } from "../../shortcuts/keys.tsx";
import { useOwnState } from "../../ui/field.ts";
import { Name } from "../../ui/name.tsx";
import classes from "./record-picker.module.css";
import {
  type PickerKind,
  type RecordOption,
  type RecordOptions,
  useRecordName,
  useRecordOptions,
} from "./records.tsx";

function Choice({ option }: { option: RecordOption }) {
  const { t } = useTranslation();
  return (
    <Combobox.Option value={option.id} className={classes.option}>
      <span className="grow min-w-0">
        <Name>{option.name}</Name>
      </span>
      {option.type === null ? null : (
        <span className="note">{t(`components.picker.type.${option.type}`)}</span>
      )}
      {option.deleted ? <span className="note">{t("state.deleted")}</span> : null}
      <bdi dir="ltr" className="note mono">
        {option.id}
      </bdi>
    </Combobox.Option>
  );
}

/** The list below a picker: what fits, what else there is, and the typed id itself. */
function RecordChoices({ options, typed }: { options: RecordOptions; typed: string }) {
  const { t } = useTranslation();
  const { fitting, others, freeId, searching } = options;
  const nothing = fitting.length + others.length === 0;
  return (
    <Combobox.Options mah="20rem" className="scroll-y">
      {fitting.map((option) => (
        <Choice key={option.id} option={option} />
      ))}
      {others.length === 0 ? null : (
        <Combobox.Group label={t("components.picker.others")}>
          {others.map((option) => (
            <Choice key={option.id} option={option} />
          ))}
        </Combobox.Group>
      )}
      {freeId === null ? null : (
        <Combobox.Option value={freeId} className={classes.option}>
          <span className="grow min-w-0">{t("components.picker.useId", { id: freeId })}</span>
          <span className="note">{t("components.picker.notInReferenceData")}</span>
        </Combobox.Option>
      )}
      {nothing && freeId === null ? (
        <Combobox.Empty>
          {searching
            ? t("state.searching")
            : t(typed.trim() === "" ? "components.picker.nothingMirrored" : "components.picker.nothing")}
        </Combobox.Empty>
      ) : null}
    </Combobox.Options>
  );
}

interface RecordPickerProps
  extends Pick<InputBaseProps, "label" | "description" | "error" | "disabled" | "required"> {
  kind: PickerKind;
  /** The chosen id as text (it may be longer than a number holds), or null. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Enter or a click decided; what is only left behind is not chosen. The keyboard returns where nothing was found. */
  onChosen?: () => void;
  onBlur?: () => void;
  /** Deleted records are offered too: where one of them is looked for. */
  withDeleted?: boolean;
  autoFocus?: boolean;
  /** For cells of a grid that have no label of their own. */
  "aria-label"?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Finds a record of the mirror by name, id or barcode; an id may be used as typed where nothing is mirrored.
 * Enter takes the marked choice, Escape puts back what was chosen before.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { kind, value, onChange, onChosen, onBlur, withDeleted = false, ref, ...input } = props;
  const { t, i18n } = useTranslation();
  /** null: not being typed in; the field shows the chosen record. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Enter was pressed before the choices for what is typed were there. */
  const [enterWaits, setEnterWaits] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(field, ref);
  /** The screen's main action was asked for while what is typed means no record yet. */
  const [unsettled, setUnsettled] = useState(false);
  const [opened, setOpened] = useState(false);
  const combobox = useCombobox({
    opened,
    onOpenedChange: setOpened,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const options = useRecordOptions(kind, typed ?? "", {
    enabled: combobox.dropdownOpened || enterWaits,
    withDeleted,
  });
  const name = useRecordName(kind, value);
  const marked = useRef<string | null>(null);
  /** The option to mark again, once the list it stood in is there again. */
  const markAgain = useRef<number | null>(null);
  const chosen = name === null ? (value ?? "") : ownNameFirst(name, i18n.language);
  const isTyped = typed !== null && typed.trim() !== "";
  // The id is in the list, and here for the pointer. The name is isolated, or an Arabic one would draw the id into itself.
  const whole = name === null ? chosen : `\u2068${name}\u2069  ·  ${value}`;

  useOwnState(field, () => {
    const [wasMarked, wasAt] = [marked.current, combobox.getSelectedOptionIndex()];
    return () => {
      setTyped(typed);
      setEnterWaits(enterWaits);
      setUnsettled(unsettled);
      setOpened(opened);
      marked.current = wasMarked;
      combobox.resetSelectedOption();
      markAgain.current = opened ? wasAt : null;
    };
  });
  const take = (id: string | null) => {
    setEnterWaits(false);
    setUnsettled(false);
    onChange(id);
    setTyped(null);
    combobox.closeDropdown();
  };
  const choose = (id: string) => {
    take(id);
    onChosen?.();
  };
  // Enter is the decision, also before the answer is there: the next letters belong to the next field.
  const latest = useRef(onChosen);
  latest.current = onChosen;
  useEffect(() => {
    if (enterWaits) latest.current?.();
  }, [enterWaits]);
  // The list may still be that of fewer letters. What is marked, and what Enter takes, is of the whole word:
  // a scanner, or a quick hand, is done before the answer is.
  const { searching, fitting, others, freeId } = options;
  const first = fitting[0]?.id ?? others[0]?.id ?? freeId;
  const unsettledWords = t(
    first === null && !searching ? "components.picker.unsettledNothing" : "components.picker.unsettled",
  );
  useEffect(() => {
    if (markAgain.current !== null && !searching && first !== null) {
      const at = markAgain.current;
      markAgain.current = null;
      if (at !== -1) combobox.selectOption(at);
      return;
    }
    // Nothing is marked that nobody typed for: all there is, is in the list then.
    const settled = isTyped && !searching ? `${typed} ${first}` : null;
    // Asked once more for the same word, the answer is the same: an Enter that waits for it is not forgotten.
    if (settled === null || (settled === marked.current && !enterWaits)) return;
    marked.current = settled;
    if (!enterWaits) combobox.selectFirstOption();
    else if (first !== null) take(first);
    else {
      setEnterWaits(false);
      if (onChosen !== undefined) field.current?.focus();
    }
  });
  const leave = () => {
    onBlur?.();
    // Decided already: the choice comes when the answer does.
    if (enterWaits) return;
    // What can only mean one thing is taken; anything else is put back, never guessed.
    if (isTyped && options.freeId !== null && options.fitting.length === 0) take(options.freeId);
    setTyped(null);
    setUnsettled(false);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <InputBase
          {...input}
          ref={merged}
          value={typed ?? chosen}
          error={unsettled ? unsettledWords : input.error}
          {...(unsettled ? { errorProps: { role: "alert" } } : {})}
          title={typed === null ? whole : ""}
          classNames={{ input: classes.input ?? "" }}
          dir={typed === null && name === null ? undefined : "auto"}
          placeholder={t(kind === "product" ? "components.picker.hintProduct" : "components.picker.hint")}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEnterWaits(false);
            setUnsettled(false);
            marked.current = null;
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onKeyDownCapture={(event) => {
            // An arrow opens the list and marks its first choice, as soon as it is there.
            if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !opened) {
              event.preventDefault();
              event.stopPropagation();
              markAgain.current = 0;
              combobox.openDropdown("keyboard");
              return;
            }
            // The screen's main action, which the list below would take for its own Enter.
            if (!matchesCombo(event.nativeEvent, "Mod+Enter")) return;
            if (typed === null) {
              combobox.resetSelectedOption();
              combobox.closeDropdown();
              return;
            }
            event.preventDefault();
            event.stopPropagation();
            setUnsettled(true);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              setTyped(null);
              setUnsettled(false);
            }
            if (event.key !== "Enter" || !isTyped) return;
            if (searching) {
              event.preventDefault();
              setEnterWaits(true);
            } else if (
              first !== null &&
              combobox.dropdownOpened &&
              combobox.getSelectedOptionIndex() === -1
            ) {
              // The list was drawn too late to be marked.
              event.preventDefault();
              choose(first);
            }
          }}
          onBlur={leave}
          rightSectionPointerEvents="all"
          rightSection={
            value === null || input.disabled === true ? null : (
              <ActionIcon
                className={classes.clear ?? ""}
                tabIndex={-1}
                aria-label={t("components.picker.clear")}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(null)}
              >
                <IconX size="1rem" stroke={1.8} />
              </ActionIcon>
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* The open list lies over the words below the field. */}
        {unsettled ? (
          <Combobox.Header className={`${classes.unsettled} warn`}>{unsettledWords}</Combobox.Header>
        ) : null}
        <RecordChoices options={options} typed={typed ?? ""} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
