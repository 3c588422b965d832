import { useTranslation } from "react-i18next";
import type { ReturnLine } from "./draft.ts";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";
import { ProductFinder } from "./product-finder.tsx";
import { changeDraft } from "./returns-store.ts";
import { useGoods, useProduct } from "./use-goods.ts";

interface ProductCellProps {
  line: ReturnLine;
  row: number;
  label: string;
  testId: string;
  invalid: boolean;
}

/** The goods of a line, by name; typing or scanning here puts others in their place. */
export function ProductCell({ line, row, label, testId, invalid }: ProductCellProps) {
  const { t } = useTranslation();
  const grid = useGrid();
  const goodsOf = useGoods(grid);
  const product = useProduct(line.productId);
  const unknown =
    line.productId === "" ? "" : t("purchaseReturn.grid.unknownProduct", { id: line.productId });
  return (
    <ProductFinder
      shown={product?.name ?? unknown}
      label={label}
      testId={testId}
      className={classes.input ?? ""}
      placeholder={t("purchaseReturn.grid.productHint")}
      disabled={grid.disabled}
      invalid={invalid}
      onNotFound={grid.onNotFound}
      onError={grid.onError}
      onUnsettled={grid.onUnsettled}
      onFound={(found) => {
        grid.goOn(row, 0);
        goodsOf(found).then(
          (goods) => changeDraft(grid.draftId, { type: "chooseGoods", lineId: line.lineId, goods }),
          grid.onError,
        );
      }}
    />
  );
}
