import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Name } from "../../../ui/name.tsx";
import { Choice, ChoiceList } from "./choice-list.tsx";
import type { FinderChoice } from "./finder-choices.ts";
import classes from "./finder-list.module.css";

interface FinderListProps {
  id: string;
  anchor: HTMLElement;
  choices: readonly FinderChoice[];
  marked: number;
  onChoose: (choice: FinderChoice) => void;
}

function ProductChoice({ product }: { product: ProductRow }) {
  const { t } = useTranslation();
  const codes = [...new Set(product.units.flatMap(({ barcode }) => (barcode === null ? [] : [barcode])))];
  return (
    <>
      <span className={`${classes.name} grow`}>
        <Name>{product.name}</Name>
      </span>
      {product.deleted ? <span className="note">{t("components.picker.deleted")}</span> : null}
      <bdi className="note mono" dir="ltr">
        {codes[0] ?? product.id}
      </bdi>
    </>
  );
}

/** A product with what a scan may say of it: where two meanings differ, that is what one chooses by. */
function ScannedChoice({ goods }: { goods: ScannedGoods }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { productionAt, expiryAt, batch } = goods;
  const facts = [
    productionAt === undefined ? null : t("purchaseReturn.batch.produced", { date: date(productionAt) }),
    expiryAt === undefined ? null : t("purchaseReturn.batch.expires", { date: date(expiryAt) }),
    batch === undefined ? null : t("purchaseReturn.scan.batch", { batch }),
  ].filter((fact) => fact !== null);
  return (
    <>
      <span className={`${classes.name} grow`}>
        <Name>{goods.product.name}</Name>
      </span>
      <span className="note">{facts.join(" · ")}</span>
    </>
  );
}

const keyOf = (choice: FinderChoice, index: number): string =>
  choice.kind === "product" ? String(choice.product.id) : choice.kind === "freeId" ? "free" : `scan ${index}`;

/** The goods that may be meant. Chosen with arrows and Enter, or a click. */
export function FinderList({ id, anchor, choices, marked, onChoose }: FinderListProps) {
  const { t } = useTranslation();
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.finder.list")}>
      {choices.map((choice, index) => (
        <Choice
          key={keyOf(choice, index)}
          id={`${id}-${index}`}
          marked={index === marked}
          onChoose={() => onChoose(choice)}
        >
          {choice.kind === "product" ? (
            <ProductChoice product={choice.product} />
          ) : choice.kind === "scanned" ? (
            <ScannedChoice goods={choice.goods} />
          ) : (
            <>
              <span className={`${classes.name} grow`}>
                {t("components.picker.useId", { id: choice.productId })}
              </span>
              <span className="note">{t("components.picker.notInCatalogue")}</span>
            </>
          )}
        </Choice>
      ))}
    </ChoiceList>
  );
}
