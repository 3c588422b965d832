import { VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ClipboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { columnIndex } from "../../../contract/return-line.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { Loading, NotConnected } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { copyReturn, useBegin } from "./begin.ts";
import { MOST_PASTED, pastedCells } from "./draft/pasted.ts";
import { DraftTabs } from "./draft-tabs.tsx";
import { ScanBar } from "./finder/scan-bar.tsx";
import { FormProvider, useFormContext } from "./form-context.ts";
import { useFirstField } from "./form-keys.ts";
import type { CellPlace } from "./grid/grid-keys.ts";
import { LineFacts } from "./grid/line-facts.tsx";
import { LineGrid } from "./grid/line-grid.tsx";
import { Correcting, FormNotices, PostedNotices } from "./notices.tsx";
import { CopyPanel } from "./panels/copy-panel.tsx";
import { PastedPanel } from "./panels/paste-panel.tsx";
import { HeadDiffers } from "./panels/purchase-lines.tsx";
import { PurchasePanel } from "./panels/purchase-panel.tsx";
import { TemplatesPanel } from "./panels/templates-panel.tsx";
import classes from "./return-form.module.css";
import { ReturnHeader, SupplierBalance } from "./return-header.tsx";
import {
  activeDraft,
  activeLines,
  clearRefusal,
  closePanel,
  keptReturns,
  leaveForm,
  openPanel,
  type ShownPanel,
  useFrame,
  useReturns,
} from "./returns-store.ts";
import { TotalsBar } from "./totals-bar.tsx";

/** Goods back to a supplier against an advance payment. */
export default function PurchaseReturnScreen() {
  const { t } = useTranslation();
  const { ready, connected, error, retry } = keptReturns.useKept();
  const usable = useReturns((state) => activeDraft(state) !== undefined) && ready;
  return (
    <Page title={t("nav.screen.purchase-return")} fill="low" tabs={usable ? <DraftTabs /> : undefined}>
      {error !== null ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : usable ? (
        <ReturnForm />
      ) : connected === false ? (
        <NotConnected />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** A cell is drawn anew after a panel; any other field stays. */
function placeOf(target: EventTarget): HTMLElement | CellPlace | null {
  const field = target instanceof HTMLElement ? target : null;
  const cell = field?.closest("[data-row][data-column]");
  return cell == null
    ? field
    : { row: Number(cell.getAttribute("data-row")), column: Number(cell.getAttribute("data-column")) };
}

interface OpenPanelProps {
  panel: ShownPanel;
  /** The panel closes: something was taken. */
  onDone: () => void;
  /** Nothing was taken. */
  onLeave: () => void;
  /** Lines of a purchase were taken; the first of them. */
  onBought: (lineId: string) => void;
  onCopied: () => void;
}

/** What is chosen from in the place of the lines. */
function OpenPanel({ panel, onDone, onLeave, onBought, onCopied }: OpenPanelProps) {
  switch (panel.kind) {
    case "paste":
      return <PastedPanel cells={panel.cells} onDone={onDone} />;
    case "copy":
      return (
        <CopyPanel
          onLeave={onLeave}
          onCopy={(serialNo) => {
            onDone();
            copyReturn(serialNo).finally(onCopied);
          }}
        />
      );
    case "templates":
      return <TemplatesPanel onLeave={onLeave} onBegun={onDone} />;
    case "purchase":
      return <PurchasePanel onLeave={onLeave} onBought={onBought} />;
  }
}

/** What is read out where only the eye would see it. */
function Announcement() {
  return <VisuallyHidden role="status">{useReturns((state) => state.announcement)}</VisuallyHidden>;
}

/** The sheet one works in: header, the field to scan into, the lines, and the foot with the sum and the posting. */
export function ReturnForm() {
  const { t } = useTranslation();
  const { corrects, supplierAccountId } = useFrame();
  const form = useFormContext();
  const { draftId, disabled, grid, scan } = form;
  const panel = useReturns((state) => state.panels[draftId]);
  /** Where the keyboard was last while no panel was open. */
  const place = useRef<HTMLElement | CellPlace | null>(null);
  useFirstField(form);
  const { correctionError } = useBegin();
  useEffect(() => leaveForm, []);

  const toScan = () => scan.current?.focus();
  const takePanelAway = () => {
    closePanel(draftId);
    toScan();
  };
  const goToCell = (row: number, column: number) =>
    // The lines are drawn by the next frame.
    window.requestAnimationFrame(() => grid.current?.focusCell(row, column));
  /** Nothing was taken: the keyboard goes back to where it was. */
  const leavePanel = () => {
    const back = place.current;
    takePanelAway();
    if (back instanceof HTMLElement) back.focus();
    else if (back !== null) goToCell(back.row, back.column);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (text.length > MOST_PASTED) {
      event.preventDefault();
      return void notifications.show({ color: "red", message: t("purchaseReturn.paste.tooLong") });
    }
    // A note may have line breaks; in every other field rows of cells mean lines of the return.
    if (event.target instanceof HTMLTextAreaElement) return;
    const cells = disabled ? null : pastedCells(text);
    if (cells === null) return;
    event.preventDefault();
    clearRefusal();
    openPanel(draftId, { kind: "paste", cells });
  };

  return (
    <FormProvider value={form}>
      <div
        className="column gap-8 min-h-0 relative"
        onPasteCapture={onPaste}
        onFocusCapture={({ target }) => {
          if (panel === undefined) place.current = placeOf(target);
        }}
      >
        <FormNotices correctionError={correctionError} />
        {panel === undefined ? <HeadDiffers purchases={form.purchases} /> : null}
        {corrects === null ? null : <Correcting entryId={corrects} />}
        <ReturnHeader key={`header ${draftId}`} />
        <div className={classes.pasting}>
          <ScanBar key={draftId}>
            <SupplierBalance accountId={supplierAccountId} />
          </ScanBar>
          {panel === undefined ? (
            <LineGrid />
          ) : (
            <OpenPanel
              key={`${panel.kind} ${draftId}`}
              panel={panel}
              onDone={takePanelAway}
              onLeave={leavePanel}
              onCopied={toScan}
              onBought={(lineId) => {
                const row = activeLines(useReturns.getState()).findIndex((line) => line.lineId === lineId);
                takePanelAway();
                goToCell(row, columnIndex("quantity"));
              }}
            />
          )}
        </div>
        {panel === undefined ? <LineFacts /> : null}
        <Announcement />
        {/* Here only the lines give way to it: no field and no total moves. */}
        <div className={`${classes.posted} fixed relative`}>
          <PostedNotices />
        </div>
        <TotalsBar />
      </div>
    </FormProvider>
  );
}
