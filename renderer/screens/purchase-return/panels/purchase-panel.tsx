import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { invoke } from "../../../client/api.ts";
import { askTyped, channelKey, usePages } from "../../../client/queries.ts";
import { useRecordName } from "../../../features/record-picker/records.tsx";
import { useScans } from "../../../features/scanning/receivers.ts";
import { isolated } from "../../../i18n/format.ts";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { Code } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Name } from "../../../ui/name.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { idOf, type PurchaseId } from "../draft/purchased.ts";
import { problemOfScan } from "../finder/scan-decision.ts";
import { useForm } from "../form-context.ts";
import { heldDraft, showError, useFrame, useReturns } from "../returns-store.ts";
import { LinesPanel, PanelTable } from "./panel.tsx";
import { PurchaseLines } from "./purchase-lines.tsx";

type FoundPurchase = ChannelOutput<"purchases.search">["purchases"][number];

/** What is shown of each purchase found. */
function useListColumns(): Column<FoundPurchase>[] {
  const { t } = useTranslation();
  const { formats } = useForm();
  return tableColumns(t, [
    ["documentNo", "minmax(13rem, 2fr)", ({ documentNo }) => <Code>{documentNo}</Code>],
    ["date", "8rem", ({ date }) => <bdi>{formats.date(date)}</bdi>],
    [
      "supplierAccountId",
      "minmax(12rem, 3fr)",
      ({ supplierName, supplierAccountId }) => <Name>{supplierName ?? String(supplierAccountId)}</Name>,
    ],
    ["lines", "5rem", ({ lines }) => <bdi>{formats.count(lines)}</bdi>, "end"],
    ["currencyId", "6rem", ({ currencyId }) => <Code>{currencyId}</Code>],
    {
      id: "origin",
      header: t("purchaseReturn.purchase.imported"),
      track: "8rem",
      cell: ({ importedAt }) => <TimeAgo at={importedAt} />,
    },
  ]);
}

const PAGE = 50;
const TYPING_MS = 20;

const keyOf = ({ supplierAccountId, documentNo }: Pick<FoundPurchase, "supplierAccountId" | "documentNo">) =>
  `${supplierAccountId} ${documentNo}`;

/** A product whose purchases are looked for, after a scan. */
interface Wanted {
  productId: string;
  name: string;
}

/** `supplierAccountId`: only this supplier's; null: everyone's. */
function useFoundPurchases(
  asked: string,
  wanted: Wanted | null,
  supplierAccountId: string | null,
  enabled: boolean,
) {
  const question = {
    limit: PAGE,
    ...(asked === "" ? {} : { text: asked }),
    ...(wanted === null ? {} : { productId: wanted.productId }),
    ...(supplierAccountId === null ? {} : { supplierAccountId }),
  };
  const found = usePages(channelKey("purchases.search", question), {
    enabled,
    read: (cursor: string | null, { signal }) =>
      askTyped("purchases.search", { ...question, ...(cursor === null ? {} : { cursor }) }, signal),
    next: ({ cursor }) => cursor,
  });
  return { ...found, rows: found.pages?.flatMap(({ purchases }) => purchases) };
}

interface PurchasePanelProps {
  onLeave: () => void;
  /** Lines of a purchase were taken; the first of them. */
  onBought: (lineId: string) => void;
}

