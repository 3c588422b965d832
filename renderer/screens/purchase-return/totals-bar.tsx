import { ActionIcon, Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isOverLimit } from "../../../contract/rights.ts";
import { useMay, useStanding } from "../../client/may.ts";
import { Amount } from "../../features/amount.tsx";
import { useRecordName } from "../../features/record-picker/records.tsx";
import { MainButton } from "../../ui/page.tsx";
import { latestSums, totalOf } from "./draft/sums.ts";
import { useForm } from "./form-context.ts";
import { useUndo } from "./form-keys.ts";
import { post } from "./post.ts";
import { activeLines, putLineBack, useReturns } from "./returns-store.ts";
import classes from "./totals-bar.module.css";

/** More signs than a sum has that fits in large type beside the button: in a small window, and in any. */
const LONG_TOTAL = 9;
const VERY_LONG_TOTAL = 14;

const lengthOf = ({ length }: string) =>
  length > VERY_LONG_TOTAL ? "very" : length > LONG_TOTAL ? "rather" : undefined;

function PutBack() {
  const { t } = useTranslation();
  const { draftId } = useForm();
  const removed = useReturns((state) => state.removed);
  const name = useRecordName("product", removed?.line.productId || null);
  if (removed === null || removed.draftId !== draftId) return null;
  const words = t("purchaseReturn.totals.putBack", { name: name ?? t("purchaseReturn.totals.aLine") });
  return (
    <Button
      variant="subtle"
      color="gray"
      data-testid="line-put-back"
      className={classes.putBack ?? ""}
      title={words}
      leftSection={<IconArrowBackUp size="1rem" stroke={1.8} />}
      onClick={putLineBack}
    >
      {words}
    </Button>
  );
}

/** Undo and redo for the pointer; the keys are Ctrl+Z and Ctrl+Shift+Z. */
function Steps({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const { draftId } = useForm();
  const takeStep = useUndo(disabled);
  const back = useReturns(({ histories }) => (histories[draftId]?.past.length ?? 0) > 0);
  const forth = useReturns(({ histories }) => (histories[draftId]?.future.length ?? 0) > 0);
  const both = [
    { step: "undo", possible: back, Icon: IconArrowBackUp },
    { step: "redo", possible: forth, Icon: IconArrowForwardUp },
  ] as const;
  return both.map(({ step, possible, Icon }) => (
    <ActionIcon
      key={step}
      className={classes.step ?? ""}
      aria-label={t(`action.${step}`)}
      title={t(`action.${step}`)}
      data-testid={`draft-${step}`}
      disabled={disabled || !possible}
      onClick={() => takeStep(step)}
    >
      <Icon size="1.125rem" stroke={1.8} className="mirrored" />
    </ActionIcon>
  ));
}

/** Drawn with every key in a line; the buttons beside it are not. */
function Sums() {
  const { t } = useTranslation();
  const { currencyId, bases, digitsWarning } = useForm();
  const who = useStanding();
  const sums = latestSums(useReturns(activeLines), bases);
  const { typed, open, leftOut } = sums;
  const total = totalOf(sums);
  const isOver = who.state === "working" && isOverLimit(who.may, { currencyId, amount: () => total });
  const warning = digitsWarning(total, "total");
  return (
    <div className={`${classes.sums} relative`}>
      <div className={`${classes.apart} line at-end gap-12 absolute`}>
        <div className={`${classes.words} small grid shrink min-w-0`}>
          <div className={`${classes.counts} wrap at-end`}>
            <span>{t("purchaseReturn.totals.lines", { count: typed })}</span>
            {leftOut === 0 ? null : (
              <span className="warn" data-testid="left-out">
                {t("purchaseReturn.totals.leftOut", { count: leftOut })}
              </span>
            )}
          </div>
          {typed === 0 ? null : (
            <span className={`${classes.hint} lines-2 dim clip text-end`}>
              {open > 0
                ? t("purchaseReturn.totals.open", { count: open })
                : (warning ?? t(isOver ? "approval.over" : "purchaseReturn.totals.arithmetic"))}
            </span>
          )}
        </div>
        <output
          className={`${classes.total} title strong text-end fixed`}
          data-long={lengthOf(total)}
          data-testid="return-total"
          aria-label={t("purchaseReturn.totals.label")}
        >
          {warning === null ? null : (
            <span className={`${classes.warning} warn`} title={warning} data-testid="return-total-digits">
              <IconAlertTriangle size="1.125rem" stroke={1.8} role="img" aria-label={warning} />
            </span>
          )}
          {typed === 0 ? null : <Amount value={total} currencyId={currencyId || null} />}
        </output>
      </div>
    </div>
  );
}

/**
 * What the return comes to by this computer's arithmetic, and the button that posts it; always in sight. Nothing is posted
 * while a panel covers the lines: what would be sent is not what one sees.
 */
export function TotalsBar() {
  const { t } = useTranslation();
  const { draftId, grid, disabled: busy } = useForm();
  const mayEnter = useMay("purchaseReturn") !== "never";
  const disabled = useReturns((state) => state.panels[draftId] !== undefined) || busy;
  return (
    <footer className={`${classes.bar} gap-0-8 line fixed sticky`}>
      <Button
        variant="subtle"
        color="gray"
        disabled={disabled}
        data-testid="line-add"
        className={classes.addLine ?? ""}
        leftSection={<IconPlus size="1rem" stroke={1.8} />}
        onClick={() => grid.current?.addLine()}
      >
        {t("action.addLine")}
      </Button>
      <Steps disabled={disabled} />
      <PutBack />
      <Sums />
      <MainButton
        words={t("purchaseReturn.post")}
        combo="Mod+Enter"
        run={() => void post()}
        busy={busy}
        disabled={!mayEnter || (disabled && !busy)}
      />
    </footer>
  );
}
