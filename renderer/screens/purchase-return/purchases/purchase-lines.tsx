import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { useSettings } from "../../../client/settings.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import type { ReturnFrame, ReturnLine } from "../draft/draft.ts";
import { activeLines, changeDraft, useReturns } from "../draft/returns-store.ts";
import { PanelEnds } from "../panel-ends.tsx";
import classes from "../paste/pasted-panel.module.css";
import { useBoughtColumns } from "./bought-columns.tsx";
import { HeadDiffers } from "./head-differs.tsx";
import { referenceOf } from "./purchase-references.ts";
import { keyOfLine, lineOfPurchase, type Purchase, type PurchaseId } from "./purchased.ts";
import { purchaseQuery } from "./use-purchased.ts";

interface PurchaseLinesProps {
  id: PurchaseId;
  draft: ReturnFrame;
  units: readonly { id: string; name: string }[];
  /** The product that the purchase was found by: its line is marked first. */
  productId: string | null;
  onAdded: (lines: readonly ReturnLine[], stays: boolean) => void;
  onBack: () => void;
}

const rowOf = ({ row }: Purchase["lines"][number]): string => String(row);

/** The lines of a purchase, with what is left of each: taken into the return one by one, or all at once. */
export function PurchaseLines({ id, draft, units, productId, onAdded, onBack }: PurchaseLinesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { purchaseReferenceType } = useSettings();
  const rules = useChannel("scanRules.get", {});
  const answer = useQuery(purchaseQuery(id, draft.corrects));
  const error = answer.error ?? rules.error;
  // Without the owner's rule for batches nothing can be added.
  const purchase = rules.data === undefined ? undefined : answer.data;
  const batchInDescription = rules.data?.batchInDescription === true;
  const lines = useReturns(activeLines);
  const taken = new Set(
    lines.flatMap(({ purchaseLine }) => (purchaseLine === undefined ? [] : [keyOfLine(purchaseLine)])),
  );
  const rows = purchase?.lines ?? [];
  const isTaken = (row: Purchase["lines"][number]) => taken.has(keyOfLine({ ...id, row: rowOf(row) }));
  const others = rows.filter((row) => !isTaken(row));
  const [active, setActive] = useState<string | null>(null);
  const marked =
    active ??
    rows.find((row) => String(row.productId) === productId)?.row.toString() ??
    rows[0]?.row.toString();
  const columns = useBoughtColumns(rows, { units, currencyId: purchase?.currencyId ?? null, isTaken });
  const add = (wanted: Purchase["lines"], stays: boolean) => {
    if (purchase === undefined || wanted.length === 0) return;
    const added = wanted.map((line) =>
      lineOfPurchase(crypto.randomUUID(), { purchase, line }, (batch) =>
        batchInDescription ? t("purchaseReturn.scan.batch", { batch }) : "",
      ),
    );
    changeDraft(draft.draftId, {
      type: "appendPurchase",
      lines: added,
      supplierAccountId: id.supplierAccountId,
      currencyId: purchase.currencyId,
      reference: purchaseReferenceType === null ? null : referenceOf(id, purchaseReferenceType),
    });
    onAdded(added, stays);
  };
  const addOne = (row: Purchase["lines"][number]) => {
    if (!isTaken(row)) add([row], true);
    const next = rows[rows.indexOf(row) + 1];
    if (next !== undefined) setActive(rowOf(next));
  };
  // Large text: what stands above would leave the lines out of sight.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: "start" }), []);
  const addAll = () => add(others, false);
  useShortcut({
    combo: "Alt+Enter",
    words: t("purchaseReturn.purchase.takeAll"),
    enabled: others.length > 0,
    run: addAll,
  });
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t("purchaseReturn.purchase.lines")}
      data-testid="purchase-lines"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onBack();
      }}
    >
      {purchase === undefined ? null : (
        <p className="dim" data-testid="purchase-head">
          <bdi>{purchase.documentNo}</bdi> · <bdi>{formats.date(purchase.date)}</bdi> ·{" "}
          <bdi>{purchase.supplierName ?? id.supplierAccountId}</bdi> · <bdi>{purchase.currencyId}</bdi> ·{" "}
          {t("purchaseReturn.purchase.fromFile")} <TimeAgo at={purchase.importedAt} />
        </p>
      )}
      {purchase === undefined ? null : <HeadDiffers draft={draft} purchases={[purchase]} />}
      {error === null ? null : (
        <ErrorPanel error={error} onRetry={() => void Promise.all([answer.refetch(), rules.refetch()])} />
      )}
      <div className={`${classes.rows} column`}>
        {purchase === undefined ? (
          error === null ? (
            <Loading />
          ) : null
        ) : (
          <DataTable
            autoFocus
            label={t("purchaseReturn.purchase.lines")}
            columns={columns}
            rows={rows}
            keyOf={rowOf}
            activeKey={marked ?? null}
            onActive={setActive}
            onOpen={addOne}
            testId="bought"
          />
        )}
      </div>
      <PanelEnds
        words={t("purchaseReturn.purchase.linesWords")}
        notPosted={t("purchaseReturn.purchase.notPosted")}
      >
        <Button variant="default" data-testid="purchase-back" onClick={onBack}>
          {t("purchaseReturn.purchase.back")}
        </Button>
        <Button
          data-testid="purchase-take-all"
          disabled={others.length === 0}
          rightSection={<Keys combo="Alt+Enter" />}
          onClick={addAll}
        >
          {t("purchaseReturn.paste.take", { count: others.length })}
        </Button>
      </PanelEnds>
    </section>
  );
}
