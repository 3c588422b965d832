import { IconBarcode } from "@tabler/icons-react";
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrencyDigits } from "../../components/amount/use-currency-digits.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { columnIndex } from "./columns.ts";
import { CopyPanel } from "./copy-panel.tsx";
import type { ReturnDraft } from "./draft.ts";
import { type Goods, lineOfGoods } from "./draft-reducer.ts";
import { DraftTabs } from "./draft-tabs.tsx";
import { useDraftKeeping } from "./keep-drafts.ts";
import { LineFacts } from "./line-facts.tsx";
import { type GridHandle, LineGrid } from "./line-grid.tsx";
import { pastedCells } from "./pasted-cells.ts";
import { PastedPanel } from "./pasted-panel.tsx";
import { PostedNotice } from "./posted-notice.tsx";
import { firstProblem, NO_PROBLEMS } from "./problems.ts";
import type { FinderHandle } from "./product-finder.tsx";
import { RefusalNotice } from "./refusal-notice.tsx";
import classes from "./return-form.module.css";
import { ReturnHeader } from "./return-header.tsx";
import { activeDraft, changeDraft, showPasted, useReturns } from "./returns-store.ts";
import { ScanBar } from "./scan-bar.tsx";
import { TotalsBar } from "./totals-bar.tsx";
import type { useCopy } from "./use-copy.ts";
import { usePriceIn } from "./use-goods.ts";
import type { usePost } from "./use-post.ts";
import { useScanAnywhere } from "./use-scan-anywhere.ts";
import { useUndo } from "./use-undo.ts";
import { useUnits } from "./use-units.ts";

interface ReturnFormProps {
  draft: ReturnDraft;
  posting: ReturnType<typeof usePost>;
  correctionError: unknown;
  copying: ReturnType<typeof useCopy>;
}

