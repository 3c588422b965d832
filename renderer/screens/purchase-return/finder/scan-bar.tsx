import { IconBarcode } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { useFormats } from "../../../client/use-formats.ts";
import type { Formats } from "../../../i18n/format.ts";
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
  /** Takes the goods into the return; answers how many of them its line has now. */
  onGoods: (goods: Goods) => string;
  onError: (error: unknown) => void;
  /** Arrow down leads into the lines. */
  onDown: () => void;
  /** What stands at the row's end. */
  children: ReactNode;
}

/** A quantity as the person's language writes it; what is typed and no number stays as typed. */
function shownQuantity(typed: string, formats: Formats): string {
  const read = parseTypedDecimal(typed);
  return read.kind === "decimal" ? formats.decimal(read.value) : typed;
}

/** Always ready: what is scanned or found here becomes a line, or one more of a line. */
export function ScanBar(props: ScanBarProps) {
  const { storeId, currencyId, disabled, input, problem, onNotFound, onUnsettled, onGoods, onError, onDown } =
    props;
  const { t } = useTranslation();
  const goodsOf = useGoods({ storeId, currencyId });
  const formats = useFormats();
  const [added, setAdded] = useState<{ name: string; quantity: string } | null>(null);
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
        <IconBarcode size="1.5rem" stroke={1.6} aria-hidden="true" className={classes.icon} />
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
              const quantity = onGoods(goods);
              setAdded({ name: found.product?.name ?? found.productId, quantity });
            }, onError);
          }}
        />
        <span className={classes.key}>
          <Keys combo="F2" />
        </span>
      </div>
      <output className={classes.words} data-kind={problem === null ? "added" : "missing"}>
        {problem !== null
          ? t(`purchaseReturn.scan.${problem.kind}`, { text: problem.text })
          : added === null
            ? null
            : t("purchaseReturn.scan.added", {
                name: added.name,
                quantity: shownQuantity(added.quantity, formats),
              })}
      </output>
      {props.children}
    </div>
  );
}
