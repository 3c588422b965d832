import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import { invoke } from "../../../client/api.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/settings.ts";
import { canBeId } from "../../../features/record-picker/records.tsx";
import { askScan, type ScanAnswer, TAKES_SCANS, useScanHere } from "../../../features/scanning/receivers.ts";
import { STARTS_HERE } from "../../../lib/focus.ts";
import { latinNumber } from "../../../lib/text.ts";
import { useOwnState } from "../../../ui/field.ts";
import { Name } from "../../../ui/name.tsx";
import type { FoundGoods } from "../draft/stock.ts";
import { type FinderHandle, useForm } from "../form-context.ts";
import { showError, showScanResult } from "../returns-store.ts";
import { Choice, ChoiceList } from "./choice-list.tsx";
import classes from "./finder.module.css";
import {
  choicesOf,
  codesMeant,
  enterMeans,
  type FinderChoice,
  foundOfChoice,
  lookingUp,
  looksLikeCode,
  problemOfScan,
} from "./scan-decision.ts";
import { foundOfScan } from "./use-goods.ts";

interface FinderListProps {
  id: string;
  anchor: HTMLElement;
  choices: readonly FinderChoice[];
  marked: number;
  onChoose: (choice: FinderChoice) => void;
}

function ProductChoice({ product }: { product: ProductRow }) {
  const { t } = useTranslation();
  const codes = [...new Set(product.units.flatMap(({ barcode }) => (barcode === null ? [] : [barcode])))];
  return (
    <>
      <span className={`${classes.name} grow`}>
        <Name>{product.name}</Name>
      </span>
      {product.deleted ? <span className="note">{t("state.deleted")}</span> : null}
      <bdi className="note mono" dir="ltr">
        {codes[0] ?? product.id}
      </bdi>
    </>
  );
}

/** A product with what a scan may say of it: where two meanings differ, that is what one chooses by. */
function ScannedChoice({ goods }: { goods: ScannedGoods }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { productionAt, expiryAt, batch } = goods;
  const facts = [
    productionAt === undefined ? null : t("purchaseReturn.batch.produced", { date: date(productionAt) }),
    expiryAt === undefined ? null : t("purchaseReturn.batch.expires", { date: date(expiryAt) }),
    batch === undefined ? null : t("purchaseReturn.scan.batch", { batch }),
  ].filter((fact) => fact !== null);
  return (
    <>
      <span className={`${classes.name} grow`}>
        <Name>{goods.product.name}</Name>
      </span>
      <span className="note">{facts.join(" · ")}</span>
    </>
  );
}

const keyOf = (choice: FinderChoice, index: number): string =>
  choice.kind === "product" ? String(choice.product.id) : choice.kind === "freeId" ? "free" : `scan ${index}`;

/** The goods that may be meant. Chosen with arrows and Enter, or a click. */
function FinderList({ id, anchor, choices, marked, onChoose }: FinderListProps) {
  const { t } = useTranslation();
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.finder.list")}>
      {choices.map((choice, index) => (
        <Choice
          key={keyOf(choice, index)}
          id={`${id}-${index}`}
          marked={index === marked}
          onChoose={() => onChoose(choice)}
        >
          {choice.kind === "product" ? (
            <ProductChoice product={choice.product} />
          ) : choice.kind === "scanned" ? (
            <ScannedChoice goods={choice.goods} />
          ) : (
            <>
              <span className={`${classes.name} grow`}>
                {t("components.picker.useId", { id: choice.productId })}
              </span>
              <span className="note">{t("components.picker.notInReferenceData")}</span>
            </>
          )}
        </Choice>
      ))}
    </ChoiceList>
  );
}

interface ProductFinderProps {
  /** What is in the field while nothing is typed. */
  shown: string;
  label: string;
  testId: string;
  className: string;
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  onFound: (found: FoundGoods) => void;
  /** Something else is typed than what was looked for. */
  onOther: () => void;
  /** False: a scan is not for this field, and what it wrote here is taken back. */
  scansHere: boolean;
  /** The screen's keys lead here, also where it is open already. */
  starts?: boolean;
  ref?: Ref<FinderHandle>;
}

const LIMIT = 20;
const TYPING_MS = 60;

const FIRST = { index: 0, byHand: false };

interface Finding {
  /** null: nothing is typed, and the field shows what it has. */
  typed: string | null;
  open: boolean;
  mark: typeof FIRST;
  /** What nobody has, put back to be corrected: marked, so that the next key or scan takes its place. */
  failed: string | null;
  /** What a scan may mean, to choose from; empty: the list is the search's. */
  meanings: readonly FinderChoice[];
}
const AT_REST: Finding = { typed: null, open: false, mark: FIRST, failed: null, meanings: [] };

