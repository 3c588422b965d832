import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../contract/channels/mirror.ts";
import type { FinderChoice } from "./finder-choices.ts";
import classes from "./finder-list.module.css";

interface FinderListProps {
  id: string;
  anchor: HTMLElement;
  choices: FinderChoice[];
  marked: number;
  onChoose: (choice: FinderChoice) => void;
}

const ROOM_PX = 340;

/** Below the field, or above it where there is more room: the grid's own edge would cut the list off. */
function placeOf(anchor: HTMLElement) {
  const box = anchor.getBoundingClientRect();
  const above = window.innerHeight - box.bottom < ROOM_PX && box.top > window.innerHeight - box.bottom;
  const rightToLeft = document.documentElement.dir === "rtl";
  return {
    minInlineSize: box.width,
    maxBlockSize: Math.min(ROOM_PX, (above ? box.top : window.innerHeight - box.bottom) - 8),
    ...(above ? { bottom: window.innerHeight - box.top + 2 } : { top: box.bottom + 2 }),
    ...(rightToLeft ? { right: window.innerWidth - box.right } : { left: box.left }),
  };
}

function ProductChoice({ product }: { product: ProductRow }) {
  const { t } = useTranslation();
  const codes = [...new Set(product.units.flatMap(({ barcode }) => (barcode === null ? [] : [barcode])))];
  return (
    <>
      <bdi className={classes.name}>{product.name}</bdi>
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
  const [place, setPlace] = useState(() => placeOf(anchor));
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = () => setPlace(placeOf(anchor));
    follow();
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, true);
    return () => {
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, true);
    };
  }, [anchor]);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: "nearest" });
  }, [marked]);

  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t("purchaseReturn.finder.list")}
      className={classes.list}
      style={place}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and takes the keys
        <div
          key={choice.kind === "product" ? String(choice.product.id) : "free"}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          className={classes.choice}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.kind === "product" ? (
            <ProductChoice product={choice.product} />
          ) : (
            <>
              <span className={classes.name}>{t("components.picker.useId", { id: choice.productId })}</span>
              <span className={classes.aside}>{t("components.picker.notInCatalogue")}</span>
            </>
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
}
