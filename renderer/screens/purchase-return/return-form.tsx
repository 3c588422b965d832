import { VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBarcode } from "@tabler/icons-react";
import { type ClipboardEvent, type ComponentProps, type Ref, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { columnIndex } from "../../../contract/return-line.ts";
import type { ScanAnswer } from "../../features/scanning/ask-scan.ts";
import { useScans } from "../../features/scanning/receivers.ts";
import { useScanSound } from "../../features/scanning/use-scan-sound.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { useCopy } from "./begin.ts";
import type { ReturnFrame, ReturnLine } from "./draft/draft.ts";
import { type Goods, lineOfGoods } from "./draft/draft-actions.ts";
import { MOST_PASTED, pastedCells } from "./draft/pasted.ts";
import { NO_PROBLEMS } from "./draft/problems.ts";
import type { FinderHandle } from "./finder/product-finder.tsx";
import { type FindProblem, problemOfScan, ScanBar } from "./finder/scan-bar.tsx";
import { lookedUp } from "./finder/scan-decision.ts";
import { useFormContext, useReprice, useUnits } from "./form-context.ts";
import { useFirstField, useUndo } from "./form-keys.ts";
import type { CellPlace } from "./grid/grid-keys.ts";
import { LineFacts } from "./grid/line-facts.tsx";
import { type GridHandle, LineGrid } from "./grid/line-grid.tsx";
import { Correcting, FormNotices, PostedNotices } from "./notices.tsx";
import { CopyPanel } from "./panels/copy-panel.tsx";
import { PastedPanel } from "./panels/paste-panel.tsx";
import { HeadDiffers, usePurchased } from "./panels/purchase-lines.tsx";
import { PurchasePanel, type PurchasePanelHandle } from "./panels/purchase-panel.tsx";
import { TemplatesPanel } from "./panels/templates-panel.tsx";
import type { usePost } from "./post.ts";
import classes from "./return-form.module.css";
import { ReturnHeader, SupplierBalance } from "./return-header.tsx";
import {
  activeDraft,
  activeLines,
  changeDraft,
  closePanel,
  foldPosted,
  heldDraft,
  openPanel,
  type Panel,
  useReturns,
} from "./returns-store.ts";
import { TotalsBar } from "./totals-bar.tsx";

interface OpenPanelProps extends Omit<ComponentProps<typeof PurchasePanel>, "ref"> {
  panel: Panel;
  purchase: Ref<PurchasePanelHandle>;
  copying: ReturnType<typeof useCopy>;
  /** Something was taken: the panel closes. */
  onDone: () => void;
  onCopied: () => void;
}

/** What is chosen from in the place of the lines. */
function OpenPanel({ panel, purchase, copying, onDone, onCopied, ...rest }: OpenPanelProps) {
  switch (panel.kind) {
    case "paste":
      return <PastedPanel draft={rest.draft} units={rest.units} cells={panel.cells} onDone={onDone} />;
    case "copy":
      return (
        <CopyPanel
          onLeave={rest.onLeave}
          onCopy={(serialNo) => {
            onDone();
            copying.copy(serialNo).finally(onCopied);
          }}
        />
      );
    case "templates":
      return <TemplatesPanel onLeave={rest.onLeave} onBegun={onDone} />;
    case "purchase":
      return <PurchasePanel ref={purchase} {...rest} />;
  }
}

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
  const panel = useReturns((state) => state.panels[draft.draftId]);
  const problems = useReturns((state) => state.problems[draft.draftId]) ?? NO_PROBLEMS;
  const { units, bases } = useUnits();
  const purchased = usePurchased(draft.corrects);
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

  // The next scan is for this one.
  const forgetScan = useCallback(() => setNotFound(null), [setNotFound]);
  useFirstField({ draftId, posting, grid, scan, onFront: forgetScan });

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
    const lineId = crypto.randomUUID();
    if (!changeDraft(draftId, { type: "scan", lineId, goods })) return null;
    clear();
    foldPosted();
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
      if (useReturns.getState().postingDraftId !== null) return false;
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
  const placeChanged = useReprice(draftId, onError);
  const context = useFormContext({
    draft,
    disabled,
    units,
    bases,
    purchased: purchased.lines,
    onNotFound: setNotFound,
    onNotOne: setNotOne,
    onUnsettled: setUnsettled,
    onError,
    say: setAloud,
  });

  return (
    <div
      className="column gap-8 min-h-0 relative"
      onPasteCapture={onPaste}
      onFocusCapture={({ target }) => {
        if (panel === undefined) place.current = placeOf(target);
      }}
    >
      <FormNotices
        draft={draft}
        problems={problems}
        posting={posting}
        copying={copying}
        correctionError={correctionError}
        error={error}
        onGoTo={(row, column) => grid.current?.focusCell(row, column)}
      />
      {panel === undefined ? <HeadDiffers draft={draft} purchases={purchased.purchases} /> : null}
      {draft.corrects === null ? null : <Correcting entryId={draft.corrects} />}
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
        {panel !== undefined ? (
          <OpenPanel
            key={`${panel.kind} ${draftId}`}
            panel={panel}
            purchase={purchasePanel}
            draft={draft}
            units={units}
            copying={copying}
            onDone={takePanelAway}
            onCopied={toScan}
            onLeave={leavePanel}
            onAdded={addBought}
            onError={onError}
          />
        ) : (
          <LineGrid
            onEnter={forgetScan}
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
      {/* Here only the lines give way to it: no field and no total moves. */}
      <div className={`${classes.posted} fixed relative`}>
        <PostedNotices {...draft} />
      </div>
      <TotalsBar
        draftId={draftId}
        currencyId={currencyId}
        bases={bases}
        disabled={disabled || panel !== undefined}
        busy={posting.posting}
        onAddLine={addLine}
        onStep={step}
        onPost={() => {
          const text = lookedUp();
          if (text === null) void posting.post();
          else setProblem({ kind: "lookedUp", text });
        }}
      />
    </div>
  );
}
