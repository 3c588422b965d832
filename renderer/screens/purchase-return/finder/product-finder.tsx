import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { invoke } from "../../../client/api.ts";
import { useChannel } from "../../../client/queries.ts";
import { canBeId } from "../../../features/record-picker/picker-kinds.ts";
import { latinNumber } from "../../../lib/latin-number.ts";
import { useOwnState } from "../../../ui/field/put-back.ts";
import { choicesOf, type FinderChoice, foundOfChoice } from "./finder-choices.ts";
import { FinderList } from "./finder-list.tsx";
import { burstAfter, burstKey, isRunning, NO_BURST, scannedCode } from "./scan-burst.ts";
import { codesMeant, enterMeans } from "./scan-decision.ts";
import type { FoundGoods } from "./use-goods.ts";

export interface FinderHandle {
  focus: () => void;
  /** Looks a code up that was scanned elsewhere. */
  lookUp: (code: string) => void;
}

interface ProductFinderProps {
  /** What stands in the field while nothing is typed. */
  shown: string;
  label: string;
  testId: string;
  className: string;
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  onFound: (found: FoundGoods) => void;
  /** False: a scan is not for this field, and what it wrote here is taken back. */
  scansHere: boolean;
  /** Nothing has that barcode, id or name; null once something else is typed. */
  onNotFound: (text: string | null) => void;
  onError: (error: unknown) => void;
  /** Posting was asked for while something typed here stands for no goods yet. */
  onUnsettled: (text: string) => void;
  ref?: Ref<FinderHandle>;
}

const LIMIT = 20;
const TYPING_MS = 60;

