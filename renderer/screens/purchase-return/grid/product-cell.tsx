import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ownNameFirst, twoNames } from "../../../lib/two-names.ts";
import { changeDraft } from "../draft/returns-store.ts";
import { lookingUp } from "../finder/lookups.ts";
import { ProductFinder } from "../finder/product-finder.tsx";
import { useGoods, useProduct } from "../finder/use-goods.ts";
import { UnitNote } from "../units/unit-note.tsx";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";

interface ProductCellProps {
  lineId: string;
  productId: string;
  row: number;
  label: string;
  testId: string;
  invalid: boolean;
}

/** The goods of a line, by name; typing here puts others in their place, and so does a scan where there are none yet. */
export const ProductCell = memo(function ProductCell(props: ProductCellProps) {
  const { lineId, productId, row, label, testId, invalid } = props;
  const { t, i18n } = useTranslation();
  const grid = useGrid();
  const goodsOf = useGoods(grid);
  const product = useProduct(productId);
  const unknown = productId === "" ? "" : t("purchaseReturn.grid.unknownProduct", { id: productId });
  const { own, other } = twoNames(product?.name ?? unknown, i18n.language);
  return (
    <>
      {own === "" ? null : (
        // A field holds one line: where nobody types, the name is written over it in two.
        <span className={`${classes.names} unpressed tight line absolute pad-x-8`} aria-hidden="true">
          <span>
            <bdi className={`${classes.own} lines-2 clip`}>{own}</bdi>
            {other === null ? null : <bdi className={`${classes.other} note nowrap cut block`}>{other}</bdi>}
          </span>
        </span>
      )}
      <ProductFinder
        shown={ownNameFirst(product?.name ?? unknown, i18n.language)}
        label={label}
        testId={testId}
        className={classes.input ?? ""}
        placeholder={t("purchaseReturn.grid.productHint")}
        disabled={grid.disabled}
        invalid={invalid}
        scansHere={productId === ""}
        onNotFound={grid.onNotFound}
        onNotOne={grid.onNotOne}
        onError={grid.onError}
        onUnsettled={grid.onUnsettled}
        onFound={(found) => {
          grid.goOn(row, 0);
          lookingUp(found.product?.name ?? found.productId, goodsOf(found)).then(
            (goods) => changeDraft(grid.draftId, { type: "chooseGoods", lineId: lineId, goods }),
            grid.onError,
          );
        }}
      />
      <UnitNote lineId={lineId} />
    </>
  );
});