/** One field in which a scanner and a person both find goods. Enter decides; see `scan-decision.ts`. */
export function ProductFinder(props: ProductFinderProps) {
  const { shown, label, testId, className, placeholder, disabled, invalid } = props;
  const { scansHere, starts = false, onFound, onOther } = props;
  const { t } = useTranslation();
  const { sound } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(AT_REST);
  const { typed, open, mark, failed, meanings } = state;
  useLayoutEffect(() => {
    if (failed !== null && input.current?.value === failed) input.current.select();
  }, [failed]);
  /** The text whose list Enter did not wait for; null once the text is another. */
  const entered = useRef<string | null>(null);
  const latest = useRef(typed);
  latest.current = typed;
  const text = (typed ?? "").trim();
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const search = useChannel(
    "mirror.search",
    { kind: "product", text: asked, limit: LIMIT },
    { enabled: open && asked !== "", keepPrevious: true, typed: true },
  );
  const searched = open && text !== "" ? choicesOf(search.data?.rows ?? [], latinNumber(text)) : [];
  const choices = meanings.length > 0 ? meanings : searched;
  const listedFor = search.isPlaceholderData || search.data === undefined ? null : asked;

  const rest = () => setState(AT_REST);
  const take = (found: FoundGoods) => {
    rest();
    onFound(found);
  };
  const choose = (choice: FinderChoice) => take(foundOfChoice(choice));

  /** Several by that name are shown to choose from; none is a problem. */
  const notOne = (wanted: string, several: boolean) => {
    if (!several) showScanResult({ kind: "notFound", text: wanted });
    // The next code is on its way in already: the field is free for it.
    const now = latest.current;
    if (now !== null && now !== "" && now !== wanted) return;
    const isOpen = several || canBeId("product", latinNumber(wanted));
    setState((before) => ({ ...before, typed: wanted, failed: wanted, open: isOpen, mark: FIRST }));
  };
  const found = async (wanted: string) => {
    const { rows } = await invoke("mirror.search", { kind: "product", text: wanted, limit: LIMIT });
    return choicesOf(rows, null).map(foundOfChoice);
  };
  /** A scan that fills no line. */
  const unused = (answer: ScanAnswer) => {
    showScanResult(problemOfScan(answer));
    sound("attention");
  };
  /** A code is taken whole or not at all: no part of it is searched for. True where it is settled. */
  const scanned = (answer: ScanAnswer): boolean => {
    const { found, product, choices, batchInDescription } = answer;
    const foundOf = (goods: ScannedGoods) =>
      foundOfScan(
        goods,
        batchInDescription && goods.batch !== undefined
          ? t("purchaseReturn.scan.batch", { batch: goods.batch })
          : null,
      );
    if (found === "product" && product !== undefined) {
      onFound(foundOf({ ...answer, product }));
      return true;
    }
    if (found !== "several" || choices === undefined) return false;
    input.current?.focus({ preventScroll: true });
    setState((before) => ({
      ...before,
      meanings: choices.map((goods) => ({ kind: "scanned", goods, found: foundOf(goods) })),
      mark: { index: -1, byHand: false },
    }));
    unused(answer);
    return true;
  };
  const scan = async (codes: readonly string[]): Promise<void> => {
    const answer = await askScan(codes);
    if (!scanned(answer)) unused(answer);
  };
  /** What is typed by hand may also be a part: what it finds is taken where it is that id, else shown to choose from. */
  const lookUp = async (wanted: string): Promise<void> => {
    const answer = await askScan([wanted]);
    if (scanned(answer)) return;
    if (answer.why === "tooLong") return unused(answer);
    const choices = await found(wanted);
    const own = looksLikeCode(wanted)
      ? choices.find(({ productId }) => productId === latinNumber(wanted))
      : undefined;
    if (own === undefined) notOne(wanted, choices.length > 0);
    else take(own);
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
  const startScan = (codes: readonly string[]) => {
    rest();
    lookingUp(codes[0] ?? "", scan(codes)).catch(showError);
  };

  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus({ preventScroll: true }),
    scan: startScan,
  }));
  useScanHere(input, (codes) => startScan(codesMeant(typed ?? "", codes)));

  useOwnState(input, () => {
    const wasEntered = entered.current;
    return () => {
      entered.current = wasEntered;
      setState(state);
    };
  });

  const onEnter = (event: KeyboardEvent) => {
    const meaning = enterMeans({
      typed: typed ?? "",
      listedFor,
      listed: choices.length,
      marked: mark.index,
      movedByHand: mark.byHand,
      again: failed === text,
    });
    if (meaning.means === "nothing" && meanings.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const choice =
      meanings.length > 0
        ? meanings[mark.index]
        : meaning.means === "take"
          ? choices[meaning.index]
          : undefined;
    if (choice !== undefined) return choose(choice);
    if (meanings.length > 0 || meaning.means === "take" || meaning.means === "nothing") return;
    // The field is free for the next scan at once; the answer finds its own way.
    if (meaning.means === "lookUp") rest();
    const { means, text: wanted } = meaning;
    lookingUp(wanted, means === "lookUp" ? lookUp(wanted) : searchFor(wanted)).catch(showError);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const withMod = event.ctrlKey || event.metaKey;
    if (key === "Enter" && !withMod && !event.shiftKey) return onEnter(event);
    if (key === "Enter" && withMod && text !== "") {
      // Posting was asked for while what is typed here means no goods yet.
      showScanResult({ kind: "unsettled", text });
    } else if (key === "Escape" && (typed !== null || meanings.length > 0)) {
      entered.current = null;
      if (meanings.length > 0) onOther();
      rest();
    } else if (choices.length > 0 && (key === "ArrowDown" || key === "ArrowUp")) {
      // From no mark, down marks the first and up the last.
      const by = key === "ArrowDown" ? 1 : -1;
      const index = mark.byHand || by === -1 || mark.index < 0 ? mark.index + by : mark.index;
      const marked = index < 0 ? choices.length - 1 : index % choices.length;
      setState({ ...state, mark: { index: marked, byHand: true } });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        {...(scansHere ? TAKES_SCANS : {})}
        {...(starts ? STARTS_HERE : {})}
        className={className}
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-autocomplete="list"
        aria-controls={`${testId}-list`}
        aria-activedescendant={
          choices.length > 0 && mark.index >= 0 ? `${testId}-list-${mark.index}` : undefined
        }
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
          entered.current = null;
          setState({ ...AT_REST, typed: event.currentTarget.value, open: true });
          onOther();
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
