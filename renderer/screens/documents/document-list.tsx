import { IconFileInvoice, IconFiles, IconPackageExport, type TablerIcon } from "@tabler/icons-react";
import Big from "big.js";
import { type ComponentProps, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { shownState } from "../../../contract/entry-states.ts";
import { fractionRoom, ListAmount } from "../../features/amount.tsx";
import { ListTable } from "../../features/list-table.tsx";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./documents.module.css";

interface Listed {
  document: DocumentRow;
  index: number;
}

const shownAmount = ({ serviceAmount, localAmount }: DocumentRow) => serviceAmount ?? localAmount;

const KIND_ICONS: Record<DocumentRow["kind"], TablerIcon> = {
  purchaseReturn: IconPackageExport,
  taxVoucher: IconFileInvoice,
};

/** Whose amount is shown. */
function whoseOf({
  kind,
  localAmount,
  serviceAmount,
}: DocumentRow): "local" | "requested" | "service" | "differs" {
  if (serviceAmount === null) return kind === "taxVoucher" ? "requested" : "local";
  const sides = { local: localAmount, localCurrency: null, service: serviceAmount, serviceCurrency: null };
  return compareAmounts(sides).kind === "differs" ? "differs" : "service";
}

/** What it is and whose amount is known, and below its state and the amount: two lines hold twenty digits. */
function Listing({ listed: { document, index }, room }: { listed: Listed; room: number }) {
  const { t } = useTranslation();
  const Icon = KIND_ICONS[document.kind];
  const kind = t(`operations.kind.${document.kind}`);
  const amount = shownAmount(document);
  const whose = whoseOf(document);
  const state = shownState(document);
  return (
    <span className={`${classes.row} line`} data-testid={`document-${index}`}>
      <Icon size="1.25rem" stroke={1.5} aria-label={kind} role="img" className="dim">
        <title>{kind}</title>
      </Icon>
      <span className="tight grid grow min-w-0">
        <span className="flex between baseline gap-12 min-w-0">
          <span className="min-w-0">
            <Name oneLine>{document.subject === "" ? document.serialNo : document.subject}</Name>
          </span>
          {amount === null ? null : (
            <span className={`${classes.whose} note fixed`} data-whose={whose}>
              {t(`documents.whose.${whose}`)}
            </span>
          )}
        </span>
        <span className="flex between baseline gap-12 min-w-0">
          <span className="note cut min-w-0">
            {state === null ? t("documents.noEntry") : <StateBadge state={state} />}
            {" · "}
            <TimeAgo at={document.createdAt} />
          </span>
          {amount === null ? null : (
            <ListAmount value={amount} currencyId={document.currencyId} room={room} />
          )}
        </span>
      </span>
    </span>
  );
}

interface DocumentListProps
  extends Pick<
    ComponentProps<typeof ListTable<Listed>>,
    "error" | "onRetry" | "activeKey" | "onActive" | "onEnd"
  > {
  documents: DocumentRow[] | undefined;
  onOpen: (serialNo: string) => void;
  /** Given where a text or a kind narrows the list: shows all again. */
  clear: (() => void) | null;
}

/** The documents as a list, newest first. */
export function DocumentList({ documents, onOpen, clear, ...list }: DocumentListProps) {
  const { t } = useTranslation();
  const room = fractionRoom((documents ?? []).map(shownAmount));
  const columns: Column<Listed>[] = [
    {
      id: "what",
      header: t("documents.detail"),
      track: "minmax(0, 1fr)",
      cell: (listed) => <Listing listed={listed} room={room} />,
    },
  ];
  const rows = useMemo(() => documents?.map((document, index) => ({ document, index })), [documents]);
  return (
    <ListTable
      {...list}
      label={t("nav.screen.documents")}
      columns={columns}
      rows={rows}
      keyOf={({ document }) => document.serialNo}
      onOpen={({ document }) => onOpen(document.serialNo)}
      empty={
        clear === null ? (
          <EmptyState title={t("documents.empty.none")} icon={IconFiles}>
            {t("documents.empty.noneText")}
          </EmptyState>
        ) : (
          <EmptyState
            title={t("documents.empty.filtered")}
            icon={IconFiles}
            action={
              <Button variant="default" onClick={clear}>
                {t("documents.empty.clear")}
              </Button>
            }
          >
            {t("documents.empty.filteredText")}
          </EmptyState>
        )
      }
    />
  );
}

// This counter's amount beside the service's.

interface Sides {
  local: string | null;
  localCurrency: string | null;
  service: string | null;
  serviceCurrency: string | null;
}

type Comparison =
  | { kind: "same" }
  /** The service's amount less this counter's, exactly. */
  | { kind: "differs"; by: string }
  | { kind: "otherCurrency" }
  /** One side is not known, so nothing is compared. */
  | { kind: "oneSided" };

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** Compares the two exactly; never across currencies. */
export function compareAmounts({ local, localCurrency, service, serviceCurrency }: Sides): Comparison {
  if (local === null || service === null || !isDecimal(local) || !isDecimal(service))
    return { kind: "oneSided" };
  if (localCurrency !== null && serviceCurrency !== null && localCurrency !== serviceCurrency)
    return { kind: "otherCurrency" };
  const by = new Big(service).minus(local);
  return by.eq(0) ? { kind: "same" } : { kind: "differs", by: by.toFixed() };
}