/** The sheet one works in: tabs, header, the field to scan into, the lines, the sum. */
export function ReturnForm({ draft, posting, correctionError, copying }: ReturnFormProps) {
  const { t } = useTranslation();
  const { drafts, activeId, unreadable, posted } = useReturns();
  const pasted = useReturns((state) => (state.pasted?.draftId === draft.draftId ? state.pasted : null));
  const problems = useReturns((state) => state.problems[draft.draftId]) ?? NO_PROBLEMS;
  const kept = useDraftKeeping();
  const { units, bases } = useUnits();
  const formats = useFormats();
  const digits = useCurrencyDigits(draft.currencyId || null);
  const priceIn = usePriceIn();
  const grid = useRef<GridHandle>(null);
  const scan = useRef<FinderHandle>(null);
  const lastLine = useRef<string | null>(null);
  const [notFound, setNotFound] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [lineId, setLineId] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { draftId, storeId, currencyId } = draft;
  const disabled = posting.posting;
  const { clear } = posting;

  // Another return came to the front, or the last one was posted: the next scan is for this one.
  const inFront = useRef<string | null>(null);
  useEffect(() => {
    if (disabled || inFront.current === draftId) return;
    inFront.current = draftId;
    setNotFound(null);
    scan.current?.focus();
  }, [draftId, disabled]);
  useEffect(() => {
    if (posting.refusal?.kind !== "problems") return;
    const state = useReturns.getState();
    const header = document.querySelector<HTMLElement>('[data-testid^="header-"] [aria-invalid="true"]');
    if (header !== null) {
      header.focus();
      return;
    }
    const first = firstProblem(activeDraft(state)?.lines ?? [], state.problems[draftId] ?? NO_PROBLEMS);
    if (first !== null) grid.current?.focusCell(first.row, first.column);
  }, [posting.refusal, draftId]);

  const addGoods = (goods: Goods) => {
    clear();
    changeDraft(draftId, { type: "scan", lineId: crypto.randomUUID(), goods });
    const now = activeDraft(useReturns.getState());
    lastLine.current = now === undefined ? null : (lineOfGoods(now, goods)?.lineId ?? null);
  };
  const addLine = () => {
    changeDraft(draftId, { type: "addLine", lineId: crypto.randomUUID() });
    grid.current?.focusCell(draft.lines.length, 0);
  };
  const enterGrid = () => {
    if (draft.lines.length === 0) return;
    const touched = draft.lines.findIndex(({ lineId }) => lineId === lastLine.current);
    grid.current?.focusCell(touched === -1 ? 0 : touched, columnIndex("quantity"));
  };
  const onPaste = (event: ClipboardEvent) => {
    const cells = disabled ? null : pastedCells(event.clipboardData.getData("text/plain"));
    if (cells === null) return;
    event.preventDefault();
    showPasted(draftId, cells);
  };
  const { step } = useUndo({
    ...{ draftId, disabled },
    onPlace: ({ row, column }) => grid.current?.focusCell(row, column),
    onLost: () => scan.current?.focus(),
  });
  useScanAnywhere((code) => scan.current?.lookUp(code), !disabled);
  const reprice = (place: { storeId: string; currencyId: string }) => {
    const untyped = draft.lines.filter((line) => !line.priceTyped && line.productId !== "");
    Promise.all(untyped.map(async (line) => [line.lineId, await priceIn(line, place)] as const)).then(
      (prices) => changeDraft(draftId, { type: "reprice", prices: new Map(prices) }),
      setError,
    );
  };
  const context = useMemo(
    () => ({
      draftId,
      storeId,
      currencyId,
      digits,
      formats,
      disabled,
      units,
      bases,
      onNotFound: setNotFound,
      onError: setError,
    }),
    [draftId, storeId, currencyId, digits, formats, disabled, units, bases],
  );

  return (
    <div className={classes.form}>
      <div className={classes.notices}>
        {posted === null ? null : <PostedNotice posted={posted} />}
        {unreadable === 0 ? null : (
          <Notice kind="warn" title={t("purchaseReturn.unreadable", { count: unreadable })} />
        )}
        {[
          correctionError,
          kept.error,
          error,
          copying.trouble?.kind === "error" ? copying.trouble.error : null,
        ].map((found, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: four fixed places
          found === null ? null : <ErrorPanel key={index} error={found} />,
        )}
        {copying.trouble?.kind !== "notEnteredHere" ? null : (
          <Notice kind="warn" title={t("purchaseReturn.copy.notEnteredHere")} />
        )}
        {posting.refusal === null ? null : (
          <RefusalNotice
            refusal={posting.refusal}
            draft={draft}
            problems={problems}
            onGoTo={(row, column) => grid.current?.focusCell(row, column)}
          />
        )}
      </div>
      <DraftTabs
        drafts={drafts}
        activeId={activeId}
        disabled={disabled}
        onError={setError}
        onCopy={() => setChoosing(true)}
      />
      {draft.corrects === null ? null : (
        <Notice kind="info" title={t("purchaseReturn.correcting")}>
          {t("purchaseReturn.correctingText")}
        </Notice>
      )}
      <ReturnHeader draft={draft} problems={problems} disabled={disabled} onPlaceChanged={reprice} />
      <div className={classes.pasting} onPasteCapture={onPaste}>
        <ScanBar
          key={draftId}
          {...{ storeId, currencyId, disabled, notFound }}
          input={scan}
          onNotFound={setNotFound}
          onGoods={addGoods}
          onError={setError}
          onDown={enterGrid}
        />
        {pasted !== null ? (
          <PastedPanel
            {...{ draft, units }}
            cells={pasted.cells}
            onDone={() => {
              useReturns.setState({ pasted: null });
              scan.current?.focus();
            }}
          />
        ) : choosing ? (
          <CopyPanel
            onLeave={() => {
              setChoosing(false);
              scan.current?.focus();
            }}
            onCopy={(serialNo) => {
              setChoosing(false);
              copying.copy(serialNo).finally(() => scan.current?.focus());
            }}
          />
        ) : (
          <LineGrid
            onEnter={() => setNotFound(null)}
            onLine={setLineId}
            ref={grid}
            draft={draft}
            problems={problems}
            context={context}
            onLeave={() => scan.current?.focus()}
            empty={
              <EmptyState title={t("purchaseReturn.empty.title")} icon={IconBarcode}>
                {t("purchaseReturn.empty.text")}
              </EmptyState>
            }
          />
        )}
      </div>
      {pasted === null && !choosing ? (
        <LineFacts {...{ draft, bases, units }} line={draft.lines.find((line) => line.lineId === lineId)} />
      ) : null}
      <TotalsBar draft={draft} disabled={disabled} onAddLine={addLine} onStep={step} />
    </div>
  );
}
