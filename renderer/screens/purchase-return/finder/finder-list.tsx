import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import { Name } from "../../../ui/name.tsx";
import { Choice, ChoiceList } from "./choice-list.tsx";
import type { FinderChoice } from "./finder-choices.ts";
import classes from "./finder-list.module.css";

interface FinderListProps {
  id: string;
  anchor: HTMLElement;
  choices: FinderChoice[];
  marked: number;
  onChoose: (choice: FinderChoice) => void;
}

function ProductChoice({ product }: { product: ProductRow }) {
  const { t } = useTranslation();
  const codes = [...new Set(product.units.flatMap(({ barcode }) => (barcode === null ? [] : [barcode])))];
  return (
    <>
      <span className={classes.name}>
        <Name>{product.name}</Name>
      </span>
      {product.deleted ? <span className={classes.aside}>{t("components.picker.deleted")}</span> : null}
      <bdi className={classes.code} dir="ltr">
        {codes[0] ?? product.id}
      </bdi>
    </>
  );
}

/** The goods that may be meant. Chosen with arrows and Enter, or a click. */
export function FinderList({ id, anchor, choices, marked, onChoose }: FinderListProps) {
  const { t } = useTranslation();
  return (
    <ChoiceList id={id} anchor={anchor} marked={marked} label={t("purchaseReturn.finder.list")}>
      {choices.map((choice, index) => (
        <Choice
          key={choice.kind === "product" ? String(choice.product.id) : "free"}
          id={`${id}-${index}`}
          marked={index === marked}
          onChoose={() => onChoose(choice)}
        >
          {choice.kind === "product" ? (
            <ProductChoice product={choice.product} />
          ) : (
            <>
              <span className={classes.name}>{t("components.picker.useId", { id: choice.productId })}</span>
              <span className={classes.aside}>{t("components.picker.notInCatalogue")}</span>
            </>
          )}
        </Choice>
      ))}
    </ChoiceList>
  );
}
