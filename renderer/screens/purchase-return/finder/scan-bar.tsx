import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import type { Goods } from "../draft/draft-reducer.ts";
import { type FinderHandle, ProductFinder } from "./product-finder.tsx";
import classes from "./scan-bar.module.css";
import { useGoods } from "./use-goods.ts";

/** What was scanned and nobody has, or was typed and not yet chosen; gone once something else is typed. */
export interface FindProblem {
  kind: "notFound" | "unsettled";
  text: string;
}

interface ScanBarProps {
  storeId: string;
  currencyId: string;
  disabled: boolean;
  input: RefObject<FinderHandle | null>;
  problem: FindProblem | null;
  onNotFound: (text: string | null) => void;
  onUnsettled: (text: string) => void;
  onGoods: (goods: Goods) => void;
  onError: (error: unknown) => void;
  /** Arrow down leads into the lines. */
  onDown: () => void;
  /** What stands at the row's end. */
  children: ReactNode;
}

/** Always ready: what is scanned or found here becomes a line, or one more of a line. */
export function ScanBar(props: ScanBarProps) {
  const { storeId, currencyId, disabled, input, problem, onNotFound, onUnsettled, onGoods, onError, onDown } =
    props;
  const { t } = useTranslation();
  const goodsOf = useGoods({ storeId, currencyId });
  const [added, setAdded] = useState<string | null>(null);
  useShortcut({
    combo: "F2",
    words: t("purchaseReturn.shortcut.scan"),
    run: () => input.current?.focus(),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; this hears what it leaves over
    <div
      className={classes.bar}
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== "ArrowDown") return;
        event.preventDefault();
        onDown();
      }}
    >
      <div className={classes.field}>
        <ProductFinder
          ref={input}
          shown=""
          scansHere
          label={t("purchaseReturn.scan.label")}
          testId="scan-input"
          className={classes.input ?? ""}
          placeholder={t("purchaseReturn.scan.hint")}
          disabled={disabled}
          onNotFound={(text) => {
            if (text === null) setAdded(null);
            onNotFound(text);
          }}
          onError={onError}
          onUnsettled={onUnsettled}
          onFound={(found) => {
            onNotFound(null);
            goodsOf(found).then((goods) => {
              onGoods(goods);
              setAdded(found.product?.name ?? found.productId);
            }, onError);
          }}
        />
      </div>
      <Keys combo="F2" />
      <output className={classes.words} data-kind={problem === null ? "added" : "missing"}>
        {problem !== null
          ? t(`purchaseReturn.scan.${problem.kind}`, { text: problem.text })
          : added === null
            ? null
            : t("purchaseReturn.scan.added", { name: added })}
      </output>
      {props.children}
    </div>
  );
}
