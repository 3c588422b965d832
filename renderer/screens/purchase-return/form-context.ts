/** What the parts of the form read and none of them changes: the same object until one of it is another. */
import { createContext, useContext, useRef } from "react";
import { useTranslation } from "react-i18next";
import { shallow } from "zustand/shallow";
import { useFormats } from "../../client/settings.ts";
import { useCurrencyDigits } from "../../features/amount.tsx";
import { useDigitsWarning } from "../../features/digits-warning.ts";
import { useScanSound } from "../../features/scanning/use-scan-sound.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import { isFieldReason, type Problem } from "./draft/problems.ts";
import { usePurchased, useUnits } from "./finder/use-goods.ts";
import { useFrame, useReturns } from "./returns-store.ts";

interface GridHandle {
  focusCell: (row: number, column: number) => void;
  /** Brings a line that was scanned into sight and lets it flash. */
  showScanned: (lineId: string) => void;
  /** One more line at the end, with the keyboard in it. */
  addLine: () => void;
}

export interface FinderHandle {
  focus: () => void;
  /** Finds what was scanned elsewhere: the codes that it may mean, in their order. */
  scan: (codes: readonly string[]) => void;
}

/** Handed down once: a thousand cells asking for the settings themselves is what makes scrolling slow. */
export function useFormContext() {
  const { draftId, storeId, currencyId, corrects } = useFrame();
  const { units, bases } = useUnits();
  const { purchases, purchased } = usePurchased(corrects);
  const context = {
    draftId,
    storeId,
    currencyId,
    /** Every unit of the reference data, for products whose own units are not known; and what each is in its base. */
    units,
    bases,
    /** The purchases that lines give back, and what is left of their lines. */
    purchases,
    purchased,
    /** Fraction digits of the currency: the same for every price aligns the separators. */
    digits: useCurrencyDigits(currencyId || null),
    digitsWarning: useDigitsWarning(currencyId || null),
    formats: useFormats(),
    sound: useScanSound(),
    disabled: useReturns((state) => state.busy),
    /** The lines, while no panel is in their place, and the field to scan into. */
    grid: useRef<GridHandle>(null),
    scan: useRef<FinderHandle>(null),
  };
  const latest = useRef(context);
  if (!shallow(latest.current, context)) latest.current = context;
  return latest.current;
}

export type Form = ReturnType<typeof useFormContext>;

const Context = createContext<Form | null>(null);
export const FormProvider = Context.Provider;

/** The form that a part is in. */
export function useForm(): Form {
  const form = useContext(Context);
  if (form === null) throw new Error("a part of the form was drawn outside of it");
  return form;
}

/** Why a field can't be taken, in a short sentence. */
export function useProblemWords(): (problem: Problem | undefined) => string | null {
  const { t } = useTranslation();
  return (problem) => {
    if (problem === undefined) return null;
    return isFieldReason(problem.reason)
      ? reasonWords(t, { reason: problem.reason, params: problem.params })
      : t(`purchaseReturn.problem.${problem.reason}`);
  };
}