/** One field in which a scanner and a person both find goods. Enter decides; see `scan-decision.ts`. */
export function ProductFinder(props: ProductFinderProps) {
  const { shown, label, testId, className, placeholder, disabled, invalid } = props;
  const { scansHere, onFound, onNotFound, onError, onUnsettled } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [mark, setMark] = useState({ index: 0, byHand: false });
  /** What nobody has, put back to be mended: marked, so that the next key or scan takes its place. */
  const [failed, setFailed] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (failed !== null && input.current?.value === failed) input.current.select();
  }, [failed]);
  /** The text whose list Enter did not wait for; null once the text is another. */
  const entered = useRef<string | null>(null);
  const burst = useRef(NO_BURST);
  const latest = useRef(typed);
  latest.current = typed;
  const text = (typed ?? "").trim();
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const search = useChannel(
    "mirror.search",
    { kind: "product", text: asked, limit: LIMIT },
    { enabled: open && asked !== "", keepPrevious: true, typed: true },
  );
  const choices = open && text !== "" ? choicesOf(search.data?.rows ?? [], latinNumber(text)) : [];
  const listedFor = search.isPlaceholderData || search.data === undefined ? null : asked;

  const rest = () => {
    setTyped(null);
    setFailed(null);
    setOpen(false);
    setMark({ index: 0, byHand: false });
  };
  const take = (found: FoundGoods) => {
    rest();
    onFound(found);
  };
  const choose = (choice: FinderChoice) => take(foundOfChoice(choice));

  /** Several by that name are shown to choose from; none is said. */
  const notOne = (wanted: string, several: boolean) => {
    if (!several) onNotFound(wanted);
    // The next code is on its way in already: the field is its own.
    const now = latest.current;
    if (now !== null && now !== "" && now !== wanted) return;
    setTyped(wanted);
    setFailed(wanted);
    setOpen(several || canBeId("product", latinNumber(wanted)));
    setMark({ index: 0, byHand: false });
  };
  const found = async (wanted: string) => {
    const { rows } = await invoke("mirror.search", { kind: "product", text: wanted, limit: LIMIT });
    return choicesOf(rows, null).map(foundOfChoice);
  };
  const lookUp = async (wanted: string, ...others: string[]): Promise<void> => {
    const hit = await invoke("mirror.lookupBarcode", { barcode: wanted });
    if (hit === null) {
      const [next, ...later] = others;
      if (next !== undefined) return lookUp(next, ...later);
      const choices = await found(wanted);
      const [only] = choices;
      return only !== undefined && choices.length === 1 ? take(only) : notOne(wanted, only !== undefined);
    }
    const unit = hit.units.find(({ barcode }) => barcode === hit.barcode)?.measureUnitId ?? null;
    const { barcode: _code, stock, ...product } = hit;
    onFound({
      product,
      productId: String(hit.id),
      measureUnitId: unit === null ? null : String(unit),
      stock,
    });
  };
  /** Enter is the decision, also before its list is there: the first of it is what it would have marked. */
  const searchFor = async (wanted: string) => {
    entered.current = wanted;
    const [first] = await found(wanted);
    if (entered.current !== wanted) return;
    entered.current = null;
    if (first === undefined) notOne(wanted, false);
    else take(first);
  };

  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus({ preventScroll: true }),
    lookUp: (code) => {
      rest();
      lookUp(code).catch(onError);
    },
  }));

  useOwnState(input, () => {
    const wasEntered = entered.current;
    return () => {
      entered.current = wasEntered;
      setTyped(typed);
      setFailed(failed);
      setOpen(open);
      setMark(mark);
    };
  });

  const onScan = (event: KeyboardEvent, code: string) => {
    event.preventDefault();
    event.stopPropagation();
    const [first = code, ...others] = codesMeant(typed ?? "", code);
    rest();
    lookUp(first, ...others).catch(onError);
  };
  const onEnter = (event: KeyboardEvent) => {
    const meaning = enterMeans({
      typed: typed ?? "",
      listedFor,
      listed: choices.length,
      marked: mark.index,
      movedByHand: mark.byHand,
    });
    if (meaning.means === "nothing") return;
    event.preventDefault();
    event.stopPropagation();
    const choice = meaning.means === "take" ? choices[meaning.index] : undefined;
    if (choice !== undefined) return choose(choice);
    if (meaning.means === "take") return;
    // The field is free for the next scan at once; the answer finds its own way.
    if (meaning.means === "lookUp") rest();
    (meaning.means === "lookUp" ? lookUp(meaning.text) : searchFor(meaning.text)).catch(onError);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const key = burstKey(event.nativeEvent);
    const code = key.kind === "end" ? scannedCode(burst.current, event.timeStamp) : null;
    if (key.kind === "sign" || (key.kind === "control" && isRunning(burst.current, event.timeStamp)))
      burst.current = burstAfter(burst.current, key.text, event.timeStamp);
    else if (key.kind !== "silent") burst.current = NO_BURST;
    if (code !== null) return onScan(event, code);
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey) return onEnter(event);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text !== "") {
      event.preventDefault();
      event.stopPropagation();
      onUnsettled(text);
      return;
    }
    if (event.key === "Escape" && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      entered.current = null;
      rest();
      return;
    }
    if (choices.length === 0 || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.key === "ArrowDown" ? 1 : -1;
    const index = mark.byHand || by === -1 ? mark.index + by : mark.index;
    setMark({ index: (index + choices.length) % choices.length, byHand: true });
  };

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        data-finds-goods={scansHere ? "" : undefined}
        className={className}
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-autocomplete="list"
        aria-controls={`${testId}-list`}
        aria-activedescendant={choices.length > 0 ? `${testId}-list-${mark.index}` : undefined}
        aria-invalid={invalid}
        data-testid={testId}
        autoComplete="off"
        spellCheck={false}
        dir={typed === null && shown === "" ? undefined : "auto"}
        title={typed === null ? shown : ""}
        placeholder={placeholder}
        disabled={disabled}
        value={typed ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={rest}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFailed(null);
          entered.current = null;
          setOpen(true);
          setMark({ index: 0, byHand: false });
          onNotFound(null);
        }}
      />
      {choices.length === 0 || input.current === null ? null : (
        <FinderList
          id={`${testId}-list`}
          anchor={input.current}
          choices={choices}
          marked={mark.index}
          onChoose={choose}
        />
      )}
    </>
  );
}