/** Chooses a purchase and takes lines of it into the return. Only the keyboard is needed, and a scan finds purchases. */
export function PurchasePanel({ onLeave, onBought }: PurchasePanelProps) {
  const { t } = useTranslation();
  const { disabled } = useForm();
  const { supplierAccountId } = useFrame();
  const columns = useListColumns();
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const [opened, setOpened] = useState<PurchaseId | null>(null);
  const [everyone, setEveryone] = useState(false);
  const supplier = supplierAccountId || null;
  const supplierName = useRecordName("supplier", supplier);
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const own = useFoundPurchases(asked, wanted, supplier, supplier !== null && !everyone);
  // What is looked for may be another supplier's: a number on a paper is found anyway.
  const hasNone = supplier !== null && !everyone && !own.isPrevious && own.rows?.length === 0;
  const all = useFoundPurchases(asked, wanted, null, supplier === null || everyone || hasNone);
  const isOwn = supplier !== null && !everyone && !hasNone;
  const { rows, error, readMore, retry, isPrevious } = isOwn ? own : all;
  const found = rows ?? [];
  const chosen = found.find((row) => keyOf(row) === active) ?? found[0];
  // Enter waits for the rows of the text in the field, and another text or a scan calls it off.
  const [isEntered, setEntered] = useState(false);
  const isSettled = rows !== undefined && !isPrevious && asked === text.trim();
  if (isEntered && isSettled) {
    setEntered(false);
    if (chosen !== undefined) setOpened(idOf(chosen));
  }
  useEffect(() => {
    if (opened !== null) return;
    search.current?.focus();
    // Large text: what is above would leave what is found out of sight.
    search.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, [opened]);

  /** What was scanned last; the answer to an earlier scan may come after it and is not shown. */
  const newest = useRef<readonly string[]>([]);
  const scan = async (scanned: readonly string[], [code, ...others] = scanned): Promise<void> => {
    if (code === undefined) return;
    newest.current = scanned;
    const answer = await invoke("mirror.scan", { code });
    const products = answer.product === undefined ? (answer.choices ?? []) : [{ product: answer.product }];
    const [first, ...more] = new Map(products.map(({ product }) => [String(product.id), product])).values();
    // The code on the supplier's own paper may be the purchase's number.
    const isNumber =
      first === undefined &&
      (await invoke("purchases.search", { text: code, limit: 1 })).purchases.length > 0;
    if (newest.current !== scanned) return;
    if (first === undefined && !isNumber && others.length > 0) return scan(scanned, others);
    setOpened(null);
    setEntered(false);
    setActive(null);
    setText(isNumber ? code : "");
    setProblem(null);
    setWanted(null);
    if (first !== undefined && more.length === 0)
      setWanted({ productId: String(first.id), name: first.name });
    else if (!isNumber) {
      const { kind, text: barcode } = problemOfScan(answer);
      const words = { text: barcode };
      setProblem(
        first === undefined
          ? t(`purchaseReturn.scan.${kind}`, words)
          : t("purchaseReturn.purchase.several", words),
      );
    }
  };
  const turn = () => {
    setEveryone(!everyone);
    search.current?.focus();
  };
  useShortcut({
    combo: "Alt+S",
    words: t(everyone ? "purchaseReturn.purchase.ofSupplier" : "purchaseReturn.purchase.ofAll"),
    enabled: supplier !== null && !hasNone && opened === null,
    run: turn,
  });
  useScans({
    onScan: (codes) => {
      if (useReturns.getState().postingDraftId !== null) return false;
      scan(codes).catch(showError);
      return true;
    },
    hold: heldDraft,
    enabled: !disabled,
  });

  /** The first line that was taken by itself: its quantity is typed next. */
  const taken = useRef<string | null>(null);
  const leave = () => (taken.current === null ? onLeave() : onBought(taken.current));
  const open = (row: FoundPurchase | undefined) => row !== undefined && setOpened(idOf(row));
  const move = (by: 1 | -1) => {
    const at = (chosen === undefined ? -1 : found.indexOf(chosen)) + by;
    const next = found[Math.min(Math.max(at, 0), found.length - 1)];
    if (next !== undefined) setActive(keyOf(next));
    if (at >= found.length - 1) readMore();
  };
  if (opened !== null)
    return (
      <PurchaseLines
        id={opened}
        productId={wanted?.productId ?? null}
        onBought={(lineId) => onBought(taken.current ?? lineId)}
        onTaken={(lineId) => {
          taken.current ??= lineId;
        }}
        onBack={() => setOpened(null)}
      />
    );
  return (
    <LinesPanel
      label={t("purchaseReturn.purchase.title")}
      testId="purchase"
      onEscape={leave}
      words={t("purchaseReturn.purchase.words")}
      notPosted={t("purchaseReturn.purchase.notPosted")}
      buttons={
        <>
          <Button variant="default" onClick={leave}>
            {t("action.cancel")}
          </Button>
          <Button data-testid="purchase-open" disabled={chosen === undefined} onClick={() => open(chosen)}>
            {t("purchaseReturn.purchase.open")}
          </Button>
        </>
      }
    >
      <TextInput
        label={t("purchaseReturn.purchase.title")}
        placeholder={t("purchaseReturn.purchase.hint")}
        ref={search}
        data-testid="purchase-search"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setEntered(false);
          setActive(null);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
          if (event.key === "Enter") setEntered(true);
          else if (event.key === "ArrowDown") move(1);
          else if (event.key === "ArrowUp") move(-1);
          else return;
          event.preventDefault();
        }}
      />
      <div role="status" className="dim flush" data-testid="purchase-wanted">
        {problem !== null ? (
          problem
        ) : wanted === null ? null : (
          <>
            {t("purchaseReturn.purchase.holding", { name: isolated(wanted.name) })}{" "}
            <Button variant="subtle" data-testid="purchase-all" onClick={() => setWanted(null)}>
              {t("purchaseReturn.purchase.showAll")}
            </Button>
          </>
        )}
      </div>
      {supplier === null ? null : (
        <div className="dim flush" data-testid="purchase-supplier">
          <span role="status">
            {isOwn
              ? t("purchaseReturn.purchase.onlyOf", { supplier: isolated(supplierName ?? supplier) })
              : hasNone && found.length > 0
                ? t("purchaseReturn.purchase.noneOf", { supplier: isolated(supplierName ?? supplier) })
                : t("purchaseReturn.purchase.all")}
          </span>{" "}
          {hasNone ? null : (
            <Button
              variant="subtle"
              data-testid="purchase-everyone"
              rightSection={<Keys combo="Alt+S" />}
              onClick={turn}
            >
              {t(everyone ? "purchaseReturn.purchase.ofSupplier" : "purchaseReturn.purchase.ofAll")}
            </Button>
          )}
        </div>
      )}
      <PanelTable
        label={t("purchaseReturn.purchase.title")}
        columns={columns}
        rows={rows}
        error={error}
        onRetry={() => void retry()}
        keyOf={keyOf}
        activeKey={chosen === undefined ? null : keyOf(chosen)}
        onActive={setActive}
        onOpen={open}
        onEnd={readMore}
        empty={
          // Where nothing was looked for, no row means that no purchases were imported.
          text.trim() !== "" || wanted !== null ? (
            <EmptyState title={t("purchaseReturn.purchase.none")} />
          ) : (
            <EmptyState title={t("purchaseReturn.purchase.noneImported")}>
              {t("purchaseReturn.purchase.noneImportedText")}
            </EmptyState>
          )
        }
        minInlineSize="54rem"
        testId="purchase"
      />
    </LinesPanel>
  );
}
