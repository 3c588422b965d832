import { VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBarcode } from "@tabler/icons-react";
import { type ClipboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/use-currency-digits.ts";
import { useDigitsWarning } from "../../features/amount/use-digits-warning.ts";
import { EntryFollow } from "../../features/entries/entry-follow.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { typedReferences } from "../../features/references/reference-rows.ts";
import type { ScanAnswer } from "../../features/scanning/ask-scan.ts";
import { useScans } from "../../features/scanning/receivers.ts";
import { useScanSound } from "../../features/scanning/use-scan-sound.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { columnIndex } from "./draft/columns.ts";
import { CopyPanel } from "./draft/copy-panel.tsx";
import { type HeaderField, isWorthKeeping, type ReturnFrame, type ReturnLine } from "./draft/draft.ts";
import { type Goods, lineOfGoods } from "./draft/draft-reducer.ts";
import { heldDraft } from "./draft/draft-steps.ts";
import { firstProblem, NO_PROBLEMS } from "./draft/problems.ts";
import {
  activeDraft,
  activeLines,
  changeDraft,
  closePanel,
  foldPosted,
  openPanel,
  takeNamedField,
  useReturns,
} from "./draft/returns-store.ts";
import type { useCopy } from "./draft/use-copy.ts";
import { useUndo } from "./draft/use-undo.ts";
import type { FinderHandle } from "./finder/product-finder.tsx";
import { type FindProblem, problemOfScan, ScanBar } from "./finder/scan-bar.tsx";
import { usePriceIn } from "./finder/use-goods.ts";
import type { CellPlace } from "./grid/cell-movement.ts";
import { LineFacts } from "./grid/line-facts.tsx";
import { type GridHandle, LineGrid } from "./grid/line-grid.tsx";
import { TotalsBar } from "./grid/totals-bar.tsx";
import { useUnits } from "./grid/use-units.ts";
import { MOST_PASTED, pastedCells } from "./paste/pasted-cells.ts";
import { PastedPanel } from "./paste/pasted-panel.tsx";
import { PostedNotice } from "./posting/posted-notice.tsx";
import { RefusalNotice } from "./posting/refusal-notice.tsx";
import type { usePost } from "./posting/use-post.ts";
import { HeadDiffers } from "./purchases/head-differs.tsx";
import { PurchasePanel, type PurchasePanelHandle } from "./purchases/purchase-panel.tsx";
import { usePurchased } from "./purchases/use-purchased.ts";
import classes from "./return-form.module.css";
import { ReturnHeader } from "./return-header.tsx";
import { SupplierBalance } from "./supplier-balance.tsx";
import { TemplatesPanel } from "./templates/templates-panel.tsx";

/** A field above the lines, or of the note and the references, by its test id; null where it isn't drawn. */
const headField = (testId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    `[data-testid="${testId}"] input, :is(input, textarea)[data-testid="${testId}"]`,
  );

const focusHeader = (field: HeaderField): void =>
  headField(`header-${field}`)?.focus({ preventScroll: true });

const isWorthKept = (): boolean => {
  const draft = activeDraft(useReturns.getState());
  return draft !== undefined && isWorthKeeping(draft);
};

/** A cell is drawn anew after a panel; any other field stays. */
function placeOf(target: EventTarget): HTMLElement | CellPlace | null {
  const field = target instanceof HTMLElement ? target : null;
  const cell = field?.closest("[data-row][data-column]");
  return cell == null
    ? field
    : { row: Number(cell.getAttribute("data-row")), column: Number(cell.getAttribute("data-column")) };
}

interface ReturnFormProps {
  draft: ReturnFrame;
  posting: ReturnType<typeof usePost>;
  correctionError: unknown;
  copying: ReturnType<typeof useCopy>;
  error: unknown;
  onError: (error: unknown) => void;
}

/** The sheet one works in: header, the field to scan into, the lines, and the foot with the sum and the posting. */
export function ReturnForm({ draft, posting, correctionError, copying, error, onError }: ReturnFormProps) {
  const { t } = useTranslation();
  const unreadable = useReturns((state) => state.unreadable);
  const posted = useReturns((state) => state.posted);
  const panel = useReturns((state) => state.panels[draft.draftId]);
  const problems = useReturns((state) => state.problems[draft.draftId]) ?? NO_PROBLEMS;
  const notKept = useReturns((state) => state.notKept);
  const { units, bases } = useUnits();
  const purchased = usePurchased(draft.corrects);
  const formats = useFormats();
  const digits = useCurrencyDigits(draft.currencyId || null);
  const digitsWarning = useDigitsWarning(draft.currencyId || null);
  const priceIn = usePriceIn();
  const grid = useRef<GridHandle>(null);
  const scan = useRef<FinderHandle>(null);
  const lastLine = useRef<string | null>(null);
  /** Where the keyboard was last while no panel was open. */
  const place = useRef<HTMLElement | CellPlace | null>(null);
  const purchasePanel = useRef<PurchasePanelHandle>(null);
  /** The last code was scanned while the keyboard stood in a line. */
  const fromCell = useRef(false);
  const [problem, setProblem] = useState<FindProblem | null>(null);
  const [aloud, setAloud] = useState("");
  const { draftId, storeId, currencyId } = draft;
  const disabled = posting.posting;
  // Read when they are needed: this sheet is not drawn again for a key in a line.
  const linesNow = () => activeLines(useReturns.getState());
  const setNotFound = useCallback(
    (text: string | null) => setProblem(text === null ? null : { kind: "notFound", text }),
    [],
  );
  const setUnsettled = useCallback((text: string) => setProblem({ kind: "unsettled", text }), []);
  const sound = useScanSound();
  const setNotOne = useCallback(
    (scan: ScanAnswer) => {
      setProblem(problemOfScan(scan));
      sound("attention");
    },
    [sound],
  );
  const toScan = useCallback(() => scan.current?.focus(), []);
  const { clear } = posting;

  // Another return came to the front, or the last one was posted: the next scan is for this one.
  const inFront = useRef<string | null>(null);
  useEffect(() => {
    if (disabled || inFront.current === draftId) return;
    inFront.current = draftId;
    setNotFound(null);
    const named = takeNamedField(draftId);
    if (named?.at === "line") grid.current?.focusCell(named.row, columnIndex(named.column));
    else if (named?.at === "header") focusHeader(named.field);
    else if (isWorthKept()) scan.current?.focus();
    // Every return needs a supplier, and what is scanned meanwhile becomes a line all the same.
    else focusHeader("supplierAccountId");
  }, [draftId, disabled, setNotFound]);
  useEffect(() => {
    if (posting.refusal?.kind !== "problems") return;
    const state = useReturns.getState();
    // The note and the references too: they may stand below what can be seen of the header.
    const header = document.querySelector<HTMLElement>('[data-testid="return-header"] [aria-invalid="true"]');
    if (header !== null) {
      header.focus();
      return;
    }
    const first = firstProblem(activeDraft(state)?.lines ?? [], state.problems[draftId] ?? NO_PROBLEMS);
    if (first !== null) grid.current?.focusCell(first.row, first.column);
  }, [posting.refusal, draftId]);

  const takePanelAway = () => {
    closePanel(draftId);
    scan.current?.focus();
  };
  /** Nothing was taken: the keyboard goes back to where it was. */
  const leavePanel = () => {
    const back = place.current;
    takePanelAway();
    if (back instanceof HTMLElement) back.focus();
    else if (back !== null) goToCell(back.row, back.column);
  };
  const goToCell = (row: number, column: number) =>
    // The lines are drawn by the next frame.
    window.requestAnimationFrame(() => grid.current?.focusCell(row, column));
  const addBought = (lines: readonly ReturnLine[], stays: boolean) => {
    clear();
    foldPosted();
    const added = activeDraft(useReturns.getState());
    if (added !== undefined && added.currencyId !== currencyId)
      placeChanged({ storeId, currencyId: added.currencyId });
    if (stays) return;
    const row = linesNow().findIndex(({ lineId }) => lineId === lines[0]?.lineId);
    takePanelAway();
    goToCell(row, columnIndex("quantity"));
  };
  const addGoods = (goods: Goods) => {
    clear();
    foldPosted();
    const lineId = crypto.randomUUID();
    changeDraft(draftId, { type: "scan", lineId, goods });
    const now = activeDraft(useReturns.getState());
    const line = now?.lines.find((one) => one.lineId === lineId) ?? (now && lineOfGoods(now, goods));
    lastLine.current = line?.lineId ?? null;
    useReturns.setState({ lineId: lastLine.current });
    if (line !== undefined) grid.current?.showScanned(line.lineId);
    // From a cell the keyboard comes along: what is pressed next is meant for what was scanned last.
    if (fromCell.current) scan.current?.focus();
    fromCell.current = false;
    if (goods.quantity === "") grid.current?.focusCell(linesNow().length - 1, columnIndex("quantity"));
    return line?.quantity ?? "";
  };
  const showQuantity = useCallback((row: number) => {
    grid.current?.focusCell(row, columnIndex("quantity"));
  }, []);
  const addLine = () => {
    changeDraft(draftId, { type: "addLine", lineId: crypto.randomUUID() });
    grid.current?.focusCell(linesNow().length - 1, 0);
  };
  const enterGrid = () => {
    const lines = linesNow();
    if (lines.length === 0) return;
    const touched = lines.findIndex(({ lineId }) => lineId === lastLine.current);
    grid.current?.focusCell(touched === -1 ? 0 : touched, columnIndex("quantity"));
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (text.length > MOST_PASTED) {
      event.preventDefault();
      return void notifications.show({ color: "red", message: t("purchaseReturn.paste.tooLong") });
    }
    // A note may have lines of its own; in every other field rows of cells mean lines of the return.
    if (event.target instanceof HTMLTextAreaElement) return;
    const cells = disabled ? null : pastedCells(text);
    if (cells === null) return;
    event.preventDefault();
    clear();
    openPanel(draftId, { kind: "paste", cells });
  };
  const { step } = useUndo({
    draftId,
    disabled: disabled || panel !== undefined,
    onPlace: ({ row, column }) => grid.current?.focusCell(row, column),
    onLost: () => scan.current?.focus(),
  });
  useScans({
    onScan: (codes) => {
      if (panel?.kind === "purchase") {
        purchasePanel.current?.scan(codes);
        return true;
      }
      fromCell.current = document.activeElement?.closest('[role="grid"]') != null;
      scan.current?.scan(codes);
      return true;
    },
    hold: heldDraft,
    enabled: !disabled,
  });
  const reprice = (place: { storeId: string; currencyId: string }) => {
    const untyped = linesNow().filter((line) => !line.priceTyped && line.productId !== "");
    Promise.all(untyped.map(async (line) => [line.lineId, await priceIn(line, place)] as const)).then(
      (prices) => changeDraft(draftId, { type: "reprice", prices: new Map(prices) }),
      onError,
    );
  };
  const latestReprice = useRef(reprice);
  useEffect(() => {
    latestReprice.current = reprice;
  });
  const placeChanged = useCallback(
    (place: { storeId: string; currencyId: string }) => latestReprice.current(place),
    [],
  );
  const context = useMemo(
    () => ({
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased: purchased.lines,
      onNotFound: setNotFound,
      onNotOne: setNotOne,
      onUnsettled: setUnsettled,
      onError: onError,
      say: setAloud,
    }),
    [
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased.lines,
      setNotFound,
      setNotOne,
      setUnsettled,
      onError,
    ],
  );

  return (
    <div
      className={classes.form}
      onPasteCapture={onPaste}
      onFocusCapture={({ target }) => {
        if (panel === undefined) place.current = placeOf(target);
      }}
    >
      <div className={classes.notices}>
        {posted === null || posted.entryId === draft.corrects ? null : <PostedNotice posted={posted} />}
        {unreadable === 0 ? null : (
          <Notice kind="warn" title={t("purchaseReturn.unreadable", { count: unreadable })} />
        )}
        {[
          correctionError,
          notKept,
          error,
          copying.problem?.kind === "error" ? copying.problem.error : null,
        ].map((found, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: four fixed places
          found === null ? null : <ErrorPanel key={index} error={found} />,
        )}
        {copying.problem?.kind !== "notEnteredHere" ? null : (
          <Notice kind="warn" title={t("purchaseReturn.copy.notEnteredHere")} />
        )}
        {posting.refusal === null ? null : (
          <RefusalNotice
            refusal={posting.refusal}
            problems={problems}
            references={typedReferences(draft.references)}
            onHead={(testId) => headField(testId)?.focus()}
            onGoTo={(row, column) => grid.current?.focusCell(row, column)}
          />
        )}
      </div>
      {panel === undefined ? <HeadDiffers draft={draft} purchases={purchased.purchases} /> : null}
      {draft.corrects === null ? null : (
        <Notice kind="info" title={t("purchaseReturn.correcting")}>
          {t("purchaseReturn.correctingText")}
          <div>
            <EntryFollow entryId={draft.corrects} noLink />
          </div>
        </Notice>
      )}
      <ReturnHeader
        key={`header ${draftId}`}
        draft={draft}
        problems={problems}
        disabled={disabled}
        onPlaceChanged={placeChanged}
        onFilled={toScan}
      />
      <div className={classes.pasting}>
        <ScanBar
          key={draftId}
          storeId={storeId}
          currencyId={currencyId}
          disabled={disabled}
          scansHere={panel?.kind !== "purchase"}
          problem={problem}
          input={scan}
          onNotFound={setNotFound}
          onNotOne={setNotOne}
          onUnsettled={setUnsettled}
          onGoods={addGoods}
          onError={onError}
          onDown={enterGrid}
        >
          <SupplierBalance accountId={draft.supplierAccountId} />
        </ScanBar>
        {panel?.kind === "paste" ? (
          <PastedPanel
            key={`paste ${draftId}`}
            draft={draft}
            units={units}
            cells={panel.cells}
            onDone={takePanelAway}
          />
        ) : panel?.kind === "copy" ? (
          <CopyPanel
            key={`copy ${draftId}`}
            onLeave={leavePanel}
            onCopy={(serialNo) => {
              takePanelAway();
              copying.copy(serialNo).finally(() => scan.current?.focus());
            }}
          />
        ) : panel?.kind === "templates" ? (
          <TemplatesPanel key={`templates ${draftId}`} onLeave={leavePanel} onBegun={takePanelAway} />
        ) : panel?.kind === "purchase" ? (
          <PurchasePanel
            key={`purchase ${draftId}`}
            ref={purchasePanel}
            draft={draft}
            units={units}
            onAdded={addBought}
            onLeave={leavePanel}
            onError={onError}
          />
        ) : (
          <LineGrid
            onEnter={() => setNotFound(null)}
            ref={grid}
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
      {panel === undefined ? (
        <LineFacts
          draftId={draftId}
          storeId={storeId}
          bases={bases}
          units={units}
          purchased={purchased.lines}
          disabled={disabled}
          onShow={showQuantity}
          onSay={setAloud}
        />
      ) : null}
      <VisuallyHidden role="status">{aloud}</VisuallyHidden>
      <TotalsBar
        draftId={draftId}
        currencyId={currencyId}
        bases={bases}
        disabled={disabled || panel !== undefined}
        busy={posting.posting}
        onAddLine={addLine}
        onStep={step}
        onPost={posting.post}
      />
    </div>
  );
}
