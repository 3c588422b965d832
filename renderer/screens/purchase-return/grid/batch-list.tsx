import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { dayOf } from "../../../lib/today.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { type Batch, batchesOf, hasExpired } from "../draft/batches.ts";
import { Choice, ChoiceList } from "../finder/choice-list.tsx";
import { useGrid } from "./grid-context.ts";

interface BatchListProps {
  id: string;
  anchor: HTMLElement;
  /** Empty where no goods are chosen yet, so that there is nothing to look for. */
  productId: string;
  /** What is offered, for the field that takes the keys. */
  onKnown: (batches: readonly Batch[]) => void;
  marked: number;
  onChoose: (batch: Batch) => void;
}

function BatchChoice({ batch, today }: { batch: Batch; today: string }) {
  const { t } = useTranslation();
  const { formats, units } = useGrid();
  const date = (at: string | null) => (at === null ? "—" : formats.date(at));
  const unitId = String(batch.measureUnitId ?? "");
  return (
    <span className="gap-2 grid grow pad-y-6">
      <span className="wrap gap-0-16">
        <span>{t("purchaseReturn.batch.produced", { date: date(batch.productionAt) })}</span>
        <span>{t("purchaseReturn.batch.expires", { date: date(batch.expiryAt) })}</span>
        {hasExpired(batch, today) ? (
          <span className="warn semi">{t("purchaseReturn.batch.expired")}</span>
        ) : null}
      </span>
      <span className="note">
        {batch.quantity === null ? null : (
          <>
            <bdi>{formats.decimal(batch.quantity)}</bdi>{" "}
            <bdi>{units.find(({ id }) => id === unitId)?.name ?? unitId}</bdi>
            {" · "}
          </>
        )}
        {batch.storeId === null ? null : (
          <>
            <bdi>{batch.storeName ?? String(batch.storeId)}</bdi>
            {" · "}
          </>
        )}
        <TimeAgo at={batch.answeredAt} />
      </span>
    </span>
  );
}

/** The batches known of a line's goods, with their stock and how old that word is. */
export function BatchList({ id, anchor, productId, onKnown, marked, onChoose }: BatchListProps) {
  const { t } = useTranslation();
  const today = dayOf(useNow());
  const { storeId } = useGrid();
  // Asked here and not in each cell: a sheet of cells that ask is slow to scroll.
  const detail = useChannel("mirror.productDetail", { productId }, { enabled: productId !== "" }).data;
  const batches = useMemo(
    () => (detail === undefined ? null : batchesOf(detail?.stock ?? [], storeId)),
    [detail, storeId],
  );
  useEffect(() => onKnown(batches ?? []), [batches, onKnown]);
  const none = productId === "" ? "noGoods" : batches === null ? "looking" : "none";
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.batch.list")}>
      {batches === null || batches.length === 0 ? (
        <div role="option" aria-disabled="true" aria-selected="false" tabIndex={-1} className="dim pad-12">
          {t(`purchaseReturn.batch.${none}`)}
        </div>
      ) : (
        batches.map((batch, index) => (
          <Choice
            key={[batch.storeId, batch.measureUnitId, batch.productionAt, batch.expiryAt].join(" ")}
            id={`${id}-${index}`}
            marked={index === marked}
            onChoose={() => onChoose(batch)}
          >
            <BatchChoice batch={batch} today={today} />
          </Choice>
        ))
      )}
    </ChoiceList>
  );
}
